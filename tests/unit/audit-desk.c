/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/audit-desk.h"

#include "services/audit/audit-folder.h"
#include "services/audit/audit-manifest.h"
#include "services/audit/file-witness.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

void
audit_desk_init (AuditDesk *self)
{
  g_autofree char *witness_folder = NULL;

  self->root = g_dir_make_tmp ("pellucid-audit-XXXXXX", NULL);
  g_assert_nonnull (self->root);
  self->folder = g_build_filename (self->root, "state", "audit", NULL);
  witness_folder = g_build_filename (self->root, "data", NULL);
  self->place = pel_audit_place_new (self->folder);
  g_ptr_array_add (self->place->witnesses, pel_file_witness_new (witness_folder));
}

/* The trees here are two levels deep. */
static void
remove_tree (const char *path, guint depth)
{
  g_autoptr (GDir) folder = depth > 0 ? g_dir_open (path, 0, NULL) : NULL;
  const char      *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child, g_file_test (child, G_FILE_TEST_IS_SYMLINK) ? 0 : depth - 1);
    }
  g_remove (path);
}

void
audit_desk_clear (AuditDesk *self)
{
  g_clear_pointer (&self->place, pel_audit_place_unref);
  if (self->root != NULL)
    remove_tree (self->root, 4);
  g_clear_pointer (&self->root, g_free);
  g_clear_pointer (&self->folder, g_free);
}

guint64
audit_desk_write (AuditDesk *self, guint n)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelAuditWriter) writer = pel_audit_writer_new (self->place, &error);
  guint64                    seq = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *members = g_strdup_printf ("{\"tool\":\"ui_click\",\"n\":%u}", i);

      seq = pel_audit_writer_append (writer, i % 2, members, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (seq, >, 0);
    }
  return seq;
}

char *
audit_desk_dup_path (AuditDesk *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

char *
audit_desk_read (AuditDesk *self, const char *name, gsize *ret_length)
{
  g_autofree char   *path = audit_desk_dup_path (self, name);
  g_autoptr (GError) error = NULL;
  char              *bytes;

  g_file_get_contents (path, &bytes, ret_length, &error);
  g_assert_no_error (error);
  return bytes;
}

/* Without waiting for a disk, as GLib would. Nor is the file emptied first: ext4 writes out at once
 * what was emptied, filled and closed, which on a busy disk makes thousands of rounds take minutes.
 */
void
audit_desk_put (AuditDesk *self, const char *name, const char *bytes, gsize length)
{
  g_autofree char *path = audit_desk_dup_path (self, name);
  int              fd = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (write (fd, bytes, length), ==, length);
  g_assert_cmpint (ftruncate (fd, length), ==, 0);
  close (fd);
}

PelAuditKey
audit_desk_take_key (AuditDesk *self)
{
  int                   fd = pel_audit_folder_open (self->folder, PEL_AUDIT_FOLDER_EXISTING, NULL);
  g_autoptr (GPtrArray) names = pel_audit_manifest_list_first_keys (fd, NULL);
  g_autofree char      *text = NULL;
  PelAuditKey           key;

  g_assert_cmpuint (names->len, ==, 1);
  text = audit_desk_read (self, names->pdata[0], NULL);
  g_assert_true (pel_audit_key_from_string (text, &key));
  g_assert_cmpint (unlinkat (fd, names->pdata[0], 0), ==, 0);
  close (fd);
  return key;
}

PelAuditReport *
audit_desk_verify_with (AuditDesk *self, const PelAuditKey *key, AuditMeans means)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelAuditExtent) extent = pel_audit_extent_new (self->place, &error);
  PelAuditReport            *report;

  g_assert_no_error (error);
  if (!(means & AUDIT_WITNESS))
    g_ptr_array_set_size (extent->testimonies, 0);
  if (!(means & AUDIT_COUNT))
    {
      extent->is_folder = FALSE;
      extent->current.seq = 0;
    }
  report = pel_audit_verify (extent, means & AUDIT_KEY ? key : NULL, NULL, &error);
  g_assert_no_error (error);
  return report;
}

PelAuditReport *
audit_desk_verify (AuditDesk *self, const PelAuditKey *key)
{
  return audit_desk_verify_with (self, key, AUDIT_KEY | AUDIT_WITNESS | AUDIT_COUNT);
}

char *
audit_desk_dup_faults (const PelAuditReport *report)
{
  GString *faults = g_string_new (NULL);

  for (guint i = 0; i < report->problems->len; i++)
    {
      const PelAuditProblem *problem = report->problems->pdata[i];

      g_string_append_printf (faults,
                              "%s%s:%" G_GUINT64_FORMAT,
                              i > 0 ? " " : "",
                              pel_audit_fault_to_string (problem->fault),
                              problem->line);
    }
  return g_string_free (faults, FALSE);
}
