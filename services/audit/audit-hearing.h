/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-extent.h"
#include "services/audit/audit-gaps.h"

/* What all witnesses know, in the order of the records, to be held against these one by one. */
typedef struct _PelAuditHearing PelAuditHearing;

/* @extent is borrowed. */
PelAuditHearing *pel_audit_hearing_new (const PelAuditExtent *extent);
void             pel_audit_hearing_free (PelAuditHearing *self);

/* Reports a witness with another version of this record. Records are asked for in order. */
void pel_audit_hearing_ask (PelAuditHearing    *self,
                            const PelAuditHead *head,
                            PelAuditWhere       where,
                            PelAuditReport     *report);

/* The highest number that a witness knows of; 0 where none knows anything. */
guint64 pel_audit_hearing_get_last (PelAuditHearing *self);
