/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-source.h"

/* A PelWindowSource for the X server that DISPLAY names. */
#define PEL_TYPE_X11_WINDOW_SOURCE (pel_x11_window_source_get_type ())
G_DECLARE_FINAL_TYPE (PelX11WindowSource, pel_x11_window_source, PEL, X11_WINDOW_SOURCE, GObject)

/* Waits for the server; made once, when the session starts. */
PelWindowSource *pel_x11_window_source_new (GError **error);
