/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the overlay's surfaces put on real screens, pixel by pixel, and what they leave alone:
 * clicks, keys, the list of windows. */

#include "surface-ground.h"
#include "sway-ipc.h"

#include "overlay/theme.h"

/* The layouts of a desktop that is changed for them; NULL: as it is. */
/* clang-format off */
static const struct { const char *kind; const char *rule; } layouts[] = {
  { "x11",       NULL },
  { "x11-bare",  NULL },
  { "x11-xfwm",  NULL },
  { "x11-multi", NULL },
  { "sway",      "output HEADLESS-2 scale 1 position 1280 -200" },
  { "sway",      "output HEADLESS-2 scale 1.25 position -1536 -120" },
  { "sway",      "output HEADLESS-2 scale 1.75 position 1280 -200" },
  { "sway",      "output HEADLESS-2 scale 2 position -960 100" },
  { "sway",      "output HEADLESS-2 transform 90" },
  { "sway",      "output HEADLESS-2 transform normal scale 1.5 position 1280 0" },
};
/* clang-format on */

/* The outline's line begins with the first pixel inside of its rectangle, and has one width. */
static void
check_edges (SurfaceCase *self, guint index, const PelBufferRect *r, PelShade shade)
{
  const PelMonitor     *monitor = get_monitor (self, index);
  g_autoptr (GPtrArray) images = capture_monitors (self);
  const PelOracleImage *seen = g_ptr_array_index (images, index);
  const PelOracleImage *ground = g_ptr_array_index (self->ground, index);
  PelThemeSizes         sizes = pel_theme_get_sizes (monitor->scale);
  int                   n = pel_theme_get_thickness (&sizes, pel_theme_get_style (shade));
  int                   cx = r->x + r->width / 2, cy = r->y + r->height / 2;
  const struct
  {
    int x, y, dx, dy; /* from the edge inwards */
  } edges[] = {
    { r->x, cy, 1, 0 },
    { cx, r->y, 0, 1 },
    { r->x + r->width - 1, cy, -1, 0 },
    { cx, r->y + r->height - 1, 0, -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (edges); i++)
    for (int step = -3; step < n + 3; step++)
      {
        int      x = edges[i].x + step * edges[i].dx;
        int      y = edges[i].y + step * edges[i].dy;
        gboolean is_line = step >= 0 && step < n;

        if (is_line == (pel_oracle_read (seen, x, y) == pel_oracle_read (ground, x, y)))
          g_error ("%s, edge %zu, pixel %d: 0x%06x on 0x%06x",
                   monitor->name,
                   i,
                   step,
                   pel_oracle_read (seen, x, y),
                   pel_oracle_read (ground, x, y));
      }
}

static void
check_layout (SurfaceCase *self)
{
  PelBufferRect alone = { 301, 407, 152, 63 };

  surface_case_look (self);
  take_still_ground (self);
  add_sampler (self);
  for (guint i = 0; i < get_n_monitors (self); i++)
    add_item (find_scene (self, get_monitor (self, i)->name),
              PEL_ITEM_OUTLINE,
              PEL_SHADE_ACCESSIBILITY,
              alone,
              NULL);
  surface_case_show (self);
  surface_case_expect (self);
  for (guint i = 0; i < get_n_monitors (self); i++)
    check_edges (self, i, &alone, PEL_SHADE_ACCESSIBILITY);
}

static void
test_pixels (void)
{
  g_autoptr (SurfaceCase)   self = surface_case_new ();
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);
  g_autoptr (PelTestWindow) first = open_window (self, "first", 0);
  g_autoptr (PelTestWindow) last = open_window (self, "last", get_n_monitors (self) - 1);
  guint                     n_checked = 0;

  g_assert_no_error (error);
  rest_pointer (input, self);
  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      if (g_strcmp0 (layouts[i].kind, g_getenv ("PEL_DESKTOP_KIND")) != 0)
        continue;
      g_test_message ("%s", layouts[i].rule != NULL ? layouts[i].rule : "as it is");
      if (layouts[i].rule != NULL)
        pel_sway_command (layouts[i].rule, &error);
      g_assert_no_error (error);
      check_layout (self);
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >, 0);
}

static PelBufferRect
random_rect (const PelMonitor *monitor)
{
  int width = g_test_rand_int_range (1, 200), height = g_test_rand_int_range (1, 100);

  return (PelBufferRect){ g_test_rand_int_range (-50, monitor->physical.width - 1),
                          g_test_rand_int_range (-50, 300),
                          width,
                          height };
}

