/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/monitor-map-painter.h"

#include "tests/golden/golden.h"

#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>

#define WIDTH  360
#define HEIGHT 200

#define SHOWN  PEL_WINDOW_VISIBLE
#define ACTIVE (PEL_WINDOW_VISIBLE | PEL_WINDOW_ACTIVE)

typedef struct
{
  const char   *name;
  PelMonitor    monitors[4]; /* as many as have a name */
  PelWindowInfo windows[8];  /* as many as have an id; the topmost first */
} Scene;

/* clang-format off */
static const Scene scenes[] = {
  { "one-monitor",
    { { "eDP-1", { 0, 0, 1920, 1080 }, { 0, 0, 1920, 1080 }, 1, 1, TRUE } },
    { { .id = "1", .bounds = { 960, 120, 820, 640 },  .states = ACTIVE },
      { .id = "2", .bounds = { 80, 60, 1100, 760 },   .states = SHOWN },
      { .id = "3", .bounds = { 0, 0, 400, 400 },      .states = PEL_WINDOW_MINIMIZED } } },
  /* scales 1, 1.5 and 2, with offsets, and the first monitor left of the origin */
  { "three-monitors",
    { { "HDMI-A-1", { -1920, 120, 1920, 1080 }, { 0, 0, 1920, 1080 }, 1,   1,   FALSE },
      { "DP-1",     { 0, 0, 1706, 960 },        { 0, 0, 2560, 1440 }, 1.5, 1.5, TRUE  },
      { "DP-2",     { 1706, -200, 1080, 1920 }, { 0, 0, 2160, 3840 }, 2,   2,   FALSE } },
    { { .id = "1", .bounds = { 200, 100, 900, 600 },     .states = ACTIVE },
      { .id = "2", .bounds = { -2200, 300, 1000, 700 },  .states = SHOWN },   /* beyond the left edge */
      { .id = "3", .bounds = { 1400, 500, 800, 900 },    .states = SHOWN },   /* across two monitors */
      { .id = "4", .bounds = { 1706, -200, 1080, 960 },  .states = SHOWN },
      { .id = "5", .bounds = { -900, 200, 500, 400 },    .states = PEL_WINDOW_MINIMIZED },
      { .id = "6", .bounds = { 9000, 9000, 100, 100 },   .states = SHOWN },   /* on no monitor */
      { .id = "7", .bounds = { -1910, 1100, 10, 10 },    .states = SHOWN } } },
  { "no-monitors", { { 0 } }, { { .id = "1", .bounds = { 0, 0, 100, 100 }, .states = ACTIVE } } },
  /* the name has no room; one monitor is too small for any caption */
  { "long-name",
    { { "Headless virtual output with a very long name of its own", { 0, 0, 800, 600 }, { 0, 0, 800, 600 }, 1, 1, TRUE },
      { "Zoë – Ωμέγα", { 800, 0, 1600, 1200 }, { 0, 0, 1600, 1200 }, 1, 1, FALSE },
      { "tiny", { 2400, 0, 100, 100 }, { 0, 0, 100, 100 }, 1, 1, FALSE } },
    { { .id = "1", .bounds = { 0, 0, 800, 600 },      .states = SHOWN },
      { .id = "2", .bounds = { 800, 0, 1600, 1200 },  .states = ACTIVE },
      { .id = "3", .bounds = { 2410, 10, 20, 20 },    .states = SHOWN } } },
};

static const double scales[] = { 1, 1.25, 1.5, 2 };

static const struct { const char *name; const PelMapTheme *theme; guint32 ground; } themes[] = {
  { "light", &pel_map_theme_light, 0xfafafb },
  { "dark",  &pel_map_theme_dark,  0x222226 },
};
/* clang-format on */

typedef struct
{
  PelDesktop        *desktop;
  const PelMapTheme *theme;
} Picture;

static PelDesktop *
make_desktop (const Scene *scene)
{
  static const PelPlatform     platform = { PEL_PLATFORM_WAYLAND, "test", NULL, 0 };
  GPtrArray                   *windows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (PelMonitorLayout) layout = NULL;
  guint                        n_monitors = 0;

  while (n_monitors < G_N_ELEMENTS (scene->monitors) && scene->monitors[n_monitors].name != NULL)
    n_monitors++;
  layout = pel_monitor_layout_new (scene->monitors, n_monitors);
  for (guint i = 0; i < G_N_ELEMENTS (scene->windows) && scene->windows[i].id != NULL; i++)
    g_ptr_array_add (windows, pel_window_new (&scene->windows[i]));
  return pel_desktop_new (&platform, layout, windows);
}

static void
paint (cairo_t *cr, double width, double height, gconstpointer data)
{
  const Picture *picture = data;

  pel_paint_monitor_map (cr, picture->desktop, picture->theme, width, height);
}

static void
test_scene (gconstpointer data)
{
  const Scene           *scene = data;
  g_autoptr (PelDesktop) desktop = make_desktop (scene);

  for (gsize i = 0; i < G_N_ELEMENTS (themes); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (scales); k++)
      {
        Picture          picture = { desktop, themes[i].theme };
        g_autofree char *name = g_strdup_printf ("monitor-map-%s-%s", scene->name, themes[i].name);

        pel_golden_check (name, scales[k], WIDTH, HEIGHT, themes[i].ground, paint, &picture);
      }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/golden/monitor-map/%s", scenes[i].name);

      g_test_add_data_func (path, &scenes[i], test_scene);
    }
  status = g_test_run ();
  pango_cairo_font_map_set_default (NULL);
  FcFini ();
  return status;
}
