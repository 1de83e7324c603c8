/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/small-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

static void
set_errno (GError **error, const char *path, int number)
{
  g_set_error (error,
               G_FILE_ERROR,
               g_file_error_from_errno (number),
               _ ("Cannot read “%s”: %s"),
               path,
               g_strerror (number));
}

static gboolean
check (int fd, const char *path, gsize max_bytes, struct stat *ret_stat, GError **error)
{
  if (fstat (fd, ret_stat) != 0)
    {
      set_errno (error, path, errno);
      return FALSE;
    }
  if (!S_ISREG (ret_stat->st_mode))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _ ("“%s” is not a regular file"), path);
      return FALSE;
    }
  if (ret_stat->st_size <= (goffset) max_bytes)
    return TRUE;
  g_set_error (error,
               G_FILE_ERROR,
               G_FILE_ERROR_INVAL,
               _ ("“%s” is %lld bytes long; at most %zu are allowed"),
               path,
               (long long) ret_stat->st_size,
               max_bytes);
  return FALSE;
}

/* The file may grow meanwhile: its size is only what is hoped for. FALSE with errno. */
static gboolean
read_all (int fd, GString *content, gsize max_bytes)
{
  char   buffer[4096];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      if (content->len + n > max_bytes)
        {
          errno = EFBIG;
          return FALSE;
        }
      g_string_append_len (content, buffer, n);
    }
  return TRUE;
}

char *
pel_small_file_read (
    const char *path, gsize max_bytes, gsize *ret_length, struct stat *ret_stat, GError **error)
{
  int         fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
  int         number = errno;
  struct stat found = { 0 };
  GString    *content;

  if (fd < 0)
    {
      set_errno (error, path, number);
      return NULL;
    }
  if (!check (fd, path, max_bytes, &found, error))
    {
      close (fd);
      return NULL;
    }
  content = g_string_sized_new (found.st_size + 1);
  if (!read_all (fd, content, max_bytes))
    {
      set_errno (error, path, errno);
      close (fd);
      g_string_free (content, TRUE);
      return NULL;
    }
  close (fd);
  if (ret_stat != NULL)
    *ret_stat = found;
  *ret_length = content->len;
  return g_string_free (content, FALSE);
}
