/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/surface.h"
#include "services/region/region-registry.h"

/* (transfer full): a surface of this window system. */
typedef PelSurface *(*PelSurfaceFunc) (gpointer data, GError **error);

/**
 * PelOverlay:
 *
 * Shows what a registry holds, above all windows: its regions while they are to be shown, its marks
 * always. The surface is made when there is first something to show; where that fails, or it fails
 * later, the registry is told why, and it is tried again after a while. It draws at most once a
 * frame, and does nothing while nothing changes.
 *
 * Property "active": whether anything is to be shown, now or as soon as it can be seen.
 */
#define PEL_TYPE_OVERLAY (pel_overlay_get_type ())
G_DECLARE_FINAL_TYPE (PelOverlay, pel_overlay, PEL, OVERLAY, GObject)

PelOverlay *
pel_overlay_new (PelRegionRegistry *registry, PelSurfaceFunc make_surface, gpointer data);

gboolean pel_overlay_is_active (PelOverlay *self);
