/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-place.h"
#include "services/audit/audit-reader.h"

typedef struct
{
  char   *name;
  int     fd;
  guint64 size;
} PelAuditFile;

/* What a witness reported. */
typedef struct
{
  PelAuditWitness *witness;
  GArray          *heads; /* of PelAuditHead */
} PelAuditTestimony;

/**
 * PelAuditExtent:
 *
 * A log as it was at one instant, for who reads it: whole lines only, whatever is written
 * meanwhile. Either the log of a place, or a file that was exported. Making one blocks.
 */
typedef struct
{
  GPtrArray  *files;       /* of PelAuditFile, the oldest first */
  gboolean    is_folder;   /* else it is a file that was exported */
  PelAuditKey current;     /* for the next record; seq 0 where there is none */
  GArray     *keys;        /* of PelAuditKey: the first keys that still wait in the folder */
  GPtrArray  *testimonies; /* of PelAuditTestimony */
  GPtrArray  *strays;      /* files in the folder that only look like the log */
} PelAuditExtent;

/* A log that has not begun is one without files. */
PelAuditExtent *pel_audit_extent_new (PelAuditPlace *place, GError **error);

/* PEL_ERROR_INVALID_ARGUMENT where it is no file that can be read. */
PelAuditExtent *pel_audit_extent_new_for_file (const char *path, GError **error);
void            pel_audit_extent_free (PelAuditExtent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAuditExtent, pel_audit_extent_free)

/* (transfer full): reads it from its beginning; one at a time for each file. */
PelAuditReader *pel_audit_extent_read (const PelAuditFile *file, GError **error);
