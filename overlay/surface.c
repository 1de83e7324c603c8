/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/surface.h"

G_DEFINE_ABSTRACT_TYPE (PelSurface, pel_surface, G_TYPE_OBJECT)

static guint failed_signal;

static void
pel_surface_class_init (PelSurfaceClass *klass)
{
  failed_signal = g_signal_new ("failed",
                                PEL_TYPE_SURFACE,
                                G_SIGNAL_RUN_LAST,
                                0,
                                NULL,
                                NULL,
                                NULL,
                                G_TYPE_NONE,
                                1,
                                G_TYPE_ERROR);
}

static void
pel_surface_init (PelSurface *self)
{
}

void
pel_surface_set_scenes (PelSurface *self, const PelMonitorLayout *layout, GPtrArray *scenes)
{
  g_autoptr (PelSurface) keep = NULL;

  g_return_if_fail (PEL_IS_SURFACE (self));
  g_return_if_fail (layout != NULL && scenes != NULL);

  keep = g_object_ref (self); /* if it fails now, its owner lets go of it */
  PEL_SURFACE_GET_CLASS (self)->set_scenes (self, layout, scenes);
}

void
pel_surface_hide (PelSurface *self)
{
  g_return_if_fail (PEL_IS_SURFACE (self));

  PEL_SURFACE_GET_CLASS (self)->hide (self);
}

void
pel_surface_settle_async (PelSurface *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PEL_IS_SURFACE (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, pel_surface_settle_async);
  if (PEL_SURFACE_GET_CLASS (self)->settle != NULL)
    PEL_SURFACE_GET_CLASS (self)->settle (self, g_steal_pointer (&task));
  else
    g_task_return_boolean (task, TRUE);
}

gboolean
pel_surface_settle_finish (PelSurface *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

void
pel_surface_emit_failed (PelSurface *self, const GError *error)
{
  g_signal_emit (self, failed_signal, 0, error);
}
