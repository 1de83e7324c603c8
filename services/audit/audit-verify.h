/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-extent.h"
#include "services/audit/audit-report.h"

/* Reads all of @extent and says what is wrong with it, with file and line. @key (nullable): a first
 * key that the person kept; else one that is still in the folder is taken. Without either, seals
 * are not checked, and the chain of hashes, the count of the key and the witnesses have to do.
 *
 * What that proves: see docs/audit.md. It takes time in proportion to the lines, and blocks. */
PelAuditReport *pel_audit_verify (const PelAuditExtent *extent,
                                  const PelAuditKey    *key,
                                  GCancellable         *cancellable,
                                  GError              **error);
