/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-extent.h"

#include "services/audit/audit-folder.h"
#include "services/audit/audit-manifest.h"
#include "services/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_KEY_BYTES 256

static void
file_free (gpointer data)
{
  PelAuditFile *file = data;

  close (file->fd);
  g_free (file->name);
  g_free (file);
}

static void
testimony_free (gpointer data)
{
  PelAuditTestimony *testimony = data;

  pel_audit_witness_unref (testimony->witness);
  g_array_unref (testimony->heads);
  g_free (testimony);
}

static void
key_clear (gpointer key)
{
  pel_audit_key_wipe (key);
}

static PelAuditExtent *
extent_new (void)
{
  PelAuditExtent *self = g_new0 (PelAuditExtent, 1);

  self->files = g_ptr_array_new_with_free_func (file_free);
  self->testimonies = g_ptr_array_new_with_free_func (testimony_free);
  self->strays = g_ptr_array_new_with_free_func (g_free);
  self->keys = g_array_new (FALSE, FALSE, sizeof (PelAuditKey));
  g_array_set_clear_func (self->keys, key_clear);
  return self;
}

void
pel_audit_extent_free (PelAuditExtent *self)
{
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->testimonies);
  g_ptr_array_unref (self->strays);
  g_array_unref (self->keys);
  pel_audit_key_wipe (&self->current);
  g_free (self);
}

/* Takes @fd. */
static void
add_file (PelAuditExtent *self, const char *name, int fd)
{
  PelAuditFile *file = g_new0 (PelAuditFile, 1);
  struct stat   info;

  file->name = g_strdup (name);
  file->fd = fd;
  file->size = fstat (fd, &info) == 0 ? info.st_size : 0;
  g_ptr_array_add (self->files, file);
}

static gboolean
read_key (int folder_fd, const char *name, PelAuditKey *ret_key)
{
  char    *text = pel_audit_folder_read (folder_fd, name, MAX_KEY_BYTES, NULL);
  gboolean is_key = text != NULL && pel_audit_key_from_string (text, ret_key);

  if (text != NULL)
    explicit_bzero (text, MAX_KEY_BYTES);
  g_free (text);
  return is_key;
}

static gboolean
add_files (PelAuditExtent *self, int folder_fd, GError **error)
{
  g_autoptr (GPtrArray) names = pel_audit_manifest_list_files (folder_fd, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      int fd = pel_audit_folder_open_file (folder_fd, names->pdata[i], O_RDONLY, error);

      if (fd < 0)
        return FALSE;
      add_file (self, names->pdata[i], fd);
    }
  return names != NULL;
}

static gboolean
add_strays (PelAuditExtent *self, int folder_fd, GError **error)
{
  GPtrArray *names = pel_audit_manifest_list_strays (folder_fd, error);

  if (names == NULL)
    return FALSE;
  g_ptr_array_unref (self->strays);
  self->strays = names;
  return TRUE;
}

static gboolean
add_keys (PelAuditExtent *self, int folder_fd, GError **error)
{
  g_autoptr (GPtrArray) names = pel_audit_manifest_list_first_keys (folder_fd, error);

  read_key (folder_fd, PEL_AUDIT_KEY_FILE, &self->current);
  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      PelAuditKey key;

      if (read_key (folder_fd, names->pdata[i], &key))
        g_array_append_val (self->keys, key);
    }
  return names != NULL;
}

static gboolean
add_testimonies (PelAuditExtent *self, PelAuditPlace *place, GError **error)
{
  for (guint i = 0; i < place->witnesses->len; i++)
    {
      PelAuditTestimony *testimony;
      PelAuditWitness   *witness = place->witnesses->pdata[i];
      GArray            *heads = witness->recall (witness, PEL_AUDIT_RECALL_ALL, error);

      if (heads == NULL)
        return FALSE;
      testimony = g_new0 (PelAuditTestimony, 1);
      testimony->witness = pel_audit_witness_ref (witness);
      testimony->heads = heads;
      g_ptr_array_add (self->testimonies, testimony);
    }
  return TRUE;
}

/* A folder that is not there holds nothing; that may be one thing too many for a witness. */
static gboolean
look (PelAuditExtent *self, PelAuditPlace *place, GError **error)
{
  g_autoptr (GError) open_error = NULL;
  int      fd = pel_audit_folder_open (place->folder, PEL_AUDIT_FOLDER_EXISTING, &open_error);
  gboolean is_read = TRUE;

  if (fd >= 0)
    {
      is_read =
          add_files (self, fd, error) && add_keys (self, fd, error) && add_strays (self, fd, error);
      close (fd);
    }
  else if (!g_error_matches (open_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&open_error));
      return FALSE;
    }
  return is_read && add_testimonies (self, place, error);
}

PelAuditExtent *
pel_audit_extent_new (PelAuditPlace *place, GError **error)
{
  g_autoptr (PelAuditExtent) self = extent_new ();
  gboolean                   is_read;

  self->is_folder = TRUE;
  g_mutex_lock (&place->mutex);
  is_read = look (self, place, error);
  g_mutex_unlock (&place->mutex);
  return is_read ? g_steal_pointer (&self) : NULL;
}

PelAuditExtent *
pel_audit_extent_new_for_file (const char *path, GError **error)
{
  PelAuditExtent *self;
  struct stat     info;
  int             fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    {
      self = extent_new ();
      add_file (self, path, fd);
      return self;
    }
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Create one with “pellucid audit export FILE”"),
                 _ ("Cannot read “%s” as an audit log: %s"),
                 path,
                 fd >= 0 ? _ ("not a regular file") : g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return NULL;
}

PelAuditReader *
pel_audit_extent_read (const PelAuditFile *file, GError **error)
{
  int fd = fcntl (file->fd, F_DUPFD_CLOEXEC, 0);

  if (fd >= 0 && lseek (fd, 0, SEEK_SET) == 0)
    return pel_audit_reader_new (fd, file->size);
  pel_audit_folder_set_error (error, file->name, errno);
  if (fd >= 0)
    close (fd);
  return NULL;
}
