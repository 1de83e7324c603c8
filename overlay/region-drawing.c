/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/region-drawing.h"

#include "overlay/painter.h"

/* (nullable) */
static const PelMonitor *
find_monitor (const PelMonitorLayout *layout, const char *name)
{
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i);

      if (g_str_equal (monitor->name, name))
        return monitor;
    }
  return NULL;
}

/* The scene of a whole monitor, on nothing. */
static PelImage *
paint (const PelScene *scene, const PelMonitor *monitor)
{
  PelImage        *image = pel_image_new (monitor->physical.width, monitor->physical.height);
  cairo_surface_t *surface = cairo_image_surface_create_for_data ((guint8 *) image->pixels,
                                                                  CAIRO_FORMAT_ARGB32,
                                                                  image->width,
                                                                  image->height,
                                                                  image->width * 4);
  cairo_t         *cr = cairo_create (surface);

  pel_painter_paint (scene, PEL_PAINTER_BLENDED, cr, NULL);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  return image;
}

PelImage *
pel_region_drawing_draw (const PelSceneRequest *request,
                         PelImage              *image,
                         const PelPhysicalRect *rect)
{
  g_autoptr (GPtrArray) scenes = pel_scene_builder_build (request);
  PelImage             *drawn = pel_image_new (image->width, image->height);

  pel_image_copy (drawn, image, 0, 0);
  for (guint i = 0; i < scenes->len; i++)
    {
      const PelScene      *scene = g_ptr_array_index (scenes, i);
      const PelMonitor    *monitor = find_monitor (request->layout, scene->monitor);
      g_autoptr (PelImage) over = NULL;

      if (monitor == NULL)
        continue;
      over = paint (scene, monitor);
      pel_image_blend (drawn, over, monitor->physical.x - rect->x, monitor->physical.y - rect->y);
    }
  return drawn;
}
