/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/picture.h"

#include "overlay/scene-diff.h"

PelPicture *
pel_picture_new (cairo_surface_t *image)
{
  PelPicture *self = g_new0 (PelPicture, 1);

  self->image = image;
  return self;
}

void
pel_picture_free (PelPicture *self)
{
  if (self == NULL)
    return;
  cairo_surface_destroy (self->image);
  pel_scene_unref (self->scene);
  g_free (self);
}

/* Another mode draws the same scene differently: all of it is taken away and drawn again. */
static cairo_region_t *
find_damage (const PelPicture *self, const PelScene *scene, PelPainterMode mode)
{
  cairo_rectangle_int_t all = {
    0, 0, cairo_image_surface_get_width (self->image), cairo_image_surface_get_height (self->image)
  };
  cairo_region_t *damage;

  if (self->scene == scene && self->mode == mode)
    return cairo_region_create ();
  if (self->mode == mode)
    damage = pel_scene_diff (self->scene, scene);
  else
    {
      cairo_region_t *before = pel_scene_diff (self->scene, NULL);

      damage = pel_scene_diff (NULL, scene);
      cairo_region_union (damage, before);
      cairo_region_destroy (before);
    }
  cairo_region_intersect_rectangle (damage, &all);
  return damage;
}

static void
clear (cairo_t *cr, const cairo_region_t *damage)
{
  for (int i = 0; i < cairo_region_num_rectangles (damage); i++)
    {
      cairo_rectangle_int_t r;

      cairo_region_get_rectangle (damage, i, &r);
      cairo_rectangle (cr, r.x, r.y, r.width, r.height);
    }
  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_fill (cr);
}

cairo_region_t *
pel_picture_show (PelPicture *self, PelScene *scene, PelPainterMode mode)
{
  cairo_region_t *damage = find_damage (self, scene, mode);

  if (!cairo_region_is_empty (damage))
    {
      cairo_t *cr = cairo_create (self->image);

      if (scene != NULL)
        pel_painter_paint (scene, mode, cr, damage);
      else
        clear (cr, damage);
      cairo_destroy (cr);
      cairo_surface_flush (self->image);
    }
  if (scene != NULL)
    pel_scene_ref (scene);
  pel_scene_unref (self->scene);
  self->scene = scene;
  self->mode = mode;
  return damage;
}
