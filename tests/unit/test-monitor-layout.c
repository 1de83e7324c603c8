/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/geometry/monitor-layout.h"

#include <math.h>

#define N_LAYOUTS 300

/* clang-format off */
static const double scales[] = { 1, 1.1, 1.25, 4.0 / 3, 1.5, 1.75, 2, 2.25, 2.5, 3, 0.75 };
static const struct { int width, height; } modes[] = {
  { 1280, 800 }, { 1920, 1080 }, { 1920, 1200 }, { 2560, 1440 }, { 3840, 2160 }, { 1366, 768 },
  { 1080, 1920 }, { 1, 1 }, { 641, 479 },
};

/* Truth measured on real compositors and servers. */
static const struct { int mode_w, mode_h, logical_w, logical_h; double scale; } measured_scales[] = {
  { 1920, 1200, 1280, 800,  1.5  }, { 1920, 1200, 1536, 960, 1.25 }, { 1920, 1200, 1097, 685, 1.75 },
  { 1920, 1080, 1097, 617,  1.75 }, { 2560, 1440, 1462, 822, 1.75 }, { 1280, 800,  1280, 800, 1    },
  { 1920, 1080, 1745, 981,  1.1  }, { 3840, 2160, 1920, 1080, 2   }, { 0, 0, 0, 0, 1 },
};
/* clang-format on */

static PelMonitor
random_monitor (double x, double y)
{
  guint  mode = g_test_rand_int_range (0, G_N_ELEMENTS (modes));
  double scale = scales[g_test_rand_int_range (0, G_N_ELEMENTS (scales))];

  return (PelMonitor){
    .name = "M",
    .native = { x,
                y,
                MAX (floor (modes[mode].width / scale), 1),
                MAX (floor (modes[mode].height / scale), 1) },
    .physical = { .width = modes[mode].width, .height = modes[mode].height },
    .ratio = scale,
    .scale = scale,
  };
}

/* Rows of monitors side by side, the rows below each other, from an origin that may be negative:
 * no two overlap natively, and many touch. */
static PelMonitorLayout *
random_layout (void)
{
  PelMonitor monitors[6];
  guint      n = g_test_rand_int_range (1, G_N_ELEMENTS (monitors) + 1);
  double     x = g_test_rand_int_range (-4000, 1000), left = x;
  double     y = g_test_rand_int_range (-4000, 1000), bottom = y;

  for (guint i = 0; i < n; i++)
    {
      if (i > 0 && g_test_rand_int_range (0, 3) == 0)
        {
          x = left + g_test_rand_int_range (-50, 50);
          y = bottom;
        }
      monitors[i] = random_monitor (x, y);
      x += monitors[i].native.width + g_test_rand_int_range (0, 2) * 17;
      bottom = MAX (bottom, y + monitors[i].native.height);
    }
  return pel_monitor_layout_new (monitors, n);
}

static void
assert_point_exact (const PelMonitorLayout *layout, PelPhysicalPoint point)
{
  PelNativePoint     native;
  PelPhysicalPoint   back;
  g_autoptr (GError) error = NULL;

  pel_monitor_layout_to_native (layout, point, &native, &error);
  g_assert_no_error (error);
  pel_monitor_layout_to_physical (layout, native, &back, &error);
  g_assert_no_error (error);
  g_assert_cmpint (back.x, ==, point.x);
  g_assert_cmpint (back.y, ==, point.y);
}

static int
random_in (int from, int length)
{
  return from + g_test_rand_int_range (0, length);
}

static void
test_points_exact (void)
{
  for (guint l = 0; l < N_LAYOUTS; l++)
    {
      g_autoptr (PelMonitorLayout) layout = random_layout ();

      for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
        {
          const PelPhysicalRect *p = &pel_monitor_layout_get_monitor (layout, i)->physical;
          int                    right = p->x + p->width - 1, bottom = p->y + p->height - 1;

          assert_point_exact (layout, (PelPhysicalPoint){ p->x, p->y });
          assert_point_exact (layout, (PelPhysicalPoint){ right, bottom });
          for (guint k = 0; k < 6; k++)
            {
              /* the last pixels are the hard ones */
              assert_point_exact (layout,
                                  (PelPhysicalPoint){ MAX (right - (int) k, p->x),
                                                      MAX (bottom - (int) k, p->y) });
              assert_point_exact (layout,
                                  (PelPhysicalPoint){ random_in (p->x, p->width),
                                                      random_in (p->y, p->height) });
            }
        }
    }
}

