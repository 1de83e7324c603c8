/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/quarantine.h"

static gboolean
has_number (PelQuarantine *quarantine, gint64 number, gint64 now)
{
  g_autofree char *key = g_strdup_printf ("program %" G_GINT64_FORMAT, number);

  return pel_quarantine_has (quarantine, key, now);
}

static void
add_number (PelQuarantine *quarantine, gint64 number, gint64 now)
{
  g_autofree char *key = g_strdup_printf ("program %" G_GINT64_FORMAT, number);

  pel_quarantine_add (quarantine, key, now);
}

static void
test_ends (void)
{
  PelQuarantine *quarantine = pel_quarantine_new ();

  add_number (quarantine, 1, 0);
  g_assert_true (has_number (quarantine, 1, PEL_QUARANTINE_US - 1));
  g_assert_false (has_number (quarantine, 1, PEL_QUARANTINE_US));
  pel_quarantine_add (quarantine, NULL, 0);
  g_assert_false (pel_quarantine_has (quarantine, NULL, 0));
  pel_quarantine_free (quarantine);
}

/* Who starts many programs that are silent makes it forget only the oldest. */
static void
test_full (void)
{
  PelQuarantine *quarantine = pel_quarantine_new ();
  gint64         now;

  for (now = 0; now < PEL_QUARANTINE_KEYS; now++)
    add_number (quarantine, now, now);
  add_number (quarantine, 0, now); /* known: nothing is forgotten, and it is the latest */
  for (gint64 i = 0; i < PEL_QUARANTINE_KEYS; i++)
    g_assert_true (has_number (quarantine, i, now));
  add_number (quarantine, PEL_QUARANTINE_KEYS, now);
  g_assert_false (has_number (quarantine, 1, now));
  g_assert_true (has_number (quarantine, 0, now));
  for (gint64 i = 2; i <= PEL_QUARANTINE_KEYS; i++)
    g_assert_true (has_number (quarantine, i, now));
  pel_quarantine_free (quarantine);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/quarantine/ends", test_ends);
  g_test_add_func ("/quarantine/full", test_full);
  return g_test_run ();
}
