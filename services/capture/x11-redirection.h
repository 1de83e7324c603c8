/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/x11-stack.h"

/**
 * PelX11Redirection:
 *
 * Sees to it that windows have their own pixels, also where another one lies above them. A
 * compositor does that anyway. Without one the server is asked to, which costs it memory and time:
 * only for as long as pictures are taken, and some seconds more.
 */
typedef struct _PelX11Redirection PelX11Redirection;

PelX11Redirection *pel_x11_redirection_new (PelX11Connection *connection);
void               pel_x11_redirection_free (PelX11Redirection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelX11Redirection, pel_x11_redirection_free)

/* Of every event of the connection. */
void pel_x11_redirection_hear (PelX11Redirection *self, const xcb_generic_event_t *event);

/* Ends when the windows of @stack have painted what was covered before, or have had the time to. */
void     pel_x11_redirection_ensure_async (PelX11Redirection  *self,
                                           const PelX11Stack  *stack,
                                           GCancellable       *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer            user_data);
gboolean pel_x11_redirection_ensure_finish (GAsyncResult *result, GError **error);
