/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/wayland-connection.h"

/**
 * PelWlrIdle:
 *
 * Whether anybody uses the first seat of a compositor, by whichever protocol it tells that. While
 * the seat is in use nothing is told; it is idle when nothing came for some milliseconds. Whatever
 * is done with virtual devices counts as well. Where a program wants the screen to stay on, a
 * compositor may say “in use” for as long.
 */
typedef struct _PelWlrIdle PelWlrIdle;

typedef void (*PelWlrIdleFunc) (gboolean is_idle, gpointer user_data);

/* The globals must be known. Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE. */
PelWlrIdle *pel_wlr_idle_new (PelWaylandConnection *connection,
                              guint                 timeout_ms,
                              PelWlrIdleFunc        func,
                              gpointer              user_data,
                              GError              **error);
void        pel_wlr_idle_free (PelWlrIdle *self);
