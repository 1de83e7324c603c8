/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/chord.h"
#include "services/input/gesture.h"
#include "services/window/window-source.h"

#include <sys/types.h>

/* Who can tell whether a button was pressed on what is meant: window systems know of windows, not
 * of what is in them. A value. */
typedef struct
{
  void (*ask_async) (gpointer            data,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data);
  gboolean (*ask_finish) (GAsyncResult *result, GError **error);
  gpointer data; /* outlives the gesture */

  /* Where the pointer goes before the button is let go of, if it was not: off what was pressed, so
   * that it is no click. */
  PelNativePoint aside;
} PelWitness;

/* Who a gesture is meant for. A value; what it points to is borrowed for the call. */
typedef struct _PelAddressee PelAddressee;

struct _PelAddressee
{
  const char *window_id; /* (nullable) whose window must be there: a popup of its program will do */
  pid_t       pid;       /* whose program; 0: whoever is there, as long as it is not ours */
  gint64      own_since; /* as for pel_gate_check() */
  guint       timeout_ms; /* beside its own pauses; 0 is not allowed */

  /* A menu or the like of the program, as its elements tell; empty: none. For window systems that
   * do not list popups; the program must be named. */
  PelNativeRect popup;

  /* (nullable) who must be where a button is let go after the pointer has been moved with it: its
   * window_id, pid and popup count. NULL: whoever is there, as long as it is not ours. */
  const PelAddressee *drop;

  const PelWitness *witness; /* (nullable) asked while the first button is down; NULL: no one */
};

/* (transfer full): with all that it points to but the data of its witness. */
PelAddressee *pel_addressee_copy (const PelAddressee *self);
void          pel_addressee_free (PelAddressee *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAddressee, pel_addressee_free)

/**
 * PelInput:
 *
 * Real input, as from the person's own pointer and keyboard: one implementation for each window
 * system. Nothing blocks; one gesture is made at a time, others wait for it.
 *
 * Right before each press of a button and each turn of the wheel, what lies under the pointer is
 * checked to be the addressee's, and before each key and string, who has the keyboard: in the same
 * breath where the window system allows it. What is ours is never hit, whoever is addressed.
 *
 * Whatever a gesture holds down is released when it ends, however it ends; also when this process
 * dies. Where it ends early with a button down, the pointer goes aside first, or back to where it
 * was pressed: so it is no click on something else, and nothing is dropped on the way.
 */
#define PEL_TYPE_INPUT (pel_input_get_type ())
G_DECLARE_INTERFACE (PelInput, pel_input, PEL, INPUT, GObject)

struct _PelInputInterface
{
  GTypeInterface parent_interface;

  const PelDriver *(*get_driver) (PelInput *self);
  gboolean (*is_checked_at_once) (PelInput *self);
  void (*make_async) (PelInput           *self,
                      PelGesture         *gesture,
                      const PelAddressee *addressee,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  gboolean (*make_finish) (PelInput *self, GAsyncResult *result, GError **error);

  /* (nullable) both */
  void (*probe_async) (PelInput           *self,
                       const PelChord     *chords,
                       guint               n_chords,
                       guint               timeout_ms,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data);
  gboolean (*probe_finish) (PelInput *self, GAsyncResult *result);
};

/* “xtest”, “wlr-virtual”. */
const PelDriver *pel_input_get_driver (PelInput *self);

/* Whether nothing can come between the check and the press. */
gboolean pel_input_is_checked_at_once (PelInput *self);

/* Fails before anything was pressed with PEL_ERROR_OBSCURED (another window is there, or has the
 * keyboard; the details say whose: “in_the_way” or “focus”), PEL_ERROR_OUT_OF_BOUNDS (no monitor
 * shows the point), PEL_ERROR_DENIED (ours, or the gate is closed),
 * PEL_ERROR_CAPABILITY_UNAVAILABLE (no key writes a character, no devices here); at any time with
 * PEL_ERROR_TIMEOUT, PEL_ERROR_CANCELLED and PEL_ERROR_APP_UNRESPONSIVE (the window system does not
 * answer), and as the witness does. An error that comes when a part has been done has “sent”: true
 * in its details. While the person is at the keyboard or the pointer it waits, if nothing is held
 * down, and else ends as denied. */
void     pel_input_make_async (PelInput           *self,
                               PelGesture         *gesture,
                               const PelAddressee *addressee,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data);
gboolean pel_input_make_finish (PelInput *self, GAsyncResult *result, GError **error);

/* Whether another program takes one of the chords, whichever program has the keyboard: FALSE where
 * the window system does not tell, TRUE of more chords than it can be asked about. */
void     pel_input_probe_async (PelInput           *self,
                                const PelChord     *chords,
                                guint               n_chords,
                                guint               timeout_ms,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
gboolean pel_input_probe_finish (PelInput *self, GAsyncResult *result);
