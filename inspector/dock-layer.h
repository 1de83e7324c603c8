/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/dock.h"

/**
 * PelDockLayer:
 *
 * A panel of the compositor (wlr-layer-shell), by gtk4-layer-shell. A surface is such a panel from
 * its first frame to its last: whoever docks, or floats again, does so in a new window.
 */
#define PEL_TYPE_DOCK_LAYER (pel_dock_layer_get_type ())
G_DECLARE_FINAL_TYPE (PelDockLayer, pel_dock_layer, PEL, DOCK_LAYER, PelDock)

gboolean pel_dock_layer_is_possible (GdkDisplay *display);
