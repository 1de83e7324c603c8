/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/purse.h"

#define START (100 * G_TIME_SPAN_SECOND)

static void
test_spending (void)
{
  g_autoptr (PelPurse) purse = pel_purse_find ("spending", START);

  g_assert_cmpint (pel_purse_get_left (purse, START), ==, PEL_PURSE_FULL);
  g_assert_cmpuint (pel_purse_get_wait_ms (purse, START), ==, 0);
  pel_purse_spend (purse, PEL_PURSE_FULL / 2, START);
  g_assert_cmpint (pel_purse_get_left (purse, START), ==, PEL_PURSE_FULL / 2);
  pel_purse_spend (purse, PEL_PURSE_FULL, START); /* the last one may be more than there is */
  g_assert_cmpint (pel_purse_get_left (purse, START), ==, -PEL_PURSE_FULL / 2);
  g_assert_cmpuint (pel_purse_get_wait_ms (purse, START), ==, 401);
  g_assert_cmpint (pel_purse_get_left (purse, START + 401 * G_TIME_SPAN_MILLISECOND), >, 0);
  g_assert_cmpint (pel_purse_get_left (purse, START + G_TIME_SPAN_HOUR), ==, PEL_PURSE_FULL);
}

/* Each has its own, under whatever name it comes back while it is not full again. */
static void
test_names (void)
{
  PelPurse            *one = pel_purse_find ("one", START);
  g_autoptr (PelPurse) other = pel_purse_find ("other", START);

  pel_purse_spend (one, PEL_PURSE_FULL, START);
  g_assert_cmpint (pel_purse_get_left (other, START), ==, PEL_PURSE_FULL);
  pel_purse_unref (one);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char     *name = g_strdup_printf ("visitor %u", i);
      g_autoptr (PelPurse) visitor = pel_purse_find (name, START + i);

      g_assert_cmpint (pel_purse_get_left (visitor, START), ==, PEL_PURSE_FULL);
    }
  one = pel_purse_find ("one", START);
  g_assert_cmpint (pel_purse_get_left (one, START), ==, 0);
  pel_purse_unref (one);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/purse/spending", test_spending);
  g_test_add_func ("/purse/names", test_names);
  return g_test_run ();
}
