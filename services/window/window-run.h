/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-control.h"

/* The course of an order, the same on every window system: wait at the gate → look → whose window
 * is it, and is it so already? → send → look whenever something changes, until it is so or the time
 * is up. For implementations of PelWindowControl. */

/* Gives the order to the window system: of @window, as it is on @desktop. Asks the guard and the
 * gate right before. Returns a boolean through @task (transfer full), whose source object is the
 * control; what is lent lives as long as the task. */
typedef void (*PelWindowSendFunc) (GTask                *task,
                                   PelDesktop           *desktop,
                                   PelWindow            *window,
                                   const PelWindowOrder *order);

void pel_window_run_async (PelWindowControl     *control,
                           PelWindowSource      *source,
                           PelWindowSendFunc     send,
                           const PelWindowOrder *order,
                           GCancellable         *cancellable,
                           GAsyncReadyCallback   callback,
                           gpointer              user_data);

/* As pel_window_control_run_finish(). */
PelDesktop *pel_window_run_finish (GAsyncResult *result, PelWindowReply *ret_reply, GError **error);
