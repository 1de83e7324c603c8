/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-writer.h"

#include "services/audit/audit-folder.h"
#include "services/audit/audit-manifest.h"
#include "services/audit/audit-note.h"
#include "services/audit/audit-tail.h"
#include "services/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_KEY_BYTES 256

/* How far a key is moved on to catch up; beyond that it is taken for one of another log. */
#define MAX_STEPS 1000000

struct _PelAuditWriter
{
  PelAuditPlace *place;
  int            folder_fd, lock_fd, file_fd; /* -1 while not open */
  PelAuditTail   tail;                        /* head, file and its size are kept up to date */
  PelAuditKey    key;                         /* for the next record */
};

void
pel_audit_writer_free (PelAuditWriter *self)
{
  const int fds[] = { self->file_fd, self->folder_fd, self->lock_fd };

  for (gsize i = 0; i < G_N_ELEMENTS (fds); i++)
    if (fds[i] >= 0)
      close (fds[i]);
  pel_audit_key_wipe (&self->key);
  pel_audit_place_unref (self->place);
  g_free (self);
}

/* The lock goes with the descriptor, and so with the process, however that ends. */
static gboolean
take_lock (PelAuditWriter *self, GError **error)
{
  self->lock_fd =
      pel_audit_folder_open_file (self->folder_fd, PEL_AUDIT_LOCK_FILE, O_RDWR | O_CREAT, error);
  if (self->lock_fd < 0)
    return FALSE;
  if (flock (self->lock_fd, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  if (errno == EWOULDBLOCK)
    pel_set_error (error,
                   PEL_ERROR_DENIED,
                   _ ("Use that session, or end it; each user has one audit log"),
                   _ ("Another Pellucid session is writing to the audit log in “%s”"),
                   self->place->folder);
  else
    pel_audit_folder_set_error (error, PEL_AUDIT_LOCK_FILE, errno);
  return FALSE;
}

/* How far the log went for all that is known. What is beyond belief is left for verifying. */
static guint64
get_last_seq (PelAuditWriter *self)
{
  guint64 last = self->tail.head.seq;

  for (guint i = 0; i < self->place->witnesses->len; i++)
    {
      PelAuditWitness   *witness = self->place->witnesses->pdata[i];
      g_autoptr (GArray) heads = witness->recall (witness, PEL_AUDIT_RECALL_LAST, NULL);

      for (guint k = 0; heads != NULL && k < heads->len; k++)
        {
          guint64 seq = g_array_index (heads, PelAuditHead, k).seq;

          if (seq > last && seq - self->tail.head.seq < MAX_STEPS)
            last = seq;
        }
    }
  return last;
}

static gboolean
store_key (PelAuditWriter *self, GError **error)
{
  char    *text = pel_audit_key_to_string (&self->key);
  gboolean is_stored =
      pel_audit_folder_overwrite (self->folder_fd, PEL_AUDIT_KEY_FILE, text, error);

  explicit_bzero (text, strlen (text));
  g_free (text);
  return is_stored;
}

/* FALSE where there is none, or one that does not fit. */
static gboolean
load_key (PelAuditWriter *self, guint64 last_seq, gboolean *ret_is_there, GError **error)
{
  g_autoptr (GError) read_error = NULL;
  char              *text =
      pel_audit_folder_read (self->folder_fd, PEL_AUDIT_KEY_FILE, MAX_KEY_BYTES, &read_error);
  guint64 seq;

  *ret_is_there = FALSE;
  if (text == NULL && !g_error_matches (read_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&read_error));
      return FALSE;
    }
  if (text == NULL)
    return TRUE;
  *ret_is_there = pel_audit_key_from_string (text, &self->key);
  explicit_bzero (text, MAX_KEY_BYTES);
  g_free (text);
  seq = MAX (last_seq + 1, self->key.seq);
  if (!*ret_is_there || seq - self->key.seq > MAX_STEPS)
    {
      *ret_is_there = FALSE;
      return TRUE;
    }
  while (self->key.seq < seq)
    pel_audit_key_step (&self->key);
  return TRUE;
}

/* The first key waits in a file for the person to take it away. Both files are on the disk before a
 * line is sealed with it: no later key proves what was sealed with one that is lost. A key that
 * only moved on need not be, since an older one leads to it. */
static gboolean
make_key (PelAuditWriter *self, guint64 seq, GError **error)
{
  g_autofree char *file_name = NULL;
  char            *text;
  gboolean         is_stored;

  if (!pel_audit_key_generate (&self->key, seq, error))
    return FALSE;
  file_name = pel_audit_folder_dup_first_key_name (self->key.name);
  text = pel_audit_key_to_string (&self->key);
  is_stored = pel_audit_manifest_add (self->folder_fd, file_name, error) &&
              pel_audit_folder_overwrite (self->folder_fd, file_name, text, error);
  explicit_bzero (text, strlen (text));
  g_free (text);
  return is_stored && store_key (self, error) &&
         pel_audit_folder_sync_file (self->folder_fd, file_name, error) &&
         pel_audit_folder_sync_file (self->folder_fd, PEL_AUDIT_KEY_FILE, error);
}

/* From @number on the first for which there is no file: it may be taken by someone else. */
static guint
find_free_number (PelAuditWriter *self, guint number)
{
  for (;; number++)
    {
      g_autofree char *name = pel_audit_folder_dup_name (number);
      struct stat      found;

      if (fstatat (self->folder_fd, name, &found, AT_SYMLINK_NOFOLLOW) != 0)
        return number;
    }
}

static gboolean
open_file (PelAuditWriter *self, guint number, int flags, GError **error)
{
  g_autofree char *name = pel_audit_folder_dup_name (number);
  int              fd;

  if (!pel_audit_manifest_add (self->folder_fd, name, error))
    return FALSE;
  fd = pel_audit_folder_open_file (self->folder_fd,
                                   name,
                                   O_WRONLY | O_APPEND | O_CREAT | flags,
                                   error);
  if (fd < 0)
    return FALSE;
  if (self->file_fd >= 0)
    close (self->file_fd);
  self->file_fd = fd;
  self->tail.number = number;
  fsync (self->folder_fd); /* so that the file itself, and a new key, outlive a loss of power */
  return TRUE;
}

/* Another program wrote to it, or removed it. */
static gboolean
is_as_left (PelAuditWriter *self)
{
  struct stat info;

  return fstat (self->file_fd, &info) == 0 && info.st_nlink == 1 &&
         (guint64) info.st_size == self->tail.size;
}

/* One write, so that a line is there or is not; what a full disk left of it is taken back. */
static gboolean
write_bytes (PelAuditWriter *self, const char *bytes, gsize length, GError **error)
{
  g_autofree char *name = pel_audit_folder_dup_name (self->tail.number);
  int              error_number;

  if (!is_as_left (self))
    {
      pel_audit_folder_set_error (error, name, ESTALE);
      return FALSE;
    }
  errno = ENOSPC; /* of a write that is merely short */
  if (write (self->file_fd, bytes, length) == (gssize) length && fdatasync (self->file_fd) == 0)
    {
      self->tail.size += length;
      return TRUE;
    }
  error_number = errno;
  if (ftruncate (self->file_fd, self->tail.size) != 0)
    g_debug ("%s keeps a torn line: %s", name, g_strerror (errno));
  pel_audit_folder_set_error (error, name, error_number);
  return FALSE;
}

static void
tell_witnesses (PelAuditWriter *self)
{
  for (guint i = 0; i < self->place->witnesses->len; i++)
    {
      PelAuditWitness   *witness = self->place->witnesses->pdata[i];
      g_autoptr (GError) error = NULL;

      if (!witness->keep (witness, &self->tail.head, &error))
        g_debug ("%s does not keep the head of the audit log: %s", witness->name, error->message);
    }
}

static gboolean
write_line (PelAuditWriter *self, PelAuditKind kind, const char *members, GError **error)
{
  g_autofree char *line = pel_audit_line_compose (kind,
                                                  self->place->get_time (),
                                                  members,
                                                  self->tail.head.hash,
                                                  &self->key);
  g_autofree char *bytes = g_strconcat (self->tail.needs_break ? "\n" : "", line, "\n", NULL);

  if (!write_bytes (self, bytes, strlen (bytes), error))
    return FALSE;
  self->tail.needs_break = FALSE;
  self->tail.head.seq = self->key.seq;
  pel_audit_line_hash (line, strlen (line), self->tail.head.hash);
  pel_audit_key_step (&self->key);
  tell_witnesses (self);
  return store_key (self, error);
}

/* Takes @note. */
static gboolean
write_note (PelAuditWriter *self, JsonObject *note, GError **error)
{
  g_autofree char *members = pel_audit_note_to_string (note);

  return write_line (self, PEL_AUDIT_NOTE, members, error);
}

/* What the next reader should know of how the log was found. */
static gboolean
write_findings (PelAuditWriter     *self,
                const PelAuditTail *found,
                gboolean            is_new_key,
                GError            **error)
{
  guint64           first = self->key.seq;
  PelAuditNoteEvent event = first == 1 ? PEL_AUDIT_NOTE_BEGIN : PEL_AUDIT_NOTE_REKEYED;

  if (found->is_torn &&
      !write_note (self,
                   pel_audit_note_new_torn (found->n_torn, found->torn_hash, self->key.name),
                   error))
    return FALSE;
  if ((is_new_key || first == 1) &&
      !write_note (self, pel_audit_note_new_key (event, self->key.name), error))
    return FALSE;
  return first == found->head.seq + 1 ||
         write_note (self, pel_audit_note_new_cut (found->head.seq + 1, first - 1), error);
}

static gboolean
open_log (PelAuditWriter *self, GError **error)
{
  gboolean     has_key;
  PelAuditTail found;
  guint64      last_seq;

  self->folder_fd = pel_audit_folder_open (self->place->folder, PEL_AUDIT_FOLDER_CREATE, error);
  if (self->folder_fd < 0 || !take_lock (self, error) ||
      !pel_audit_tail_read (self->folder_fd, &self->tail, error))
    return FALSE;
  found = self->tail;
  last_seq = get_last_seq (self);
  if (!load_key (self, last_seq, &has_key, error))
    return FALSE;
  if (!has_key && !make_key (self, last_seq + 1, error))
    return FALSE;
  if (self->tail.number == 0)
    self->tail.number = find_free_number (self, 1);
  return open_file (self, self->tail.number, 0, error) &&
         write_findings (self, &found, !has_key, error);
}

PelAuditWriter *
pel_audit_writer_new (PelAuditPlace *place, GError **error)
{
  g_autoptr (PelAuditWriter) self = g_new0 (PelAuditWriter, 1);
  gboolean                   is_open;

  self->place = pel_audit_place_ref (place);
  self->folder_fd = self->lock_fd = self->file_fd = -1;
  g_mutex_lock (&place->mutex);
  is_open = open_log (self, error);
  g_mutex_unlock (&place->mutex);
  return is_open ? g_steal_pointer (&self) : NULL;
}

/* (transfer full): the files that are too many once another one is there. */
static GPtrArray *
list_old_files (PelAuditWriter *self, GError **error)
{
  g_autoptr (GPtrArray) names = pel_audit_manifest_list_files (self->folder_fd, error);

  if (names == NULL)
    return NULL;
  g_ptr_array_set_size (names,
                        names->len + 1 > self->place->max_files
                            ? MIN (names->len + 1 - self->place->max_files,
                                   PEL_AUDIT_NOTE_MAX_FILES)
                            : 0);
  return g_steal_pointer (&names);
}

/* The first record of a new file says which one it follows, and which ones are then removed: not
 * before that is on disk. */
static gboolean
rotate (PelAuditWriter *self, GError **error)
{
  g_autoptr (GPtrArray)  names = list_old_files (self, error);
  g_autofree char       *before = pel_audit_folder_dup_name (self->tail.number);
  g_autoptr (JsonObject) note = NULL;

  if (names == NULL)
    return FALSE;
  note = pel_audit_note_new_rotated (before, self->key.name);
  for (guint i = 0; i < names->len; i++)
    {
      PelAuditTail old;

      if (!pel_audit_tail_read_file (self->folder_fd, names->pdata[i], &old, error))
        return FALSE;
      pel_audit_note_add_removed (note, names->pdata[i], &old.head);
    }
  if (!open_file (self, find_free_number (self, self->tail.number + 1), O_EXCL, error))
    return FALSE;
  self->tail.size = 0;
  if (!write_note (self, json_object_ref (note), error))
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    unlinkat (self->folder_fd, names->pdata[i], 0);
  return names->len == 0 || pel_audit_manifest_remove (self->folder_fd, names, error);
}

guint64
pel_audit_writer_append (PelAuditWriter *self,
                         PelAuditKind    kind,
                         const char     *members,
                         GError        **error)
{
  guint64  seq = 0;
  gboolean is_written;

  g_mutex_lock (&self->place->mutex);
  is_written = self->tail.size < self->place->file_bytes || rotate (self, error);
  if (is_written)
    {
      seq = self->key.seq;
      is_written = write_line (self, kind, members, error);
    }
  g_mutex_unlock (&self->place->mutex);
  return is_written ? seq : 0;
}

guint64
pel_audit_writer_get_last_seq (const PelAuditWriter *self)
{
  return self->tail.head.seq;
}
