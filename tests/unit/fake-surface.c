/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/fake-surface.h"

G_DEFINE_FINAL_TYPE (PelFakeSurface, pel_fake_surface, PEL_TYPE_SURFACE)

static void
set_scenes (PelSurface *surface, const PelMonitorLayout *layout, GPtrArray *scenes)
{
  PelFakeSurface *self = PEL_FAKE_SURFACE (surface);

  g_clear_pointer (&self->scenes, g_ptr_array_unref);
  self->scenes = g_ptr_array_ref (scenes);
  self->n_drawn++;
}

static void
hide (PelSurface *surface)
{
  PelFakeSurface *self = PEL_FAKE_SURFACE (surface);

  g_clear_pointer (&self->scenes, g_ptr_array_unref);
  self->n_hidden++;
}

static void
pel_fake_surface_finalize (GObject *object)
{
  g_clear_pointer (&PEL_FAKE_SURFACE (object)->scenes, g_ptr_array_unref);
  G_OBJECT_CLASS (pel_fake_surface_parent_class)->finalize (object);
}

static void
pel_fake_surface_class_init (PelFakeSurfaceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_fake_surface_finalize;
  PEL_SURFACE_CLASS (klass)->set_scenes = set_scenes;
  PEL_SURFACE_CLASS (klass)->hide = hide;
}

static void
pel_fake_surface_init (PelFakeSurface *self)
{
}

PelFakeSurface *
pel_fake_surface_new (void)
{
  return g_object_new (PEL_TYPE_FAKE_SURFACE, NULL);
}

guint
pel_fake_surface_get_n_scenes (PelFakeSurface *self)
{
  return self->scenes != NULL ? self->scenes->len : 0;
}

const char *
pel_fake_surface_find_text (PelFakeSurface *self, PelItemKind kind, PelShade shade)
{
  const PelScene *scene =
      pel_fake_surface_get_n_scenes (self) > 0 ? g_ptr_array_index (self->scenes, 0) : NULL;

  for (guint i = 0; scene != NULL && i < scene->items->len; i++)
    {
      const PelSceneItem *item = &g_array_index (scene->items, PelSceneItem, i);

      if (item->kind == kind && (shade == PEL_N_SHADES || item->shade == shade))
        return item->text;
    }
  return NULL;
}