/* One axis of one monitor, every pixel. */
static void
test_points_every_pixel (void)
{
  for (gsize s = 0; s < G_N_ELEMENTS (scales); s++)
    {
      PelMonitor monitor = {
        .name = "M",
        .native = { -700, 33, floor (1366 / scales[s]), floor (768 / scales[s]) },
        .physical = { .width = 1366, .height = 768 },
        .ratio = scales[s],
        .scale = scales[s]
      };
      g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (&monitor, 1);
      const PelMonitor            *m = pel_monitor_layout_get_monitor (layout, 0);
      double                       before = -HUGE_VAL;

      for (int x = m->physical.x; x < m->physical.x + m->physical.width; x++)
        {
          PelPhysicalPoint point = { x, m->physical.y };
          PelNativePoint   native = pel_monitor_point_to_native (m, point);

          g_assert_cmpfloat (native.x, >, before);
          before = native.x;
          g_assert_true (pel_native_rect_contains (&m->native, native));
          assert_point_exact (layout, point);
        }
    }
}

static void
test_rects_exact (void)
{
  for (guint l = 0; l < N_LAYOUTS; l++)
    {
      g_autoptr (PelMonitorLayout) layout = random_layout ();
      const PelMonitor            *m = pel_monitor_layout_get_monitor (layout, 0);

      for (guint k = 0; k < 20; k++)
        {
          PelPhysicalRect rect = { random_in (m->physical.x - 100, m->physical.width + 200),
                                   random_in (m->physical.y - 100, m->physical.height + 200),
                                   random_in (0, 500),
                                   random_in (0, 500) };
          PelNativeRect   native = pel_monitor_rect_to_native (m, &rect);
          PelPhysicalRect back = pel_monitor_rect_to_physical (m, &native);

          g_assert_true (pel_physical_rect_equal (&rect, &back));
        }
    }
}

/* Two native rectangles that share an edge share it in pixels too. */
static void
test_rects_neighbours (void)
{
  for (guint l = 0; l < N_LAYOUTS; l++)
    {
      g_autoptr (PelMonitorLayout) layout = random_layout ();
      const PelMonitor            *m = pel_monitor_layout_get_monitor (layout, 0);
      double                       x = m->native.x + g_test_rand_double_range (-50, 50);
      double                       w = g_test_rand_int_range (1, 300);
      PelNativeRect                left = { x, m->native.y, w, 10 };
      PelNativeRect                right = { x + w, m->native.y, 40, 10 };
      PelPhysicalRect              a = pel_monitor_rect_to_physical (m, &left);
      PelPhysicalRect              b = pel_monitor_rect_to_physical (m, &right);

      g_assert_cmpint (a.x + a.width, ==, b.x);
    }
}

static void
test_monitors_never_overlap (void)
{
  for (guint l = 0; l < N_LAYOUTS; l++)
    {
      g_autoptr (PelMonitorLayout) layout = random_layout ();
      guint                        n = pel_monitor_layout_get_n_monitors (layout);

      for (guint i = 0; i < n; i++)
        for (guint k = i + 1; k < n; k++)
          {
            const PelMonitor *a = pel_monitor_layout_get_monitor (layout, i);
            const PelMonitor *b = pel_monitor_layout_get_monitor (layout, k);
            PelPhysicalRect   common = pel_physical_rect_intersect (&a->physical, &b->physical);
            PelNativeRect     native_common = pel_native_rect_intersect (&a->native, &b->native);

            if (native_common.width == 0)
              g_assert_true (pel_physical_rect_is_empty (&common));
          }
    }
}

