/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-reader.h"

/* What stands between two lines of a log and is no line itself: its length and hash, less a line
 * break at the end. However long it is, only its hash is held. */
typedef struct
{
  GChecksum *checksum; /* (nullable) NULL: nothing */
  guint64    n_bytes;
  gboolean   has_break; /* the last span ended with one, which is not in the above */
} PelAuditScrap;

void pel_audit_scrap_add (PelAuditScrap *self, const PelAuditSpan *span);
void pel_audit_scrap_clear (PelAuditScrap *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelAuditScrap, pel_audit_scrap_clear)

/* Ends it. */
void pel_audit_scrap_get_hash (PelAuditScrap *self, char ret_hash[PEL_AUDIT_HASH_SIZE]);
