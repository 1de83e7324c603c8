/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/scene.h"
#include "services/geometry/monitor-layout.h"

#include <gio/gio.h>

/**
 * PelSurface:
 *
 * Pixels above all windows, on all monitors, that no click and no key ever stops at. One for each
 * window system. It shows the scenes that it is given and repaints only what differs from those
 * before. A surface whose input region cannot be made empty is never mapped.
 *
 * Signal "failed" (GError): it is not shown any more and will not be again (its connection is gone,
 * the compositor closed it); who made it may let go of it right then, and make a new one.
 */
#define PEL_TYPE_SURFACE (pel_surface_get_type ())
G_DECLARE_DERIVABLE_TYPE (PelSurface, pel_surface, PEL, SURFACE, GObject)

struct _PelSurfaceClass
{
  GObjectClass parent_class;

  void (*set_scenes) (PelSurface *self, const PelMonitorLayout *layout, GPtrArray *scenes);
  void (*hide) (PelSurface *self);
  void (*settle) (PelSurface *self, GTask *task); /* (nullable): takes @task, returns a boolean */
};

/* Shows @scenes (of PelScene, one for each monitor of @layout that has something to show, by name);
 * what is not in them is taken away. Drawn at the next moment that the window system allows. */
void pel_surface_set_scenes (PelSurface *self, const PelMonitorLayout *layout, GPtrArray *scenes);

/* Nothing is mapped any more. set_scenes() shows it again. */
void pel_surface_hide (PelSurface *self);

/* Ends when the window system has done all that was asked of it before: what was hidden cannot be
 * seen any more. Fails where the window system is gone. */
void pel_surface_settle_async (PelSurface *self, GAsyncReadyCallback callback, gpointer user_data);
gboolean pel_surface_settle_finish (PelSurface *self, GAsyncResult *result, GError **error);

/* For implementations. */
void pel_surface_emit_failed (PelSurface *self, const GError *error);