static void
add_random (SurfaceCase *self, const PelMonitor *monitor)
{
  static const PelItemKind kinds[] = { PEL_ITEM_OUTLINE, PEL_ITEM_FILL, PEL_ITEM_TAG };
  PelScene                *scene = surface_case_add_scene (self, monitor);
  int                      n = g_test_rand_int_range (0, 60);

  for (int i = 0; i < n; i++)
    add_item (scene,
              kinds[g_test_rand_int_range (0, G_N_ELEMENTS (kinds))],
              (PelShade) g_test_rand_int_range (0, PEL_N_SHADES),
              random_rect (monitor),
              "7");
}

/* Only what differs is repainted, and that is enough: after any change the screen is as if the
 * scene had been the first. Several changes at once are one. */
static void
test_changes (void)
{
  g_autoptr (SurfaceCase)   self = surface_case_new ();
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);
  g_autoptr (PelTestWindow) window = open_window (self, "changes", 0);

  g_assert_no_error (error);
  rest_pointer (input, self);
  take_still_ground (self);
  for (guint step = 0; step < 24; step++)
    {
      int n_scenes = g_test_rand_int_range (1, 4);

      if (g_test_rand_int_range (0, 5) == 0)
        surface_case_hide (self);
      for (int k = 0; k < n_scenes; k++)
        {
          surface_case_forget (self);
          for (guint i = 0; i < get_n_monitors (self); i++)
            if (g_test_rand_int_range (0, 4) != 0)
              add_random (self, get_monitor (self, i));
          surface_case_show (self);
          pump ((guint) g_test_rand_int_range (0, 3));
        }
      surface_case_expect (self);
    }
  surface_case_hide (self);
  surface_case_expect (self);
}

/* What lies over a window, and how a click gets through it. */
/* clang-format off */
static const struct { const char *what; PelItemKind kind; int x, y, width, height, click_x, click_y; } covers[] = {
  { "an outline",     PEL_ITEM_OUTLINE, 50,  50, 80,  60, 51,  80  },
  { "in an outline",  PEL_ITEM_OUTLINE, 50,  50, 80,  60, 90,  80  },
  { "a veil",         PEL_ITEM_FILL,    50,  50, 80,  60, 90,  80  },
  { "a tag",          PEL_ITEM_TAG,     50,  50, 40,  24, 70,  60  },
  { "a label",        PEL_ITEM_LABEL,   50,  50, 160, 40, 60,  60  },
  { "a banner",       PEL_ITEM_BANNER,  50,  50, 200, 60, 100, 80  },
  { "a point",        PEL_ITEM_POINT,   50,  50, 20,  20, 60,  60  },
};
/* clang-format on */

static void
check_cover (SurfaceCase *self, PelTestWindow *window, PelTestInput *input, guint index, gsize row)
{
  const PelMonitor *monitor = get_monitor (self, index);
  double            ratio = monitor->ratio;
  PelBufferRect     rect = { (int) ((WINDOW_X + covers[row].x) * ratio),
                             (int) ((WINDOW_Y + covers[row].y) * ratio),
                             (int) (covers[row].width * ratio),
                             (int) (covers[row].height * ratio) };
  PelScene         *scene;

  g_test_message ("%s on %s", covers[row].what, monitor->name);
  surface_case_forget (self);
  scene = surface_case_add_scene (self, monitor);
  add_item (scene, covers[row].kind, PEL_SHADE_SELECTED, rect, "12");
  rest_pointer (input, self);
  surface_case_show (self);
  surface_case_expect (self);
  check_click (input,
               window,
               monitor->native.x + WINDOW_X + covers[row].click_x,
               monitor->native.y + WINDOW_Y + covers[row].click_y);
}

static void
test_clicks (void)
{
  g_autoptr (SurfaceCase)  self = surface_case_new ();
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  for (guint i = 0; i < get_n_monitors (self); i++)
    {
      g_autoptr (PelTestWindow) window = open_window (self, "clicks", i);

      rest_pointer (input, self);
      take_still_ground (self);
      for (gsize row = 0; row < G_N_ELEMENTS (covers); row++)
        check_cover (self, window, input, i, row);
      surface_case_hide (self);
      check_click (input,
                   window,
                   get_monitor (self, i)->native.x + WINDOW_X + 90,
                   get_monitor (self, i)->native.y + WINDOW_Y + 80);
    }
}

