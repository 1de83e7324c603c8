/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-source.h"

/* Having the keyboard and being in front of the others are two things. */
typedef enum
{
  PEL_WINDOW_FOCUS, /* it gets the keyboard, and so is shown and, mostly, in front */
  PEL_WINDOW_FRONT, /* nothing covers it; the keyboard stays where it is if it can */
  PEL_WINDOW_BACK,  /* it covers nothing */
  PEL_WINDOW_MINIMIZE,
  PEL_WINDOW_RESTORE, /* neither minimized, maximized nor fullscreen */
  PEL_WINDOW_MAXIMIZE,
  PEL_WINDOW_FULLSCREEN_ON,
  PEL_WINDOW_CLOSE, /* its program is asked to; it may ask the person first */
  PEL_WINDOW_MOVE,
  PEL_WINDOW_RESIZE,
  PEL_N_WINDOW_OPERATIONS
} PelWindowOperation;

/* What is to happen to one window. A value; the id is borrowed for the call. */
typedef struct
{
  const char        *window_id;
  PelWindowOperation operation;
  PelNativeRect      bounds;     /* move: where its corner goes; resize: how large it becomes */
  gint64             own_since;  /* as for pel_gate_check() */
  guint              timeout_ms; /* 0 is not allowed */
} PelWindowOrder;

/* How an order ended that was given. */
typedef enum
{
  PEL_WINDOW_DONE,    /* the window is so now */
  PEL_WINDOW_ALREADY, /* it was so before: nothing was done */
  PEL_WINDOW_PENDING, /* asked to close, it is still there: its program may ask the person */
} PelWindowReply;

/**
 * PelWindowControl:
 *
 * What windows can be made to do: one implementation for each window system. Nothing blocks.
 */
#define PEL_TYPE_WINDOW_CONTROL (pel_window_control_get_type ())
G_DECLARE_INTERFACE (PelWindowControl, pel_window_control, PEL, WINDOW_CONTROL, GObject)

struct _PelWindowControlInterface
{
  GTypeInterface parent_interface;

  const PelDriver *(*get_driver) (PelWindowControl *self);
  void (*run_async) (PelWindowControl     *self,
                     const PelWindowOrder *order,
                     GCancellable         *cancellable,
                     GAsyncReadyCallback   callback,
                     gpointer              user_data);
  PelDesktop *(*run_finish) (PelWindowControl *self,
                             GAsyncResult     *result,
                             PelWindowReply   *ret_reply,
                             GError          **error);
};

/* “fullscreen”. Never NULL. */
const char *pel_window_operation_to_string (PelWindowOperation operation);
gboolean    pel_window_operation_from_string (const char *name, PelWindowOperation *ret_operation);

const PelDriver *pel_window_control_get_driver (PelWindowControl *self);

/* (transfer full) of finish: the desktop as it is then, read back.
 *
 * Fails with PEL_ERROR_WINDOW_NOT_FOUND, PEL_ERROR_DENIED (the window is ours, or the gate is
 * closed), PEL_ERROR_CAPABILITY_UNAVAILABLE (this window system or window manager cannot do it:
 * nothing was done), PEL_ERROR_COMMAND_FAILED (it was asked to and the window is not so when the
 * time is up, or ends otherwise than wanted: the message says how it is), PEL_ERROR_CANCELLED,
 * PEL_ERROR_TIMEOUT. */
void        pel_window_control_run_async (PelWindowControl     *self,
                                          const PelWindowOrder *order,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
PelDesktop *pel_window_control_run_finish (PelWindowControl *self,
                                           GAsyncResult     *result,
                                           PelWindowReply   *ret_reply,
                                           GError          **error);
