/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/surface.h"

/**
 * PelLayerShellSurface:
 *
 * A pane above each output that has something to show. Outputs come and go; they are known by
 * their names.
 */
#define PEL_TYPE_LAYER_SHELL_SURFACE (pel_layer_shell_surface_get_type ())
G_DECLARE_FINAL_TYPE (
    PelLayerShellSurface, pel_layer_shell_surface, PEL, LAYER_SHELL_SURFACE, PelSurface)

/* On the compositor of the environment. What it offers is known later: it may still fail. */
PelSurface *pel_layer_shell_surface_new (GError **error);
