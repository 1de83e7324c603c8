/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* renameat2 */

#include "services/base/new-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_TRIES 16

struct _PelNewFile
{
  char          *folder, *name;
  char          *temporary; /* (nullable): there is none in the folder */
  PelNewFileMode mode;
  int            folder_fd, fd;
};

/* What a path names is behind its last slash, and nothing there means the folder itself. */
static gboolean
take_apart (PelNewFile *self, const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *name = slash != NULL ? slash + 1 : path;

  if (*name == '\0' || g_str_equal (name, ".") || g_str_equal (name, ".."))
    {
      errno = EISDIR;
      return FALSE;
    }
  self->name = g_strdup (name);
  self->folder = slash != NULL ? g_strndup (path, (gsize) (slash - path + 1)) : g_strdup (".");
  return TRUE;
}

static int
judge (const PelNewFile *self, const struct stat *found)
{
  if (S_ISDIR (found->st_mode))
    return EISDIR;
  if (self->mode == PEL_NEW_FILE_ONLY_NEW)
    return EEXIST;
  if (S_ISLNK (found->st_mode))
    return ELOOP;
  return S_ISREG (found->st_mode) ? 0 : ENOTSUP;
}

static gboolean
is_place_free (const PelNewFile *self)
{
  struct stat found;

  if (fstatat (self->folder_fd, self->name, &found, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT;
  errno = judge (self, &found);
  return errno == 0;
}

/* Its name is short, since the other may be as long as names can be. */
static gboolean
open_temporary (PelNewFile *self)
{
  for (int i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *name =
          g_strdup_printf (".pellucid-%08x%08x", g_random_int (), g_random_int ());

      self->fd = openat (self->folder_fd,
                         name,
                         O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                         0600);
      if (self->fd >= 0)
        {
          self->temporary = g_steal_pointer (&name);
          return TRUE;
        }
      if (errno != EEXIST)
        return FALSE;
    }
  return FALSE;
}

static gboolean
start (PelNewFile *self, const char *path, const PelFileScope *scope)
{
  if (!take_apart (self, path))
    return FALSE;
  self->folder_fd = open (self->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  return self->folder_fd >= 0 && (scope == NULL || pel_file_scope_check (scope, self->folder_fd)) &&
         is_place_free (self) && open_temporary (self);
}

PelNewFile *
pel_new_file_create (const char *path, PelNewFileMode mode, const PelFileScope *scope)
{
  g_autoptr (PelNewFile) self = g_new0 (PelNewFile, 1);

  self->mode = mode;
  self->folder_fd = self->fd = -1;
  return start (self, path, scope) ? g_steal_pointer (&self) : NULL;
}

gboolean
pel_new_file_write (PelNewFile *self, gconstpointer data, gsize length)
{
  const char *bytes = data;

  while (length > 0)
    {
      gssize n = write (self->fd, bytes, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      bytes += n;
      length -= (gsize) n;
    }
  return TRUE;
}

/* A second name, and the first away: for file systems without RENAME_NOREPLACE. */
static gboolean
link_new (PelNewFile *self)
{
  if (linkat (self->folder_fd, self->temporary, self->folder_fd, self->name, 0) != 0)
    return FALSE;
  unlinkat (self->folder_fd, self->temporary, 0);
  return TRUE;
}

static gboolean
rename_new (PelNewFile *self)
{
  if (renameat2 (self->folder_fd, self->temporary, self->folder_fd, self->name, RENAME_NOREPLACE) ==
      0)
    return TRUE;
  return (errno == ENOSYS || errno == EINVAL) && link_new (self);
}

static gboolean
give_name (PelNewFile *self)
{
  if (self->mode == PEL_NEW_FILE_ONLY_NEW)
    return rename_new (self);
  return is_place_free (self) &&
         renameat (self->folder_fd, self->temporary, self->folder_fd, self->name) == 0;
}

/* So that the name outlives a loss of power, too. A folder may be writable but not readable. */
static void
sync_folder (PelNewFile *self)
{
  int fd = open (self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

/* Some file systems say only now that there was no space. */
static gboolean
complete (PelNewFile *self)
{
  int fd = self->fd;

  if (fsync (fd) != 0)
    return FALSE;
  self->fd = -1;
  return close (fd) == 0;
}

gboolean
pel_new_file_finish (PelNewFile *self)
{
  if (!complete (self) || !give_name (self))
    return FALSE;
  g_clear_pointer (&self->temporary, g_free);
  sync_folder (self);
  return TRUE;
}

void
pel_new_file_free (PelNewFile *self)
{
  int number = errno; /* is what the caller wants to know */

  if (self == NULL)
    return;
  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL)
    unlinkat (self->folder_fd, self->temporary, 0);
  if (self->folder_fd >= 0)
    close (self->folder_fd);
  g_free (self->folder);
  g_free (self->name);
  g_free (self->temporary);
  g_free (self);
  errno = number;
}
