/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/scene.h"

static void
clear_item (PelSceneItem *item)
{
  g_free (item->text);
  g_clear_pointer (&item->pieces, g_array_unref);
}

PelScene *
pel_scene_new (const char *monitor, int width, int height, double scale)
{
  PelScene *self = g_atomic_rc_box_new0 (PelScene);

  self->monitor = g_strdup (monitor);
  self->width = CLAMP (width, 0, PEL_COORDINATE_LIMIT);
  self->height = CLAMP (height, 0, PEL_COORDINATE_LIMIT);
  self->scale = scale;
  self->items = g_array_new (FALSE, FALSE, sizeof (PelSceneItem));
  g_array_set_clear_func (self->items, (GDestroyNotify) clear_item);
  return self;
}

PelScene *
pel_scene_ref (PelScene *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_scene (PelScene *self)
{
  g_free (self->monitor);
  g_array_unref (self->items);
}

void
pel_scene_unref (PelScene *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) clear_scene);
}

void
pel_scene_add (PelScene *self, const PelSceneItem *item)
{
  PelSceneItem copy = *item;

  g_return_if_fail (item->kind < PEL_N_ITEM_KINDS && item->shade < PEL_N_SHADES);

  copy.text = g_strdup (item->text);
  copy.pieces = item->pieces != NULL ? g_array_copy (item->pieces) : NULL;
  g_array_append_val (self->items, copy);
}
