/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/surface.h"
#include "services/window/desktop.h"

/* The surface of the window system that the environment names. What pel_overlay_support_refuse()
 * refuses is not tried: ask it first. Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE where the window
 * system cannot be reached, or is none that this build knows. */
PelSurface *pel_surface_new (PelPlatformKind platform, GError **error);
