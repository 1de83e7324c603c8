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

/* One switch that stops all acting. Every way of acting asks pel_gate_check() right before it goes
 * out; what is out cannot be called back. There is one for the process, on purpose, as with the
 * guard. Main thread only. */

/* Closes it for this reason; it is open again when each closing has been taken back. */
void     pel_gate_close (PelGateReason reason);
void     pel_gate_open (PelGateReason reason);
gboolean pel_gate_is_closed (PelGateReason reason);

/* FALSE with PEL_ERROR_DENIED and the reason: it is closed. */
gboolean pel_gate_check (GError **error);
