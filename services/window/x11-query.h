/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"
#include "services/window/x11-connection.h"

/* Asks an X server for its monitors, windows and abilities, in a few rounds of requests that are
 * each sent at once: EWMH for the windows, RandR for the monitors, XRes for who owns what (a
 * window's own word about its process is used only where the server cannot tell). */
void        pel_x11_query_async (PelX11Connection   *connection,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
PelDesktop *pel_x11_query_finish (GAsyncResult *result, GError **error);

/* The font resolution among X resources ("Xft.dpi:\t144"), as a scale; 1 where it is not set. */
double pel_x11_scale_from_resources (const char *resources, gsize length);