static void
test_gap_out_of_bounds (void)
{
  /* scale 1 left of scale 2: the right one's origin moves out, and leaves a gap */
  PelMonitor monitors[] = {
    { .name = "A",
      .native = { 0, 0, 1280, 800 },
      .physical = { .width = 1280, .height = 800 },
      .ratio = 1 },
    { .name = "B",
      .native = { 1280, 0, 960, 540 },
      .physical = { .width = 1920, .height = 1080 },
      .ratio = 2 },
  };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (monitors, 2);
  const PelMonitor            *b = pel_monitor_layout_get_monitor (layout, 1);
  PelPhysicalRect              bounds = pel_monitor_layout_get_bounds (layout);
  PelNativePoint               native = { -5, -5 };
  PelPhysicalPoint             physical;
  g_autoptr (GError)           error = NULL;

  g_assert_cmpint (b->physical.x, ==, 2560);
  g_assert_cmpint (bounds.width, ==, 2560 + 1920);
  g_assert_cmpint (bounds.height, ==, 1080);
  g_assert_false (
      pel_monitor_layout_to_native (layout, (PelPhysicalPoint){ 1280, 5 }, &native, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_OUT_OF_BOUNDS);
  g_assert_cmpfloat (native.x, ==, -5);
  g_clear_error (&error);
  g_assert_false (
      pel_monitor_layout_to_physical (layout, (PelNativePoint){ 5000, 5 }, &physical, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_OUT_OF_BOUNDS);
}

static void
test_rect_of_most (void)
{
  PelMonitor monitors[] = {
    { .name = "A",
      .native = { 0, 0, 100, 100 },
      .physical = { .width = 100, .height = 100 },
      .ratio = 1 },
    { .name = "B",
      .native = { 100, 0, 100, 100 },
      .physical = { .width = 150, .height = 150 },
      .ratio = 1.5 },
  };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (monitors, 2);
  PelNativeRect                mostly_b = { 90, 0, 30, 10 }, mostly_a = { 80, 0, 30, 10 };
  PelNativeRect                nowhere = { 300, 0, 10, 10 };

  g_assert_cmpstr (pel_monitor_layout_find_rect (layout, &mostly_b)->name, ==, "B");
  g_assert_cmpstr (pel_monitor_layout_find_rect (layout, &mostly_a)->name, ==, "A");
  g_assert_null (pel_monitor_layout_find_rect (layout, &nowhere));
}

static void
test_scale_measured (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (measured_scales); i++)
    g_assert_cmpfloat_with_epsilon (pel_scale_from_sizes (measured_scales[i].mode_w,
                                                          measured_scales[i].mode_h,
                                                          measured_scales[i].logical_w,
                                                          measured_scales[i].logical_h),
                                    measured_scales[i].scale,
                                    1e-9);
}

static void
test_round_halves_up (void)
{
  g_assert_cmpint (pel_round_edge (0.5), ==, 1);
  g_assert_cmpint (pel_round_edge (-0.5), ==, 0);
  g_assert_cmpint (pel_round_edge (-1.5), ==, -1);
  g_assert_cmpint (pel_round_edge (476.5), ==, 477);
  g_assert_cmpint (pel_round_edge (1e300), ==, PEL_COORDINATE_LIMIT);
  g_assert_cmpint (pel_round_edge (-HUGE_VAL), ==, -PEL_COORDINATE_LIMIT);
  g_assert_cmpint (pel_round_edge (NAN), ==, 0);
}

static void
test_hostile_rects (void)
{
  PelPhysicalRect far = { G_MAXINT, G_MININT, G_MAXINT, G_MAXINT };
  PelPhysicalRect near = { 0, 0, 100, 100 };
  PelPhysicalRect common = pel_physical_rect_intersect (&far, &near);

  g_assert_true (pel_physical_rect_is_empty (&common));
  g_assert_false (pel_physical_rect_contains (&far, (PelPhysicalPoint){ G_MININT, 0 }));
}

static void
test_image_reduced (void)
{
  PelPhysicalPoint origin = { -100, 50 };
  PelPhysicalPoint p = pel_image_to_physical ((PelImagePoint){ 10, 0 }, origin, 0.5);

  g_assert_cmpint (p.x, ==, -79);
  g_assert_cmpint (p.y, ==, 51);
  p = pel_image_to_physical ((PelImagePoint){ 10, 7 }, origin, 1);
  g_assert_cmpint (p.x, ==, -90);
  g_assert_cmpint (p.y, ==, 57);
}

static void
test_layout_equal (void)
{
  PelMonitor                   monitor = { .name = "A",
                                           .native = { 0, 0, 10, 10 },
                                           .physical = { .width = 10, .height = 10 },
                                           .ratio = 1,
                                           .scale = 1 };
  g_autoptr (PelMonitorLayout) a = pel_monitor_layout_new (&monitor, 1);
  g_autoptr (PelMonitorLayout) same = pel_monitor_layout_new (&monitor, 1);
  g_autoptr (PelMonitorLayout) none = pel_monitor_layout_new (NULL, 0);
  g_autoptr (PelMonitorLayout) moved = NULL;

  monitor.native.x = 3;
  moved = pel_monitor_layout_new (&monitor, 1);
  g_assert_true (pel_monitor_layout_equal (a, same));
  g_assert_false (pel_monitor_layout_equal (a, moved));
  g_assert_false (pel_monitor_layout_equal (a, none));
  g_assert_cmpint (pel_monitor_layout_get_bounds (none).width, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/monitor-layout/points/exact", test_points_exact);
  g_test_add_func ("/monitor-layout/points/every-pixel", test_points_every_pixel);
  g_test_add_func ("/monitor-layout/rects/exact", test_rects_exact);
  g_test_add_func ("/monitor-layout/rects/neighbours", test_rects_neighbours);
  g_test_add_func ("/monitor-layout/rects/hostile", test_hostile_rects);
  g_test_add_func ("/monitor-layout/monitors/never-overlap", test_monitors_never_overlap);
  g_test_add_func ("/monitor-layout/monitors/gap-out-of-bounds", test_gap_out_of_bounds);
  g_test_add_func ("/monitor-layout/monitors/rect-of-most", test_rect_of_most);
  g_test_add_func ("/monitor-layout/monitors/equal", test_layout_equal);
  g_test_add_func ("/monitor-layout/scale/measured", test_scale_measured);
  g_test_add_func ("/monitor-layout/round/halves-up", test_round_halves_up);
  g_test_add_func ("/monitor-layout/image/reduced", test_image_reduced);
  return g_test_run ();
}
