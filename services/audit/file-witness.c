/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/file-witness.h"

#include "services/audit/audit-folder.h"

#include <string.h>
#include <unistd.h>

#define FILE_NAME "audit-head"
#define MAX_BYTES 128

typedef struct
{
  PelAuditWitness witness;
  char           *folder;
} FileWitness;

/* Always as long: a new head takes the place of the old one in one write. */
static gboolean
keep (PelAuditWitness *witness, const PelAuditHead *head, GError **error)
{
  FileWitness     *self = (FileWitness *) witness;
  g_autofree char *text = g_strdup_printf ("%020" G_GUINT64_FORMAT " %s\n", head->seq, head->hash);
  int              fd = pel_audit_folder_open (self->folder, PEL_AUDIT_FOLDER_CREATE, error);
  gboolean         is_kept;

  if (fd < 0)
    return FALSE;
  is_kept = pel_audit_folder_overwrite (fd, FILE_NAME, text, error);
  close (fd);
  return is_kept;
}

static gboolean
parse (const char *text, PelAuditHead *ret_head)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \n", 3);

  if (g_strv_length (words) != 3 || strlen (words[1]) != PEL_AUDIT_HASH_SIZE - 1 ||
      !g_ascii_string_to_unsigned (words[0], 10, 1, G_MAXUINT64, &ret_head->seq, NULL))
    return FALSE;
  g_strlcpy (ret_head->hash, words[1], sizeof ret_head->hash);
  return TRUE;
}

/* What is there but cannot be read as a head is a head that fits nothing. */
static GArray *
recall (PelAuditWitness *witness, PelAuditRecall unused, GError **error)
{
  FileWitness       *self = (FileWitness *) witness;
  g_autoptr (GArray) heads = g_array_new (FALSE, TRUE, sizeof (PelAuditHead));
  g_autoptr (GError) read_error = NULL;
  g_autofree char   *text = NULL;
  PelAuditHead       head = { 0 };
  int fd = pel_audit_folder_open (self->folder, PEL_AUDIT_FOLDER_EXISTING, &read_error);

  if (fd >= 0)
    {
      text = pel_audit_folder_read (fd, FILE_NAME, MAX_BYTES, &read_error);
      close (fd);
    }
  if (text == NULL && !g_error_matches (read_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&read_error));
      return NULL;
    }
  if (text != NULL)
    {
      parse (text, &head);
      g_array_append_val (heads, head);
    }
  return g_steal_pointer (&heads);
}

static void
clear (PelAuditWitness *witness)
{
  g_free (((FileWitness *) witness)->folder);
}

PelAuditWitness *
pel_file_witness_new (const char *folder)
{
  FileWitness *self = g_atomic_rc_box_new0 (FileWitness);

  self->witness = (PelAuditWitness){ FILE_NAME, keep, recall, clear };
  self->folder = folder != NULL ? g_strdup (folder)
                                : g_build_filename (g_get_user_data_dir (), "pellucid", NULL);
  return &self->witness;
}
