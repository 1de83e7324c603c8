/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-witness.h"

#define PEL_AUDIT_FILE_BYTES (16 * 1024 * 1024)
#define PEL_AUDIT_MAX_FILES  64

/**
 * PelAuditPlace:
 *
 * Where a log is and how it is kept. Immutable once it is lent out, and reference-counted.
 */
typedef struct
{
  char      *folder;
  guint64    file_bytes;     /* a file this large is followed by another */
  guint      max_files;      /* the oldest goes when there are more; the log says so */
  GPtrArray *witnesses;      /* of PelAuditWitness */
  GMutex     mutex;          /* held while a line is written, and by who wants to see whole lines */
  gint64 (*get_time) (void); /* microseconds since 1970 */
} PelAuditPlace;

/* $XDG_STATE_HOME/pellucid/audit where @folder is NULL; no witnesses yet. */
PelAuditPlace *pel_audit_place_new (const char *folder);
PelAuditPlace *pel_audit_place_ref (PelAuditPlace *self);
void           pel_audit_place_unref (PelAuditPlace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAuditPlace, pel_audit_place_unref)
