/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-line.h"
#include "services/audit/audit-witness.h"

#include <json-glib/json-glib.h>

#define PEL_AUDIT_NOTE_MAX_FILES 100

/* What the log says about itself. */
typedef enum
{
  PEL_AUDIT_NOTE_OTHER,   /* of others: consent, policy … */
  PEL_AUDIT_NOTE_BEGIN,   /* the first record, and the name of the key that seals it */
  PEL_AUDIT_NOTE_REKEYED, /* the key was lost: another one seals from here on */
  PEL_AUDIT_NOTE_TORN,    /* before this line stands what a stopped writer left */
  PEL_AUDIT_NOTE_CUT,     /* records were there and are not any more */
  PEL_AUDIT_NOTE_ROTATED, /* the first record of another file; old ones may have been removed */
  PEL_N_AUDIT_NOTES
} PelAuditNoteEvent;

/* Each names the key that seals it, where that is not clear from the line before. */
JsonObject *pel_audit_note_new_key (PelAuditNoteEvent event, const char *key_name);
JsonObject *pel_audit_note_new_torn (guint64 n_bytes, const char *hash, const char *key_name);
JsonObject *pel_audit_note_new_cut (guint64 first, guint64 last);
JsonObject *pel_audit_note_new_rotated (const char *file_before, const char *key_name);
void pel_audit_note_add_removed (JsonObject *note, const char *file_name, const PelAuditHead *head);

/* Takes @note. */
char *pel_audit_note_to_string (JsonObject *note);

/* What a line says about the log; a value. */
typedef struct
{
  PelAuditNoteEvent event;
  char              key_name[PEL_AUDIT_NAME_SIZE]; /* empty where it names none */
  guint64           n_bytes;                       /* of TORN */
  char              hash[PEL_AUDIT_HASH_SIZE];     /* of TORN */
  PelAuditHead      removed;                       /* of ROTATED: the last one; seq 0 for none */
} PelAuditNote;

/* FALSE for what is no note about the log itself. */
gboolean pel_audit_note_read (const PelAuditLine *line, PelAuditNote *ret_note);
