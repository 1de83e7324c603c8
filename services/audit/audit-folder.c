/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-folder.h"

#include "services/base/error.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_PREFIX "audit-"
#define NAME_SUFFIX ".jsonl"
#define N_DIGITS    8
#define KEY_PREFIX  "first-"
#define KEY_SUFFIX  ".key"

void
pel_audit_folder_set_error (GError **error, const char *name, int error_number)
{
  if (error_number == ENOENT)
    g_set_error (error,
                 G_IO_ERROR,
                 G_IO_ERROR_NOT_FOUND,
                 _ ("The audit log has no “%s” yet"),
                 name);
  else
    pel_set_error (error,
                   PEL_ERROR_DENIED,
                   _ ("Free some space, or make the folder of the audit log "
                      "writable again: acts that cannot be recorded are refused"),
                   _ ("Cannot use “%s” of the audit log: %s"),
                   name,
                   g_strerror (error_number));
}

static gboolean
refuse (const char *name, const char *reason, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_DENIED,
                 _ ("Find out who put it there, then remove it"),
                 _ ("Refusing to use “%s” of the audit log: %s"),
                 name,
                 reason);
  return FALSE;
}

/* Whatever it is, it is ours alone. */
static gboolean
check (int fd, const char *name, mode_t type, mode_t mode, GError **error)
{
  struct stat info;

  if (fstat (fd, &info) != 0)
    {
      pel_audit_folder_set_error (error, name, errno);
      return FALSE;
    }
  if ((info.st_mode & S_IFMT) != type)
    return refuse (name, _ ("it has the wrong file type"), error);
  if (info.st_uid != geteuid ())
    return refuse (name, _ ("it belongs to another user"), error);
  if (type == S_IFREG && info.st_nlink > 1)
    return refuse (name, _ ("it has another hard link"), error);
  if ((info.st_mode & 077) == 0 || fchmod (fd, mode) == 0)
    return TRUE;
  pel_audit_folder_set_error (error, name, errno);
  return FALSE;
}

static int
open_checked (int at_fd, const char *name, int flags, mode_t type, mode_t mode, GError **error)
{
  int fd = openat (at_fd, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode);

  if (fd < 0 && (errno == ELOOP || errno == ENOTDIR))
    refuse (name, _ ("it is a symbolic link or not a folder"), error);
  else if (fd < 0)
    pel_audit_folder_set_error (error, name, errno);
  else if (!check (fd, name, type, mode, error))
    {
      close (fd);
      return -1;
    }
  return fd;
}

/* The folder that holds it may be shared with others of ours, but not with other users. */
int
pel_audit_folder_open (const char *path, PelAuditFolderMode mode, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  int              parent_fd, fd;

  if (mode == PEL_AUDIT_FOLDER_CREATE && g_mkdir_with_parents (path, 0700) != 0)
    {
      pel_audit_folder_set_error (error, path, errno == EEXIST ? ENOTDIR : errno);
      return -1;
    }
  parent_fd = open_checked (AT_FDCWD, parent, O_RDONLY | O_DIRECTORY, S_IFDIR, 0700, error);
  if (parent_fd < 0)
    return -1;
  fd = open_checked (parent_fd, name, O_RDONLY | O_DIRECTORY, S_IFDIR, 0700, error);
  close (parent_fd);
  return fd;
}

int
pel_audit_folder_open_file (int folder_fd, const char *name, int flags, GError **error)
{
  return open_checked (folder_fd, name, flags, S_IFREG, 0600, error);
}

char *
pel_audit_folder_dup_name (guint number)
{
  return g_strdup_printf (NAME_PREFIX "%0*u" NAME_SUFFIX, N_DIGITS, number);
}

guint
pel_audit_folder_get_number (const char *name)
{
  guint number = 0;

  if (strlen (name) != strlen (NAME_PREFIX NAME_SUFFIX) + N_DIGITS ||
      !g_str_has_prefix (name, NAME_PREFIX) || !g_str_has_suffix (name, NAME_SUFFIX))
    return 0;
  for (guint i = 0; i < N_DIGITS; i++)
    {
      char digit = name[strlen (NAME_PREFIX) + i];

      if (!g_ascii_isdigit (digit))
        return 0;
      number = number * 10 + g_ascii_digit_value (digit);
    }
  return number;
}

char *
pel_audit_folder_dup_first_key_name (const char *key_name)
{
  return g_strdup_printf (KEY_PREFIX "%s" KEY_SUFFIX, key_name);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

gboolean
pel_audit_folder_is_first_key (const char *name)
{
  return g_str_has_prefix (name, KEY_PREFIX) && g_str_has_suffix (name, KEY_SUFFIX);
}

GPtrArray *
pel_audit_folder_list (int folder_fd, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  int                   fd = openat (folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR                  *folder = fd >= 0 ? fdopendir (fd) : NULL;
  struct dirent        *entry;

  if (folder == NULL)
    {
      pel_audit_folder_set_error (error, ".", errno);
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  while ((entry = readdir (folder)) != NULL)
    if (!g_str_equal (entry->d_name, ".") && !g_str_equal (entry->d_name, ".."))
      g_ptr_array_add (names, g_strdup (entry->d_name));
  closedir (folder);
  g_ptr_array_sort (names, compare_names);
  return g_steal_pointer (&names);
}

char *
pel_audit_folder_read (int folder_fd, const char *name, gsize max_bytes, GError **error)
{
  int              fd = pel_audit_folder_open_file (folder_fd, name, O_RDONLY, error);
  g_autofree char *text = NULL;
  gssize           n_read;

  if (fd < 0)
    return NULL;
  text = g_malloc0 (max_bytes + 1);
  n_read = read (fd, text, max_bytes);
  if (n_read < 0)
    pel_audit_folder_set_error (error, name, errno);
  close (fd);
  return n_read >= 0 ? g_steal_pointer (&text) : NULL;
}

gboolean
pel_audit_folder_overwrite (int folder_fd, const char *name, const char *text, GError **error)
{
  int   fd = pel_audit_folder_open_file (folder_fd, name, O_WRONLY | O_CREAT, error);
  gsize length = strlen (text);
  int   error_number = 0;

  if (fd < 0)
    return FALSE;
  errno = ENOSPC; /* of a write that is merely short */
  if (pwrite (fd, text, length, 0) != (gssize) length || ftruncate (fd, length) != 0)
    error_number = errno;
  close (fd);
  if (error_number == 0)
    return TRUE;
  pel_audit_folder_set_error (error, name, error_number);
  return FALSE;
}

gboolean
pel_audit_folder_sync_file (int folder_fd, const char *name, GError **error)
{
  int fd = pel_audit_folder_open_file (folder_fd, name, O_WRONLY, error);
  int error_number = 0;

  if (fd < 0)
    return FALSE;
  if (fsync (fd) != 0)
    error_number = errno;
  close (fd);
  if (error_number == 0)
    return TRUE;
  pel_audit_folder_set_error (error, name, error_number);
  return FALSE;
}
