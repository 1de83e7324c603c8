/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/shared-memory.h"
#include "services/window/x11-connection.h"

/* How pixels reach the server. */
typedef enum
{
  PEL_X11_SENT,   /* through the connection: on any server */
  PEL_X11_SHARED, /* it reads our memory: no more than a request is sent */
} PelX11Road;

/**
 * PelX11Pixels:
 *
 * The pixels of an X window, painted here. They must not be painted while the server may still be
 * reading: who puts them waits for the answer to a later request.
 */
typedef struct _PelX11Pixels PelX11Pixels;

PelX11Pixels *pel_x11_pixels_new (
    PelX11Connection *connection, PelX11Road road, int width, int height, GError **error);
void pel_x11_pixels_free (PelX11Pixels *self);

/* (transfer none) */
PelSharedMemory *pel_x11_pixels_get_memory (PelX11Pixels *self);

/* Copies @damage to the same place of @window; it is then all that was copied. The number of the
 * first request. */
unsigned int pel_x11_pixels_put (PelX11Pixels   *self,
                                 cairo_region_t *damage,
                                 xcb_window_t    window,
                                 xcb_gcontext_t  gc);

/* Whether @refusal is the server's, to read our memory. */
gboolean pel_x11_pixels_is_refused (PelX11Pixels *self, const xcb_generic_event_t *refusal);
