/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/x11-stack.h"
#include "services/geometry/monitor-layout.h"

/**
 * PelX11Composition:
 *
 * Windows put together on the server, as they lie above each other. Knows how pixels of the
 * server's visuals are meant.
 */
typedef struct _PelX11Composition PelX11Composition;

PelX11Composition *pel_x11_composition_new (PelX11Connection *connection);
void               pel_x11_composition_free (PelX11Composition *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelX11Composition, pel_x11_composition_free)

/* FALSE with PEL_ERROR_CAPABILITY_UNAVAILABLE where the server cannot: once the server has told
 * what it can do, with the other requests of a first round. */
void     pel_x11_composition_ask (PelX11Composition *self, PelX11Round *round);
gboolean pel_x11_composition_check (const PelX11Composition *self, GError **error);

/* What is drawn. A value. */
typedef struct
{
  const PelX11Stack      *stack;
  const PelMonitorLayout *layout; /* (nullable) nothing is drawn beside the monitors */
  PelPhysicalRect         rect;
  const PelX11Layer      *only;   /* (nullable) nothing but this one, on nothing */
  GHashTable             *hidden; /* set of xcb_window_t: black instead */
} PelX11Drawing;

/* Draws: only requests, no answer is needed. A pixmap of 32 bits, as large as the rectangle; free
 * it with xcb_free_pixmap(). */
xcb_pixmap_t pel_x11_composition_draw (PelX11Composition *self, const PelX11Drawing *drawing);
