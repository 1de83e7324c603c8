/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-export.h"

#include "services/audit/audit-folder.h"
#include "services/audit/audit-key.h"
#include "services/audit/audit-manifest.h"
#include "services/base/error.h"
#include "services/base/new-file.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#define MAX_KEY_BYTES 256

static gboolean
fail (const char *path, GError **error)
{
  int number = errno;

  pel_set_error (error,
                 number == PEL_EOWN ? PEL_ERROR_DENIED : PEL_ERROR_COMMAND_FAILED,
                 _ ("Specify a new file in a folder that you can write to"),
                 _ ("Cannot export the audit log to “%s”: %s"),
                 path,
                 pel_file_scope_strerror (number));
  return FALSE;
}

/* In one piece: a log has many lines. */
static gboolean
write_span (PelNewFile *target, const PelAuditSpan *span)
{
  g_autofree char *bytes = g_malloc (span->length + 1);

  memcpy (bytes, span->text, span->length);
  bytes[span->length] = '\n';
  return pel_new_file_write (target, bytes, span->length + span->has_break);
}

static gboolean
copy (const PelAuditFile *file,
      PelNewFile         *target,
      const char         *path,
      GCancellable       *cancellable,
      GError            **error)
{
  g_autoptr (PelAuditReader) reader = pel_audit_extent_read (file, error);
  g_autoptr (GError)         read_error = NULL;
  PelAuditSpan               span;

  if (reader == NULL)
    return FALSE;
  while (!g_cancellable_set_error_if_cancelled (cancellable, &read_error) &&
         pel_audit_reader_next (reader, &span, &read_error))
    if (!write_span (target, &span))
      return fail (path, error);
  if (read_error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

gboolean
pel_audit_export (const PelAuditExtent *extent,
                  const char           *path,
                  GCancellable         *cancellable,
                  GError              **error)
{
  g_autoptr (PelFileScope) scope = pel_file_scope_new ();
  g_autoptr (PelNewFile)   target = pel_new_file_create (path, PEL_NEW_FILE_ONLY_NEW, scope);

  if (target == NULL)
    return fail (path, error);
  for (guint i = 0; i < extent->files->len; i++)
    if (!copy (extent->files->pdata[i], target, path, cancellable, error))
      return FALSE; /* half a log is none */
  return pel_new_file_finish (target) || fail (path, error);
}

/* What it held is overwritten, on the disk, before it goes. */
static void
forget (int folder_fd, char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  char                  blank[MAX_KEY_BYTES / 2];

  memset (blank, ' ', sizeof blank - 1);
  blank[sizeof blank - 1] = '\0';
  pel_audit_folder_overwrite (folder_fd, name, blank, NULL);
  pel_audit_folder_sync_file (folder_fd, name, NULL);
  unlinkat (folder_fd, name, 0);
  g_ptr_array_add (names, name);
  pel_audit_manifest_remove (folder_fd, names, NULL);
}

static gboolean
is_key (const char *text, const char *file_name)
{
  g_auto (PelAuditKey) key = { 0 };
  g_autofree char     *name = NULL;

  if (text == NULL || !pel_audit_key_from_string (text, &key))
    return FALSE;
  name = pel_audit_folder_dup_first_key_name (key.name);
  return g_str_equal (name, file_name);
}

/* The newest one: there is more than one only where a key was lost. */
static char *
take (int folder_fd, GError **error)
{
  g_autoptr (GPtrArray) names = pel_audit_manifest_list_first_keys (folder_fd, error);
  g_autofree char      *newest = NULL;
  guint                 index = 0;

  if (names == NULL)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      char *text = pel_audit_folder_read (folder_fd, names->pdata[i], MAX_KEY_BYTES, NULL);

      /* they begin with a number of fixed width */
      if (is_key (text, names->pdata[i]) && (newest == NULL || strcmp (text, newest) > 0))
        {
          g_free (newest);
          newest = g_steal_pointer (&text);
          index = i;
        }
      g_free (text);
    }
  if (newest != NULL)
    {
      forget (folder_fd, names->pdata[index]);
      return g_strchomp (g_steal_pointer (&newest));
    }
  pel_set_error (error,
                 PEL_ERROR_COMMAND_FAILED,
                 _ ("Use your copy: the key is printed only once. Without it, "
                    "“audit verify” relies on hashes and witnesses"),
                 _ ("The first key of the audit log is no longer stored here"));
  return NULL;
}

char *
pel_audit_take_first_key (PelAuditPlace *place, GError **error)
{
  char *text;
  int   folder_fd = pel_audit_folder_open (place->folder, PEL_AUDIT_FOLDER_EXISTING, error);

  if (folder_fd < 0)
    return NULL;
  g_mutex_lock (&place->mutex);
  text = take (folder_fd, error);
  g_mutex_unlock (&place->mutex);
  close (folder_fd);
  return text;
}
