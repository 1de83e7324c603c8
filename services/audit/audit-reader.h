/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-line.h"

/* A line of a file, or a piece of one that is longer than any line of a log. Valid until the next
 * one is read. */
typedef struct
{
  const char *text; /* without the line break */
  gsize       length;
  gboolean    has_break;
  guint64     number; /* of the line, from 1 */
  guint64     offset; /* of its first byte */
} PelAuditSpan;

/**
 * PelAuditReader:
 *
 * Reads one file line by line, up to the given size: what is being written meanwhile is
 * not looked at. It never holds more than a line, however the file looks. Blocks.
 */
typedef struct _PelAuditReader PelAuditReader;

/* Takes @fd. */
PelAuditReader *pel_audit_reader_new (int fd, guint64 size);
void            pel_audit_reader_free (PelAuditReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAuditReader, pel_audit_reader_free)

/* FALSE at the end, or with an error. */
gboolean pel_audit_reader_next (PelAuditReader *self, PelAuditSpan *ret_span, GError **error);
