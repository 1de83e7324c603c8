/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-manifest.h"

#include "services/audit/audit-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define NEW_FILE  PEL_AUDIT_MANIFEST_FILE ".new"
#define MAX_BYTES (1024 * 1024)

typedef gboolean (*IsWanted) (const char *name);

static gboolean
is_log_file (const char *name)
{
  return pel_audit_folder_get_number (name) != 0;
}

static gboolean
may_be_listed (const char *name)
{
  return is_log_file (name) || pel_audit_folder_is_first_key (name);
}

/* Whether a file would pass for one of the log. File managers and file systems leave others. */
static gboolean
looks_like_ours (const char *name)
{
  return g_pattern_match_simple ("audit-*.jsonl", name) ||
         g_pattern_match_simple ("first-*.key", name);
}

static gboolean
has_name (const GPtrArray *names, const char *name)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) names, name, g_str_equal, NULL);
}

/* Takes @names; leaves those that @is_wanted. */
static GPtrArray *
filter (GPtrArray *names, IsWanted is_wanted)
{
  for (guint i = names->len; i > 0; i--)
    if (!is_wanted (names->pdata[i - 1]))
      g_ptr_array_remove_index (names, i - 1);
  return names;
}

static GPtrArray *
parse (const char *text)
{
  GPtrArray     *names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_ptr_array_add (names, g_strdup (lines[i]));
  return filter (names, may_be_listed);
}

/* (transfer full): what is listed, there or not. @ret_is_there: whether there is a manifest. */
static GPtrArray *
read_names (int folder_fd, gboolean *ret_is_there, GError **error)
{
  g_autoptr (GError) read_error = NULL;
  g_autofree char   *text =
      pel_audit_folder_read (folder_fd, PEL_AUDIT_MANIFEST_FILE, MAX_BYTES, &read_error);
  GPtrArray *names;

  *ret_is_there = text != NULL;
  if (text != NULL)
    return parse (text);
  if (!g_error_matches (read_error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&read_error));
      return NULL;
    }
  names = pel_audit_folder_list (folder_fd, error);
  return names != NULL ? filter (names, may_be_listed) : NULL;
}

/* In place of what was there, all of it or nothing. */
static gboolean
write_names (int folder_fd, GPtrArray *names, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) names->pdata[i]);
  if (!pel_audit_folder_overwrite (folder_fd, NEW_FILE, text->str, error) ||
      !pel_audit_folder_sync_file (folder_fd, NEW_FILE, error))
    return FALSE;
  if (renameat (folder_fd, NEW_FILE, folder_fd, PEL_AUDIT_MANIFEST_FILE) == 0)
    return TRUE;
  pel_audit_folder_set_error (error, PEL_AUDIT_MANIFEST_FILE, errno);
  return FALSE;
}

/* Those that are there, and in the manifest or not. */
static GPtrArray *
list (int folder_fd, gboolean is_listed, IsWanted is_wanted, GError **error)
{
  g_autoptr (GPtrArray) there = pel_audit_folder_list (folder_fd, error);
  g_autoptr (GPtrArray) listed = NULL;
  gboolean              is_there;

  if (there == NULL)
    return NULL;
  listed = read_names (folder_fd, &is_there, error);
  if (listed == NULL)
    return NULL;
  for (guint i = there->len; i > 0; i--)
    if (has_name (listed, there->pdata[i - 1]) != is_listed)
      g_ptr_array_remove_index (there, i - 1);
  return filter (g_steal_pointer (&there), is_wanted);
}

GPtrArray *
pel_audit_manifest_list_files (int folder_fd, GError **error)
{
  return list (folder_fd, TRUE, is_log_file, error);
}

GPtrArray *
pel_audit_manifest_list_first_keys (int folder_fd, GError **error)
{
  return list (folder_fd, TRUE, pel_audit_folder_is_first_key, error);
}

GPtrArray *
pel_audit_manifest_list_strays (int folder_fd, GError **error)
{
  return list (folder_fd, FALSE, looks_like_ours, error);
}

gboolean
pel_audit_manifest_add (int folder_fd, const char *name, GError **error)
{
  gboolean              is_there;
  g_autoptr (GPtrArray) names = read_names (folder_fd, &is_there, error);

  if (names == NULL)
    return FALSE;
  if (is_there && has_name (names, name))
    return TRUE;
  if (!has_name (names, name))
    g_ptr_array_add (names, g_strdup (name));
  return write_names (folder_fd, names, error);
}

gboolean
pel_audit_manifest_remove (int folder_fd, const GPtrArray *removed, GError **error)
{
  gboolean              is_there;
  g_autoptr (GPtrArray) names = read_names (folder_fd, &is_there, error);

  if (names == NULL)
    return FALSE;
  for (guint i = names->len; i > 0; i--)
    if (has_name (removed, names->pdata[i - 1]))
      g_ptr_array_remove_index (names, i - 1);
  return write_names (folder_fd, names, error);
}
