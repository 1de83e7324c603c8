/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/surface.h"
#include "services/region/region-registry.h"

/* (transfer full): a surface of this window system. */
typedef PelSurface *(*PelSurfaceFunc) (gpointer data, GError **error);

/* What the person is told while picking. A value; what it points to is borrowed. */
typedef struct
{
  const char    *banner;   /* a sentence on every monitor */
  gboolean       is_below; /* at the bottom */
  PelRegionList *list;     /* (nullable) instead of the registry's, with letters … */
  GPtrArray     *hints;    /* … which are these, one for each; NULL: it is left out */
} PelOverlayGuide;

/**
 * PelOverlay:
 *
 * Shows what a registry holds, above all windows: its regions while they are to be shown, its marks
 * always, and while a person picks, how that is done. The surface is made when there is first
 * something to show; where that fails, or it fails later, the registry is told why, and it is tried
 * again after a while. It draws at most once a frame, and does nothing while nothing changes.
 *
 * Property "active": whether anything is to be shown, now or as soon as it can be seen.
 */
#define PEL_TYPE_OVERLAY (pel_overlay_get_type ())
G_DECLARE_FINAL_TYPE (PelOverlay, pel_overlay, PEL, OVERLAY, GObject)

PelOverlay *
pel_overlay_new (PelRegionRegistry *registry, PelSurfaceFunc make_surface, gpointer data);

/* NULL: nothing more. */
void pel_overlay_set_guide (PelOverlay *self, const PelOverlayGuide *guide);

/* Between the two nothing is shown, for a picture of what lies below. Each close has its open; they
 * may be nested. */
void pel_overlay_close_async (PelOverlay *self, GAsyncReadyCallback callback, gpointer user_data);
void pel_overlay_close_finish (PelOverlay *self, GAsyncResult *result);
void pel_overlay_open (PelOverlay *self);

gboolean pel_overlay_is_active (PelOverlay *self);
