/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-canvas.h"

#include "overlay/picture.h"

/* One monitor's part. */
typedef struct
{
  char           *monitor;
  int             x, y;
  PelPicture     *picture;
  cairo_region_t *shape; /* of what is painted, from the corner of the monitor */
} View;

struct _PelX11Canvas
{
  PelX11Pixels *pixels;
  GPtrArray    *views; /* of View */
};

static void
view_free (View *view)
{
  g_free (view->monitor);
  pel_picture_free (view->picture);
  cairo_region_destroy (view->shape);
  g_free (view);
}

static View *
view_new (PelSharedMemory *memory, const PelMonitor *monitor, const PelPhysicalRect *bounds)
{
  const PelPhysicalRect *p = &monitor->physical;
  View                  *view = g_new0 (View, 1);

  view->monitor = g_strdup (monitor->name);
  view->x = p->x - bounds->x;
  view->y = p->y - bounds->y;
  view->picture =
      pel_picture_new (pel_shared_memory_view (memory, view->x, view->y, p->width, p->height));
  view->shape = cairo_region_create ();
  return view;
}

static PelScene *
find_scene (GPtrArray *scenes, const char *monitor)
{
  for (guint i = 0; i < scenes->len; i++)
    {
      PelScene *scene = g_ptr_array_index (scenes, i);

      if (g_str_equal (scene->monitor, monitor))
        return scene;
    }
  return NULL;
}

/* Outside of @change, which is where the scene is another one now, the shape stays as it was. */
static void
update_shape (View *view, PelScene *scene, PelPainterMode mode, const cairo_region_t *change)
{
  cairo_region_subtract (view->shape, change);
  if (scene != NULL)
    {
      cairo_region_t *part = pel_painter_get_shape_within (scene, mode, change);

      cairo_region_union (view->shape, part);
      cairo_region_destroy (part);
    }
}

/* What has changed is added to @damage. */
static void
view_show (View *view, PelScene *scene, PelPainterMode mode, cairo_region_t *damage)
{
  cairo_region_t *change = pel_picture_show (view->picture, scene, mode);

  if (!cairo_region_is_empty (change))
    {
      update_shape (view, scene, mode, change);
      cairo_region_translate (change, view->x, view->y);
      cairo_region_union (damage, change);
    }
  cairo_region_destroy (change);
}

PelX11Canvas *
pel_x11_canvas_new (PelX11Connection       *connection,
                    PelX11Road              road,
                    const PelMonitorLayout *layout,
                    GError                **error)
{
  PelPhysicalRect bounds = pel_monitor_layout_get_bounds (layout);
  PelX11Pixels *pixels = pel_x11_pixels_new (connection, road, bounds.width, bounds.height, error);
  PelX11Canvas *self;

  if (pixels == NULL)
    return NULL;
  self = g_new0 (PelX11Canvas, 1);
  self->pixels = pixels;
  self->views = g_ptr_array_new_with_free_func ((GDestroyNotify) view_free);
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    g_ptr_array_add (self->views,
                     view_new (pel_x11_pixels_get_memory (pixels),
                               pel_monitor_layout_get_monitor (layout, i),
                               &bounds));
  return self;
}

void
pel_x11_canvas_free (PelX11Canvas *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->views);
  pel_x11_pixels_free (self->pixels);
  g_free (self);
}

PelX11Pixels *
pel_x11_canvas_get_pixels (PelX11Canvas *self)
{
  return self->pixels;
}

void
pel_x11_canvas_show (PelX11Canvas   *self,
                     GPtrArray      *scenes,
                     PelPainterMode  mode,
                     cairo_region_t *damage)
{
  for (guint i = 0; i < self->views->len; i++)
    {
      View *view = g_ptr_array_index (self->views, i);

      view_show (view, find_scene (scenes, view->monitor), mode, damage);
    }
}

cairo_region_t *
pel_x11_canvas_dup_shape (PelX11Canvas *self)
{
  cairo_region_t *shape = cairo_region_create ();

  for (guint i = 0; i < self->views->len; i++)
    {
      View           *view = g_ptr_array_index (self->views, i);
      cairo_region_t *part = cairo_region_copy (view->shape);

      cairo_region_translate (part, view->x, view->y);
      cairo_region_union (shape, part);
      cairo_region_destroy (part);
    }
  return shape;
}
