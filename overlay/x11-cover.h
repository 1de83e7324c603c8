/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <xcb/xcb.h>

/**
 * PelX11Cover:
 *
 * Which children of the root window lie above ours, mapped or not, from the events that the root
 * tells of them. A window that is created lies on top without a word about its place, so that one
 * that is later put above it lies above us as well, though its event does not name us.
 */
typedef struct _PelX11Cover PelX11Cover;

PelX11Cover *pel_x11_cover_new (xcb_window_t ours);
void         pel_x11_cover_free (PelX11Cover *self);

/* We have asked to be above all, with the request of this number: what happened before it is
 * served does not count. */
void pel_x11_cover_raise (PelX11Cover *self, unsigned int sequence);

/* Takes any event of the root. The window that may have come into sight above ours by it, ours
 * where someone has moved that, or XCB_NONE. */
xcb_window_t pel_x11_cover_take (PelX11Cover *self, const xcb_generic_event_t *event);
