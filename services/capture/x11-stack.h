/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/x11-round.h"

/* One window that is shown: a child of the root. A value. */
typedef struct
{
  xcb_window_t   window;
  xcb_visualid_t visual;
  int            depth;
  int            x, y, width, height; /* with its border, which X leaves out */
  int            border;
  gboolean       is_shaped; /* it is no rectangle */
  gboolean       is_ours;   /* drawn by us above all others: in no picture */
} PelX11Layer;

/**
 * PelX11Stack:
 *
 * What lies on the root window at one instant, the lowest first. A value on the heap.
 */
typedef struct
{
  GArray      *layers; /* of PelX11Layer */
  int          width, height;
  xcb_pixmap_t wallpaper; /* 0: no one says that there is one */
  gboolean     has_compositor;
  gboolean     is_black;    /* what the compositor shows where no one has set a wallpaper */
  gboolean     is_cut;      /* there are more than are looked at */
  gboolean     has_changed; /* it was checked, and is not any more as it says */
  GPtrArray   *children;    /* all of them, shown or not; its own business */
} PelX11Stack;

PelX11Stack *pel_x11_stack_new (void);
void         pel_x11_stack_free (PelX11Stack *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelX11Stack, pel_x11_stack_free)

/* (nullable): the layer of this window. */
const PelX11Layer *pel_x11_stack_find (const PelX11Stack *self, xcb_window_t window);

/* Fails as a round does. */
void         pel_x11_stack_query_async (PelX11Connection   *connection,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
PelX11Stack *pel_x11_stack_query_finish (GAsyncResult *result, GError **error);

/* Asks once more, with the other requests of @round: has_changed is then known when it is done. */
void pel_x11_stack_check (PelX11Stack *self, PelX11Connection *connection, PelX11Round *round);