/* A window that has the keyboard keeps it, whatever is shown above it. */
static void
test_keys (void)
{
  g_autoptr (SurfaceCase)   self = surface_case_new ();
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);
  g_autoptr (PelTestWindow) window = open_window (self, "keys", 0);

  g_assert_no_error (error);
  check_click (input,
               window,
               get_monitor (self, 0)->native.x + WINDOW_X + 90,
               get_monitor (self, 0)->native.y + WINDOW_Y + 80);
  pel_test_input_chord (input, "a", &error);
  g_assert_true (pel_test_window_expect (window, "key a", SHOW_TIMEOUT_MS));
  rest_pointer (input, self);
  take_still_ground (self);
  for (guint i = 0; i < 3; i++)
    {
      add_sampler (self);
      surface_case_show (self);
      surface_case_expect (self);
      pel_test_window_forget (window);
      pel_test_input_chord (input, "b", &error);
      g_assert_no_error (error);
      g_assert_true (pel_test_window_expect (window, "key b", SHOW_TIMEOUT_MS));
      g_assert_cmpuint (count_events (window, "focus"), ==, 0);
      surface_case_hide (self);
    }
}

/* For ourselves it is not there. */
static void
test_unseen (void)
{
  g_autoptr (SurfaceCase)   self = surface_case_new ();
  g_autoptr (PelTestWindow) window = open_window (self, "unseen", 0);
  guint                     n_windows;
  PelWindow                *found;
  PelNativePoint            point = { get_monitor (self, 0)->native.x + WINDOW_X + 90,
                                      get_monitor (self, 0)->native.y + WINDOW_Y + 80 };

  take_still_ground (self);
  surface_case_look (self);
  n_windows = pel_desktop_get_n_windows (self->desktop);
  add_sampler (self);
  surface_case_show (self);
  surface_case_expect (self);
  surface_case_look (self);
  g_assert_cmpuint (pel_desktop_get_n_windows (self->desktop), ==, n_windows);
  found = pel_desktop_find_window_at (self->desktop, point);
  g_assert_nonnull (found);
  g_assert_cmpstr (pel_window_get_info (found)->title, ==, "unseen");
}

/* How much of our memory is for pixels. */
static gsize
count_pixel_bytes (void)
{
  g_autofree char   *maps = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv)     lines = NULL;
  gsize              n_bytes = 0;

  g_file_get_contents ("/proc/self/maps", &maps, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char   *rest;
      guint64 start = g_ascii_strtoull (lines[i], &rest, 16);

      if (strstr (lines[i], "memfd:pellucid-overlay") != NULL)
        n_bytes += g_ascii_strtoull (rest + 1, NULL, 16) - start;
    }
  return n_bytes;
}

/* However often and however quickly the scene changes: never more than two buffers. */
static void
test_memory (void)
{
  g_autoptr (SurfaceCase) self = surface_case_new ();
  PelPhysicalRect         bounds = pel_monitor_layout_get_bounds (get_layout (self));
  gsize                   n_pixels = 0, n_most = 0;

  for (guint i = 0; i < get_n_monitors (self); i++)
    n_pixels += (gsize) get_monitor (self, i)->physical.width *
                (gsize) get_monitor (self, i)->physical.height;
  if (!is_wayland ()) /* one window over all, also where no monitor is */
    n_pixels = (gsize) bounds.width * (gsize) bounds.height;
  for (guint step = 0; step < 60; step++)
    {
      surface_case_forget (self);
      for (guint i = 0; i < get_n_monitors (self); i++)
        add_random (self, get_monitor (self, i));
      surface_case_show (self);
      pump ((guint) g_test_rand_int_range (0, 20));
      n_most = MAX (n_most, count_pixel_bytes ());
    }
  g_test_message ("%.1f buffers", (double) n_most / 4 / (double) n_pixels);
  g_assert_cmpuint (n_most, >, 0);
  g_assert_cmpuint (n_most, <=, 2 * 4 * n_pixels + 64 * 4096);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/surface/pixels", test_pixels);
  g_test_add_func ("/surface/changes", test_changes);
  g_test_add_func ("/surface/clicks", test_clicks);
  g_test_add_func ("/surface/keys", test_keys);
  g_test_add_func ("/surface/unseen", test_unseen);
  g_test_add_func ("/surface/memory", test_memory);
  return g_test_run ();
}
