/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-key.h"
#include "services/audit/audit-record.h"

typedef enum
{
  PEL_AUDIT_INTENT,  /* on disk before the act happens */
  PEL_AUDIT_OUTCOME, /* of an act, and the one line of a capture or a denial */
  PEL_AUDIT_NOTE,    /* about the log, the policy or this program */
  PEL_N_AUDIT_KINDS
} PelAuditKind;

/* What is not printable takes up to three times as much. */
#define PEL_AUDIT_MAX_LINE_BYTES (3 * PEL_AUDIT_MAX_RECORD_BYTES + 1024)

/* What stands before the first record. */
#define PEL_AUDIT_NO_HASH "0000000000000000000000000000000000000000000000000000000000000000"

/**
 * PelAuditLine:
 *
 * One record as it is in the file, without the line break:
 *
 *   {"seq":12,"time":"2026-11-16T15:08:00.123456Z","kind":"intent",…,"prev":"HASH","seal":"HMAC"}
 *
 * prev is the SHA-256 of the line before, seal and all; seal is the HMAC of all that stands before
 * ‘,"seal"’. Both are over the bytes as they are, so that no one has to agree on how JSON is
 * written. A value; @text is borrowed.
 */
typedef struct
{
  const char *text;
  gsize       length;
  gsize       sealed_length;
  guint64     seq;
  char        prev[PEL_AUDIT_HASH_SIZE];
  char        seal[PEL_AUDIT_HASH_SIZE];
} PelAuditLine;

const char *pel_audit_kind_to_string (PelAuditKind kind);

/* A line for record key->seq, without its break. @members: JSON of an object; what is not printable
 * in it is written as \uXXXX. */
char *pel_audit_line_compose (PelAuditKind       kind,
                              gint64             time_us,
                              const char        *members,
                              const char        *prev,
                              const PelAuditKey *key);

/* FALSE for what is no line that pel_audit_line_compose() could have made. Looks at its frame only:
 * that what is in between is JSON follows from its seal, or else does not matter. */
gboolean pel_audit_line_split (const char *text, gsize length, PelAuditLine *ret_line);

void pel_audit_line_hash (const char *text, gsize length, char ret_hash[PEL_AUDIT_HASH_SIZE]);
