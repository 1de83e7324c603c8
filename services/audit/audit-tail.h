/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-witness.h"

/* How a log ends: its last whole line, and what was left behind it by a writer that was stopped in
 * the midst of a line. A value. */
typedef struct
{
  PelAuditHead head;   /* seq 0 where there is no line */
  guint        number; /* of the last file; 0 where there is none */
  guint64      size;   /* of that file */
  gboolean     is_torn;
  guint64      n_torn; /* bytes behind the last line, less a line break at their end */
  char         torn_hash[PEL_AUDIT_HASH_SIZE];
  gboolean     needs_break; /* the file does not end with a line break */
} PelAuditTail;

/* Blocks; reads the last file, and those before it only where that has no line. */
gboolean pel_audit_tail_read (int folder_fd, PelAuditTail *ret_tail, GError **error);

/* The same for one file alone. */
gboolean
pel_audit_tail_read_file (int folder_fd, const char *name, PelAuditTail *ret_tail, GError **error);
