/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of the overlay's surfaces share: a surface on the desktop of the environment, and
 * what every pixel of every monitor must be with it. */

#pragma once

#include "config.h"
#include "pixel-oracle.h"

#include "overlay/painter.h"
#include "overlay/surface-factory.h"
#include "services/window/window-source.h"
#if HAVE_X11
#include "services/window/x11-window-source.h"
#endif
#if HAVE_WAYLAND
#include "services/window/sway-window-source.h"
#endif

#include <math.h>
#include <string.h>

#define SHOW_TIMEOUT_MS 60000

typedef struct
{
  PelWindowSource *windows;
  PelSurface      *surface;
  PelDesktop      *desktop; /* as it was asked last */
  GPtrArray       *scenes;  /* of PelScene: what is shown */
  GPtrArray       *ground;  /* of PelOracleImage, one for each monitor: what is below */
  GError          *failure;
} SurfaceCase;

static inline gboolean
is_wayland (void)
{
  return g_getenv ("WAYLAND_DISPLAY") != NULL;
}

static inline PelPlatformKind
get_platform_kind (void)
{
  return is_wayland () ? PEL_PLATFORM_WAYLAND : PEL_PLATFORM_X11;
}

static inline PelWindowSource *
open_windows (void)
{
  g_autoptr (GError) error = NULL;
  PelWindowSource   *windows = NULL;

#if HAVE_WAYLAND
  if (is_wayland ())
    windows = pel_sway_window_source_new (&error);
#endif
#if HAVE_X11
  if (!is_wayland ())
    windows = pel_x11_window_source_new (&error);
#endif
  g_assert_no_error (error);
  return windows;
}

static inline void
result_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* The desktop as it is now. */
static inline void
surface_case_look (SurfaceCase *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;

  g_clear_object (&self->desktop);
  pel_window_source_query_async (self->windows, NULL, result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  self->desktop = pel_window_source_query_finish (self->windows, result, &error);
  g_assert_no_error (error);
}

static inline const PelMonitorLayout *
get_layout (SurfaceCase *self)
{
  return pel_desktop_get_layout (self->desktop);
}

static inline guint
get_n_monitors (SurfaceCase *self)
{
  return pel_monitor_layout_get_n_monitors (get_layout (self));
}

static inline const PelMonitor *
get_monitor (SurfaceCase *self, guint index)
{
  return pel_monitor_layout_get_monitor (get_layout (self), index);
}

static inline void
surface_failed_cb (PelSurface *surface, const GError *error, gpointer data)
{
  SurfaceCase *self = data;

  g_assert_no_error (self->failure);
  self->failure = g_error_copy (error);
}

static inline SurfaceCase *
surface_case_new (void)
{
  SurfaceCase       *self = g_new0 (SurfaceCase, 1);
  g_autoptr (GError) error = NULL;

  self->windows = open_windows ();
  surface_case_look (self);
  self->scenes = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_scene_unref);
  self->surface = pel_surface_new (get_platform_kind (), &error);
  g_assert_no_error (error);
  g_signal_connect (self->surface, "failed", G_CALLBACK (surface_failed_cb), self);
  return self;
}

static inline void
surface_case_free (SurfaceCase *self)
{
  g_clear_object (&self->surface);
  g_assert_no_error (self->failure);
  g_clear_pointer (&self->ground, g_ptr_array_unref);
  g_ptr_array_unref (self->scenes);
  g_clear_object (&self->desktop);
  g_clear_object (&self->windows);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SurfaceCase, surface_case_free)

/* pixels */

/* The part of @root that is at @rect. */
static inline PelOracleImage *
cut_image (const PelOracleImage *root, const PelPhysicalRect *rect)
{
  PelOracleImage *image = g_new0 (PelOracleImage, 1);

  image->width = rect->width;
  image->height = rect->height;
  image->pixels = g_new (guint32, (gsize) rect->width * (gsize) rect->height);
  for (int y = 0; y < rect->height; y++)
    memcpy (image->pixels + (gsize) y * (gsize) rect->width,
            root->pixels + (gsize) (rect->y + y) * (gsize) root->width + rect->x,
            (gsize) rect->width * sizeof (guint32));
  return image;
}

/* The picture of an output that is turned by 90° is that of its panel: as a person sees it who has
 * turned the panel. */
static inline PelOracleImage *
turn_image (const PelOracleImage *panel)
{
  PelOracleImage *image = g_new0 (PelOracleImage, 1);

  image->width = panel->height;
  image->height = panel->width;
  image->pixels = g_new (guint32, (gsize) image->width * (gsize) image->height);
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      image->pixels[(gsize) y * (gsize) image->width + (gsize) x] =
          panel->pixels[(gsize) x * (gsize) panel->width + (gsize) (panel->width - 1 - y)];
  return image;
}

