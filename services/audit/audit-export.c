/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-export.h"

#include "services/audit/audit-folder.h"
#include "services/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#define MAX_KEY_BYTES 256

static gboolean
fail (const char *path, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_COMMAND_FAILED,
                 _ ("Name a file that is not there yet, in a folder that you can write to"),
                 _ ("The audit log cannot be exported to “%s”: %s"),
                 path,
                 g_strerror (errno));
  return FALSE;
}

static gboolean
write_span (int fd, const PelAuditSpan *span)
{
  g_autofree char *bytes = g_malloc (span->length + 1);
  gsize            length = span->length + span->has_break, n_written = 0;

  memcpy (bytes, span->text, span->length);
  bytes[span->length] = '\n';
  while (n_written < length)
    {
      gssize n = write (fd, bytes + n_written, length - n_written);

      if (n < 0)
        return FALSE;
      n_written += n;
    }
  return TRUE;
}

static gboolean
copy (const PelAuditFile *file, int fd, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (PelAuditReader) reader = pel_audit_extent_read (file, error);
  g_autoptr (GError)         read_error = NULL;
  PelAuditSpan               span;

  if (reader == NULL)
    return FALSE;
  while (!g_cancellable_set_error_if_cancelled (cancellable, &read_error) &&
         pel_audit_reader_next (reader, &span, &read_error))
    if (!write_span (fd, &span))
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
  gboolean is_written = TRUE;
  int      fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (fd < 0)
    return fail (path, error);
  for (guint i = 0; is_written && i < extent->files->len; i++)
    is_written = copy (extent->files->pdata[i], fd, path, cancellable, error);
  if (is_written && fsync (fd) != 0)
    is_written = fail (path, error);
  close (fd);
  if (!is_written)
    unlink (path); /* half a log is none */
  return is_written;
}

/* What it held is overwritten before it goes. */
static void
forget (int folder_fd, const char *name)
{
  char blank[MAX_KEY_BYTES / 2];

  memset (blank, ' ', sizeof blank - 1);
  blank[sizeof blank - 1] = '\0';
  pel_audit_folder_overwrite (folder_fd, name, blank, NULL);
  unlinkat (folder_fd, name, 0);
}

/* The newest one: there is more than one only where a key was lost. */
static char *
take (int folder_fd, GError **error)
{
  g_autoptr (GPtrArray) names = pel_audit_folder_list_first_keys (folder_fd, error);
  g_autofree char      *newest = NULL;
  guint                 index = 0;

  if (names == NULL)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      char *text = pel_audit_folder_read (folder_fd, names->pdata[i], MAX_KEY_BYTES, NULL);

      /* they begin with a number of fixed width */
      if (text != NULL && (newest == NULL || strcmp (text, newest) > 0))
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
                 _ ("It is told once. Without it, “audit verify” relies on hashes and witnesses"),
                 _ ("The first key of the audit log is not there any more: it was taken away"));
  return NULL;
}

char *
pel_audit_take_first_key (PelAuditPlace *place, GError **error)
{
  char *text;
  int   folder_fd = pel_audit_folder_open (place->folder, PEL_AUDIT_FOLDER_EXISTING, error);

  if (folder_fd < 0)
    return NULL;
  text = take (folder_fd, error);
  close (folder_fd);
  return text;
}
