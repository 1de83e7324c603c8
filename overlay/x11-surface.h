/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/surface.h"

/**
 * PelX11Surface:
 *
 * One window over all monitors, shaped to what is drawn. While a compositor runs, veils are
 * blended with what lies below; without one, only what is opaque is drawn. It goes above whatever
 * comes above it. At most one batch of requests is under way, so that a server that stands still
 * is never written to in vain.
 */
#define PEL_TYPE_X11_SURFACE (pel_x11_surface_get_type ())
G_DECLARE_FINAL_TYPE (PelX11Surface, pel_x11_surface, PEL, X11_SURFACE, PelSurface)

/* On the display of the environment. */
PelSurface *pel_x11_surface_new (GError **error);
