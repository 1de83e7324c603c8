/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-line.h"
#include "services/audit/audit-place.h"

/**
 * PelAuditWriter:
 *
 * An open log: the only one that writes to its folder, as long as it lives. It blocks, and is used
 * by one thread at a time. After any failure it is of no more use: free it and open another, which
 * looks at what is really there. That is the one way in which a log goes on, whether the disk was
 * full or the power went.
 */
typedef struct _PelAuditWriter PelAuditWriter;

/* PEL_ERROR_DENIED where another process writes this log, or it cannot be written. What a killed
 * writer left, what is missing, and a new key are recorded in notes of their own. */
PelAuditWriter *pel_audit_writer_new (PelAuditPlace *place, GError **error);
void            pel_audit_writer_free (PelAuditWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAuditWriter, pel_audit_writer_free)

/* The number of the record, when it is on disk; 0 with an error. @members: JSON of an object. */
guint64 pel_audit_writer_append (PelAuditWriter *self,
                                 PelAuditKind    kind,
                                 const char     *members,
                                 GError        **error);

/* The number of the last record that stands in the file: of one that failed it says whether that
 * was written all the same, and only what comes after it could not be done. */
guint64 pel_audit_writer_get_last_seq (const PelAuditWriter *self);
