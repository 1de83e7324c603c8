/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-report.h"

/* A line, for people: a file and a number in it. */
typedef struct
{
  const char *file;
  guint64     line;
} PelAuditWhere;

/* Numbers that were passed over, and may still come. */
typedef struct _PelAuditGaps PelAuditGaps;

PelAuditGaps *pel_audit_gaps_new (void);
void          pel_audit_gaps_free (PelAuditGaps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAuditGaps, pel_audit_gaps_free)

/* @first to @last are missing before the line at @where. FALSE where there are too many gaps: then
 * they are missing. */
gboolean pel_audit_gaps_add (PelAuditGaps *self, guint64 first, guint64 last, PelAuditWhere where);

/* Whether @seq was passed over; then it is not any more. */
gboolean pel_audit_gaps_take (PelAuditGaps *self, guint64 seq);

/* Reports all that never came. */
void pel_audit_gaps_report (PelAuditGaps *self, PelAuditReport *report);
