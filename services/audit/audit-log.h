/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-line.h"
#include "services/audit/audit-place.h"

#include <json-glib/json-glib.h>

/**
 * PelAuditLog:
 *
 * What was done and refused, one line each, in the order in which it was asked to write them. A
 * worker thread writes; nothing here blocks. Nothing is opened before the first record, and after
 * a failure each record tries again: a log that could not be written goes on when it can be.
 */
#define PEL_TYPE_AUDIT_LOG (pel_audit_log_get_type ())
G_DECLARE_FINAL_TYPE (PelAuditLog, pel_audit_log, PEL, AUDIT_LOG, GObject)

/* Takes a reference of @place. */
PelAuditLog *pel_audit_log_new (PelAuditPlace *place);

/* @content, as from pel_audit_record_to_json(), is read at once. There is no cancellable: what is
 * to be written down about an act is not taken back. Answers when the record is on disk. */
void pel_audit_log_append_async (PelAuditLog        *self,
                                 PelAuditKind        kind,
                                 JsonObject         *content,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);

/* The outcome of what was refused. @who: the program that was. Beyond PEL_AUDIT_DENIALS_PER_MINUTE
 * of one program it is only counted, and a note says how many there were when the minute is over;
 * then the answer is the number of the last record. */
void pel_audit_log_append_denial_async (PelAuditLog        *self,
                                        const char         *who,
                                        JsonObject         *content,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);

/* The number of the record; 0 with PEL_ERROR_DENIED where it could not be written: then nothing may
 * be done. */
guint64 pel_audit_log_append_finish (PelAuditLog *self, GAsyncResult *result, GError **error);

/* At the end of a program: runs the main context until every record is written and every intent has
 * its outcome, at most for @timeout_ms. */
void pel_audit_log_drain (PelAuditLog *self, guint timeout_ms);

/* (nullable) (transfer none): why the last record could not be written; NULL where it could. */
const GError *pel_audit_log_get_error (PelAuditLog *self);

/* (transfer none): where it is, for who reads it. */
PelAuditPlace *pel_audit_log_get_place (PelAuditLog *self);
