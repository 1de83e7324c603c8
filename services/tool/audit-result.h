/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-report.h"
#include "services/tool/schema.h"

extern const PelField pel_audit_record_fields[];
extern const PelField pel_audit_report_fields[];

/* (transfer full): a record of the log as a row: what matters of it at a glance, and all of it. */
JsonObject *pel_audit_record_to_row (JsonObject *record);

/* (transfer full): of a log in which nothing is wrong. */
JsonObject *pel_audit_report_to_json (const PelAuditReport *report);

/* (transfer full): PEL_ERROR_VERIFICATION_FAILED with all problems; NULL if there are none. */
GError *pel_audit_report_dup_error (const PelAuditReport *report);
