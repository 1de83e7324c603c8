/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/x11-hand-protocol.h"

#include <gio/gio.h>

/**
 * PelX11Hand:
 *
 * The process that makes gestures on X11 (pellucid-hand), seen from the session. Started with the
 * first question; when it dies, its successor first puts back what it has left. Whoever has it must
 * not ask a second time before the answer.
 */
typedef struct _PelX11Hand PelX11Hand;

/* @answer is NULL where it has died, or could not be started. */
typedef void (*PelX11HandFunc) (const PelHandAnswer *answer, gpointer user_data);

/* @path (nullable): where the program is; NULL: beside this one. */
PelX11Hand *pel_x11_hand_new (const char *path, GError **error);

/* It lets go of everything and ends by itself; @func of a question is not called any more. */
void pel_x11_hand_free (PelX11Hand *self);

void pel_x11_hand_ask (PelX11Hand           *self,
                       const PelHandRequest *request,
                       PelX11HandFunc        func,
                       gpointer              user_data);

/* It has not answered for too long: the question is dropped, and the process is given a second to
 * let go of everything before it is killed. */
void pel_x11_hand_give_up (PelX11Hand *self);

/* 0: it does not run. */
pid_t pel_x11_hand_get_pid (PelX11Hand *self);
