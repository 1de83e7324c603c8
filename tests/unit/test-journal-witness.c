/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/audit/journal-witness.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>

static const PelAuditHead head = { 12, "abc" };

/* A journal as far as those see it who write to it. */
static GSocket *
make_journal (const char *path)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_DATAGRAM, 0, NULL);

  g_assert_true (g_socket_bind (socket, address, TRUE, NULL));
  return socket;
}

static void
test_keep (void)
{
  g_autofree char            *folder = g_dir_make_tmp ("pellucid-journal-XXXXXX", NULL);
  g_autofree char            *path = g_build_filename (folder, "socket", NULL);
  g_autoptr (GSocket)         journal = NULL;
  g_autoptr (PelAuditWitness) witness = NULL;
  char                        text[1024] = { 0 };

  g_assert_null (pel_journal_witness_new ("/a/b", path));
  journal = make_journal (path);
  witness = pel_journal_witness_new ("/a\nPRIORITY=0", path);
  g_assert_nonnull (witness);
  g_assert_true (witness->keep (witness, &head, NULL));
  g_assert_cmpint (g_socket_receive (journal, text, sizeof text - 1, NULL, NULL), >, 0);
  g_assert_cmpstr (text,
                   ==,
                   "MESSAGE=Audit log of Pellucid: record 12\n"
                   "PRIORITY=6\n"
                   "SYSLOG_IDENTIFIER=pellucid\n"
                   "PELLUCID_AUDIT_FOLDER=/a_PRIORITY=0\n"
                   "PELLUCID_AUDIT_SEQ=12\n"
                   "PELLUCID_AUDIT_HEAD=abc\n");
  g_unlink (path);
  g_rmdir (folder);
}

/* A journal that does not read is not waited for, and one that is gone is no reason to fall over.
 */
static void
test_silent (void)
{
  g_autofree char            *folder = g_dir_make_tmp ("pellucid-journal-XXXXXX", NULL);
  g_autofree char            *path = g_build_filename (folder, "socket", NULL);
  g_autoptr (GSocket)         journal = make_journal (path);
  g_autoptr (PelAuditWitness) witness = pel_journal_witness_new ("/a", path);
  g_autoptr (GError)          error = NULL;
  guint                       n_kept = 0;

  while (n_kept < 100000 && witness->keep (witness, &head, &error))
    n_kept++;
  g_assert_cmpuint (n_kept, <, 100000);
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_clear_object (&journal);
  g_unlink (path);
  g_rmdir (folder);
  g_assert_false (witness->keep (witness, &head, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/journal-witness/keep", test_keep);
  g_test_add_func ("/journal-witness/silent", test_silent);
  return g_test_run ();
}
