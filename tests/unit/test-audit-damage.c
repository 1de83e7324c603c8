/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Damage of every kind to the files of a log: none of it may pass. */

#include "tests/unit/audit-desk.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define FIRST_FILE "audit-00000001.jsonl"

/* Whether something is told of one of these lines. */
static gboolean
has_line (const PelAuditReport *report, guint64 first, guint64 last)
{
  for (guint i = 0; i < report->problems->len; i++)
    {
      const PelAuditProblem *problem = report->problems->pdata[i];

      if (problem->line >= first && problem->line <= last)
        return TRUE;
    }
  return FALSE;
}

/* Every bit of every byte: found by the key alone, and by the witness alone. With the key, it is
 * the line itself that is named; a line break belongs to the lines on both its sides. */
static void
test_every_bit (gconstpointer data)
{
  AuditMeans         means = GPOINTER_TO_UINT (data);
  g_auto (AuditDesk) desk = { 0 };
  PelAuditKey        key;
  g_autofree char   *bytes = NULL;
  g_autofree char   *path = NULL;
  gsize              length;
  guint64            line = 1;
  int                fd;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 2);
  key = audit_desk_take_key (&desk);
  bytes = audit_desk_read (&desk, FIRST_FILE, &length);
  path = audit_desk_dup_path (&desk, FIRST_FILE);
  fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);
  for (gsize i = 0; i < length; i++)
    {
      gboolean is_break = bytes[i] == '\n';

      for (guint bit = 0; bit < 8; bit++)
        {
          g_autoptr (PelAuditReport) report = NULL;
          char                       flipped = bytes[i] ^ (1 << bit);

          g_assert_cmpint (pwrite (fd, &flipped, 1, i), ==, 1);
          report = audit_desk_verify_with (&desk, &key, means);
          if (report->problems->len == 0 ||
              ((means & AUDIT_KEY) && !has_line (report, line, line + is_break)))
            g_test_message ("byte %zu, bit %u, line %" G_GUINT64_FORMAT, i, bit, line);
          g_assert_cmpuint (report->problems->len, >, 0);
          g_assert_true (!(means & AUDIT_KEY) || has_line (report, line, line + is_break));
        }
      g_assert_cmpint (pwrite (fd, &bytes[i], 1, i), ==, 1);
      line += is_break;
    }
  close (fd);
}

/* At whichever byte it ends: the witness and the count of the key each know better. */
static void
test_every_cut (gconstpointer data)
{
  AuditMeans         means = GPOINTER_TO_UINT (data);
  g_auto (AuditDesk) desk = { 0 };
  PelAuditKey        key;
  g_autofree char   *bytes = NULL;
  gsize              length;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 2);
  key = audit_desk_take_key (&desk);
  bytes = audit_desk_read (&desk, FIRST_FILE, &length);
  for (gsize n = 0; n < length; n++)
    {
      gboolean                   is_torn = n > 0 && bytes[n - 1] != '\n';
      g_autoptr (PelAuditReport) report = NULL;
      g_autofree char           *faults = NULL;

      audit_desk_put (&desk, FIRST_FILE, bytes, n);
      report = audit_desk_verify_with (&desk, &key, means);
      faults = audit_desk_dup_faults (report);
      g_assert_nonnull (strstr (faults, "cut:"));
      g_assert_true (is_torn == (strstr (faults, "torn:") != NULL));
    }
}

/* Files as others may put them there: whatever they hold, verifying ends and does not fall over. */
static void
test_nonsense (void)
{
  g_autoptr (GRand)  random = g_rand_new_with_seed (11);
  g_auto (AuditDesk) desk = { 0 };
  g_autofree char   *bytes = NULL;
  gsize              length;

  audit_desk_init (&desk);
  audit_desk_write (&desk, 6);
  bytes = audit_desk_read (&desk, FIRST_FILE, &length);
  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (GString)        out = g_string_new_len (bytes, length);
      g_autoptr (PelAuditReport) report = NULL;

      for (guint i = 0; i < 3; i++)
        {
          gsize            from = g_rand_int_range (random, 0, out->len);
          gsize            n = g_rand_int_range (random, 0, out->len - from);
          g_autofree char *part = g_strndup (out->str + from, n);

          if (g_rand_boolean (random))
            g_string_insert (out, g_rand_int_range (random, 0, out->len), part);
          else if (n < out->len)
            g_string_erase (out, from, n);
          out->str[g_rand_int_range (random, 0, out->len)] = g_rand_int_range (random, 0, 256);
        }
      audit_desk_put (&desk, FIRST_FILE, out->str, out->len);
      report = audit_desk_verify (&desk, NULL);
      g_assert_true (report->problems->len > 0 ||
                     (out->len == length && memcmp (out->str, bytes, length) == 0));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/audit-damage/every-bit/key",
                        GUINT_TO_POINTER (AUDIT_KEY),
                        test_every_bit);
  g_test_add_data_func ("/audit-damage/every-bit/witness",
                        GUINT_TO_POINTER (AUDIT_WITNESS),
                        test_every_bit);
  g_test_add_data_func ("/audit-damage/every-cut/count",
                        GUINT_TO_POINTER (AUDIT_COUNT),
                        test_every_cut);
  g_test_add_data_func ("/audit-damage/every-cut/witness",
                        GUINT_TO_POINTER (AUDIT_WITNESS),
                        test_every_cut);
  g_test_add_func ("/audit-damage/nonsense", test_nonsense);
  return g_test_run ();
}
