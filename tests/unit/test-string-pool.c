/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/element/string-pool.h"

#define N_STRINGS 5000

static void
test_intern_once (void)
{
  PelStringPool      *pool = pel_string_pool_new ();
  g_autofree guint32 *offsets = g_new0 (guint32, N_STRINGS);
  g_autofree char    *block = NULL;
  gsize               size;

  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < N_STRINGS; i++)
      {
        g_autofree char *text = g_strdup_printf ("text %u", i);
        guint32          offset = pel_string_pool_intern (pool, text);

        g_assert_cmpuint (offset, >, 0);
        if (round == 0)
          offsets[i] = offset;
        g_assert_cmpuint (offset, ==, offsets[i]);
      }
  g_assert_cmpuint (pel_string_pool_intern (pool, ""), ==, 0);
  g_assert_cmpuint (pel_string_pool_intern (pool, NULL), ==, 0);
  block = pel_string_pool_steal (pool, &size);
  for (guint i = 0; i < N_STRINGS; i++)
    {
      g_autofree char *text = g_strdup_printf ("text %u", i);

      g_assert_cmpuint (offsets[i], <, size);
      g_assert_cmpstr (block + offsets[i], ==, text);
    }
  g_assert_cmpstr (block, ==, "");
}

static void
test_hash_key (void)
{
  guint64 key = pel_text_hash_new_key ();

  g_assert_cmpuint (pel_text_hash ("same", key), ==, pel_text_hash ("same", key));
  g_assert_cmpuint (pel_text_hash ("same", 1), !=, pel_text_hash ("same", 2));
  g_assert_cmpuint (pel_text_hash ("a", 1), !=, pel_text_hash ("b", 1));
  g_assert_cmpuint (pel_text_hash ("12345678a", 1), !=, pel_text_hash ("12345678b", 1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/string-pool/intern/once", test_intern_once);
  g_test_add_func ("/string-pool/hash/key", test_hash_key);
  return g_test_run ();
}
