/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-source.h"

/* A PelWindowSource for the sway of SWAYSOCK and WAYLAND_DISPLAY. sway reports neither moves nor
 * resizes nor scales, so while someone watches it is asked four times a second as well; then
 * "changed" comes only where something is different. */
#define PEL_TYPE_SWAY_WINDOW_SOURCE (pel_sway_window_source_get_type ())
G_DECLARE_FINAL_TYPE (PelSwayWindowSource, pel_sway_window_source, PEL, SWAY_WINDOW_SOURCE, GObject)

/* Connects, and waits for no answer: the driver's version is "unknown" until a first query. */
PelWindowSource *pel_sway_window_source_new (GError **error);