/* One for each monitor: PelOracleImage. (transfer full) */
static inline GPtrArray *
capture_monitors (SurfaceCase *self)
{
  GPtrArray *images = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_oracle_image_free);
  g_autoptr (PelOracleImage) root = NULL;
  g_autoptr (GError)         error = NULL;

  if (!is_wayland ())
    root = pel_oracle_capture (NULL, &error);
  for (guint i = 0; i < get_n_monitors (self) && error == NULL; i++)
    {
      const PelMonitor *monitor = get_monitor (self, i);
      PelOracleImage   *image = root != NULL ? cut_image (root, &monitor->physical)
                                             : pel_oracle_capture (monitor->name, &error);

      if (image != NULL && image->width != monitor->physical.width)
        {
          PelOracleImage *panel = image;

          image = turn_image (panel);
          pel_oracle_image_free (panel);
        }
      g_ptr_array_add (images, image);
    }
  g_assert_no_error (error);
  return images;
}

/* Remembers what is on the screen, with nothing of ours on it. */
static inline void
surface_case_take_ground (SurfaceCase *self)
{
  g_clear_pointer (&self->ground, g_ptr_array_unref);
  self->ground = capture_monitors (self);
}

static inline PelScene *
find_scene (SurfaceCase *self, const char *monitor)
{
  for (guint i = 0; i < self->scenes->len; i++)
    if (g_str_equal (((PelScene *) g_ptr_array_index (self->scenes, i))->monitor, monitor))
      return g_ptr_array_index (self->scenes, i);
  return NULL;
}

static inline PelPainterMode
get_mode (SurfaceCase *self)
{
  const PelPlatform *platform = pel_desktop_get_platform (self->desktop);

  return is_wayland () || (platform->features & PEL_FEATURE_COMPOSITOR) != 0 ? PEL_PAINTER_BLENDED
                                                                             : PEL_PAINTER_SHAPED;
}

