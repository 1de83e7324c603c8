/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* Why nothing may be done at present. */
typedef enum
{
  PEL_GATE_STOPPED,  /* the panic key, “pellucid stop” */
  PEL_GATE_QUESTION, /* the person is being asked: nothing may answer in their place */
  PEL_GATE_PERSON,   /* the person is at the keyboard or the pointer */
  PEL_N_GATE_REASONS
} PelGateReason;

/* How long after the person's last key or movement acting goes on. */
#define PEL_GATE_PERSON_MS 2000

/* One switch that stops all acting. Every way of acting asks pel_gate_check() right before it goes
 * out; what is out cannot be called back. There is one for the process, on purpose, as with the
 * guard. Main thread only.
 *
 * @own_since: when the person asked for the act themselves (monotonic time), at a terminal or in
 * the inspector: what they did with their hands before that does not hold it up. 0: somebody else
 * asked. */

/* Closes it for this reason; it is open again when each closing has been taken back. Not for
 * PEL_GATE_PERSON, which closes with pel_gate_note_person() and opens automatically. */
void pel_gate_close (PelGateReason reason);
void pel_gate_open (PelGateReason reason);

/* The person has just pressed something or moved the pointer. */
void pel_gate_note_person (void);

gboolean pel_gate_is_closed (PelGateReason reason);

/* PEL_ERROR_DENIED, and the words for this reason. */
void pel_gate_set_error (PelGateReason reason, GError **error);

/* FALSE with PEL_ERROR_DENIED and the reason: it is closed. */
gboolean pel_gate_check (gint64 own_since, GError **error);

/* Waits until it is open. Fails as pel_gate_check() at once where acting was stopped, and when
 * @timeout_ms have passed; and with G_IO_ERROR_CANCELLED. */
void     pel_gate_wait_async (gint64              own_since,
                              guint               timeout_ms,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
gboolean pel_gate_wait_finish (GAsyncResult *result, GError **error);
