/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/record-text.h"

#include <json-glib/json-glib.h>

/**
 * PelAuditEntry:
 *
 * One thing that the audit log tells of: an act with its intent and its outcome, which are two
 * lines there, or what is one line. Immutable.
 */
#define PEL_TYPE_AUDIT_ENTRY (pel_audit_entry_get_type ())
G_DECLARE_FINAL_TYPE (PelAuditEntry, pel_audit_entry, PEL, AUDIT_ENTRY, GObject)

/* (transfer full): of PelAuditEntry, the newest first. @rows: as the tool “audit” tells them, the
 * oldest first. @now: µs of real time. */
GListModel *pel_audit_entries_read (JsonArray *rows, gint64 now);

const PelRecordText *pel_audit_entry_get_text (PelAuditEntry *self);

/* (nullable): the program of the element that it was about; NULL: none that could be found again.
 */
const char *pel_audit_entry_get_bus_name (PelAuditEntry *self);
guint       pel_audit_entry_get_ref (PelAuditEntry *self);

/* (transfer full): what is wrong with the log and where, a line for each thing. @error: as the tool
 * answers. */
char *pel_audit_problems_dup_words (JsonObject *error);