/* What the scene of a monitor looks like on nothing. (transfer full) (nullable) */
static inline cairo_surface_t *
paint_monitor (SurfaceCase *self, const PelMonitor *monitor)
{
  PelScene        *scene = find_scene (self, monitor->name);
  cairo_surface_t *image;
  cairo_t         *cr;

  if (scene == NULL)
    return NULL;
  image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32,
                                      monitor->physical.width,
                                      monitor->physical.height);
  cr = cairo_create (image);
  pel_painter_paint (scene, get_mode (self), cr, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

/* Whether @seen is @pixel, premultiplied, over @ground. Who blends may round; where there is
 * nothing to blend, nobody may. */
static inline gboolean
is_blend (guint32 pixel, guint32 ground, guint32 seen)
{
  int alpha = (int) (pixel >> 24);
  int slack = alpha == 0 || alpha == 255 ? 0 : 2;

  if (pixel == 0)
    return seen == ground;
  for (int shift = 0; shift <= 16; shift += 8)
    {
      int below = (int) (ground >> shift & 0xff);
      int above = (int) (pixel >> shift & 0xff);
      int expected = above + (below * (255 - alpha) + 127) / 255;

      if (ABS (expected - (int) (seen >> shift & 0xff)) > slack)
        return FALSE;
    }
  return TRUE;
}

/* Where an output's size is no multiple of its scale, no client reaches its last pixels. */
static inline int
get_unreachable (const PelMonitor *monitor, double native, int physical)
{
  int reached = (int) floor (native * monitor->ratio + 0.5);

  return MAX (physical - reached, 0) + (native * monitor->ratio != physical ? 1 : 0);
}

/* How many pixels of the monitor are not as they must be; the first of them. */
static inline guint
count_wrong (SurfaceCase *self, guint index, PelOracleImage *seen, int *ret_x, int *ret_y)
{
  const PelMonitor     *monitor = get_monitor (self, index);
  const PelOracleImage *ground = g_ptr_array_index (self->ground, index);
  cairo_surface_t      *painted = paint_monitor (self, monitor);
  int   width = seen->width - get_unreachable (monitor, monitor->native.width, seen->width);
  int   height = seen->height - get_unreachable (monitor, monitor->native.height, seen->height);
  guint n_wrong = 0;

  g_assert_cmpint (seen->width, ==, ground->width);
  g_assert_cmpint (seen->height, ==, ground->height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint32 pixel = 0;

        if (painted != NULL)
          memcpy (&pixel,
                  cairo_image_surface_get_data (painted) +
                      (gsize) y * (gsize) cairo_image_surface_get_stride (painted) + (gsize) x * 4,
                  sizeof pixel);
        if (is_blend (pixel,
                      ground->pixels[(gsize) y * (gsize) ground->width + (gsize) x],
                      seen->pixels[(gsize) y * (gsize) seen->width + (gsize) x]))
          continue;
        if (n_wrong++ == 0)
          {
            *ret_x = x;
            *ret_y = y;
          }
      }
  g_clear_pointer (&painted, cairo_surface_destroy);
  return n_wrong;
}

/* Runs the main loop for a moment. */
static inline void
pump (guint ms)
{
  gint64 end = g_get_monotonic_time () + ms * 1000;

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

/* Looks until every pixel of every monitor is as it must be. */
static inline void
surface_case_expect (SurfaceCase *self)
{
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, "wrong-surface.png", NULL);
  gint64           end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  for (guint i = 0; i < get_n_monitors (self);)
    {
      g_autoptr (GPtrArray) images = NULL;
      guint                 n_wrong = 0;
      int                   x = 0, y = 0;

      pump (10);
      images = capture_monitors (self);
      for (i = 0; i < images->len && n_wrong == 0; i += n_wrong == 0)
        n_wrong = count_wrong (self, i, g_ptr_array_index (images, i), &x, &y);
      if (n_wrong == 0 || g_get_monotonic_time () < end)
        continue;
      pel_oracle_save (g_ptr_array_index (images, i), path, NULL);
      g_error ("%s: %u pixels are wrong, the first at %d,%d: 0x%06x on 0x%06x; see %s",
               get_monitor (self, i)->name,
               n_wrong,
               x,
               y,
               pel_oracle_read (g_ptr_array_index (images, i), x, y),
               pel_oracle_read (g_ptr_array_index (self->ground, i), x, y),
               path);
    }
}

/* How many of the pixels that we draw opaque are not to be seen on that monitor; the first. */
static inline guint
count_covered (SurfaceCase *self, guint index, const PelOracleImage *seen, int *ret_x, int *ret_y)
{
  cairo_surface_t *painted = paint_monitor (self, get_monitor (self, index));
  guint            n_covered = 0;

  for (int y = 0; painted != NULL && y < seen->height; y++)
    for (int x = 0; x < seen->width; x++)
      {
        guint32 pixel;

        memcpy (&pixel,
                cairo_image_surface_get_data (painted) +
                    (gsize) y * (gsize) cairo_image_surface_get_stride (painted) + (gsize) x * 4,
                sizeof pixel);
        if (pixel >> 24 != 255 || is_blend (pixel, 0, pel_oracle_read (seen, x, y)))
          continue;
        if (n_covered++ == 0)
          {
            *ret_x = x;
            *ret_y = y;
          }
      }
  g_clear_pointer (&painted, cairo_surface_destroy);
  return n_covered;
}

/* Looks until nothing covers what we draw, whatever lies below it. */
static inline void
surface_case_expect_above (SurfaceCase *self)
{
  gint64 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  for (guint i = 0; i < get_n_monitors (self);)
    {
      g_autoptr (GPtrArray) images = NULL;
      guint                 n_covered = 0;
      int                   x = 0, y = 0;

      pump (10);
      images = capture_monitors (self);
      for (i = 0; i < images->len && n_covered == 0; i += n_covered == 0)
        n_covered = count_covered (self, i, g_ptr_array_index (images, i), &x, &y);
      if (n_covered > 0 && g_get_monotonic_time () > end)
        g_error ("%s: %u pixels are covered, the first at %d,%d",
                 get_monitor (self, i)->name,
                 n_covered,
                 x,
                 y);
    }
}

/* scenes */

static inline PelScene *
surface_case_add_scene (SurfaceCase *self, const PelMonitor *monitor)
{
  PelScene *scene = pel_scene_new (monitor->name,
                                   monitor->physical.width,
                                   monitor->physical.height,
                                   monitor->scale);

  g_ptr_array_add (self->scenes, scene);
  return scene;
}

static inline void
add_item (PelScene *scene, PelItemKind kind, PelShade shade, PelBufferRect rect, const char *text)
{
  pel_scene_add (scene,
                 &(PelSceneItem){
                     .kind = kind, .shade = shade, .rect = rect, .text = (char *) text });
}

static inline void
surface_case_forget (SurfaceCase *self)
{
  g_ptr_array_unref (self->scenes);
  self->scenes = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_scene_unref);
}

static inline void
surface_case_show (SurfaceCase *self)
{
  pel_surface_set_scenes (self->surface, get_layout (self), self->scenes);
}

static inline void
surface_case_hide (SurfaceCase *self)
{
  pel_surface_hide (self->surface);
  surface_case_forget (self);
}
