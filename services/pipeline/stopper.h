/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-log.h"

/**
 * PelStopper:
 *
 * Stops all acting, and lets it go on: the one thing behind “pellucid stop”, the panic key and the
 * inspector's banner. It closes the gate (PEL_GATE_STOPPED) once, however often it is asked to, and
 * has each change written down. Who may let it go on is checked by those who call. That it is
 * stopped outlives it: a file says so until it is resumed, whatever ends the session. Main thread
 * only.
 *
 * Signal "changed": acting has been stopped, or goes on.
 */
#define PEL_TYPE_STOPPER (pel_stopper_get_type ())
G_DECLARE_FINAL_TYPE (PelStopper, pel_stopper, PEL, STOPPER, GObject)

/* Takes a reference of @audit (nullable). @path (nullable): of the file that says that it is
 * stopped; whatever is there, it is stopped from the start. */
PelStopper *pel_stopper_new (PelAuditLog *audit, const char *path);

/* (transfer full): where that file of this person is. */
char *pel_stopper_dup_path (void);

gboolean pel_stopper_is_stopped (PelStopper *self);

/* @who: in words, for the audit log: pel_caller_dup_words(), or what was pressed. It is stopped
 * even where that cannot be written down. */
void pel_stopper_stop (PelStopper *self, const char *who);

/* FALSE: the file cannot be removed, so it stays stopped. */
gboolean pel_stopper_resume (PelStopper *self, const char *who, GError **error);
