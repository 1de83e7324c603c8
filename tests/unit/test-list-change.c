/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/list-change.h"

#define MAX_ITEMS 40

/* clang-format off */
static const struct { const char *before; const char *after; const char *expected; } rows[] = {
  { "",      "",      ""                },
  { "",      "abc",   "0 -0 +3 "        },
  { "abc",   "",      "0 -3 +0 "        },
  { "abc",   "abc",   ""                },
  { "abc",   "abxc",  "2 -0 +1 "        },
  { "abc",   "ac",    "1 -1 +0 "        },
  { "abc",   "axc",   "1 -1 +1 "        },
  { "abcd",  "bcda",  "0 -1 +0 3 -0 +1 " },
  { "abcd",  "dabc",  "0 -0 +1 4 -1 +0 " },
  { "abcde", "xbydz", "0 -1 +1 2 -1 +1 4 -1 +1 " },
  { "ab",    "ba",    "0 -0 +1 2 -1 +0 " },
  { "aab",   "ab",    "1 -1 +0 "        },
  { "ab",    "aab",   "1 -0 +1 "        },
};
/* clang-format on */

static GArray *
list_letters (const char *text)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (; *text != '\0'; text++)
    {
      guint64 key = *text;

      g_array_append_val (list, key);
    }
  return list;
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray)  before = list_letters (rows[i].before);
      g_autoptr (GArray)  after = list_letters (rows[i].after);
      g_autoptr (GArray)  changes = pel_list_changes_new (before, after);
      g_autoptr (GString) text = g_string_new (NULL);

      g_test_message ("“%s” → “%s”", rows[i].before, rows[i].after);
      for (guint k = 0; k < changes->len; k++)
        {
          const PelListChange *change = &g_array_index (changes, PelListChange, k);

          g_string_append_printf (text,
                                  "%u -%u +%u ",
                                  change->position,
                                  change->n_removed,
                                  change->n_added);
        }
      g_assert_cmpstr (text->str, ==, rows[i].expected);
    }
}

/* Distinct numbers in any order. */
static GArray *
list_random (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint64 key = 0; key < MAX_ITEMS; key++)
    if (g_test_rand_int_range (0, 4) > 0)
      g_array_insert_val (list, g_test_rand_int_range (0, list->len + 1), key);
  return list;
}

/* Half of the time the next list is like the one before. */
static GArray *
vary (const GArray *list)
{
  static guint64 fresh_key = MAX_ITEMS;
  GArray        *next = g_array_copy ((GArray *) list);

  if (g_test_rand_bit ())
    {
      g_array_unref (next);
      return list_random ();
    }
  for (guint i = g_test_rand_int_range (0, 4); i > 0 && next->len > 0; i--)
    g_array_remove_index (next, g_test_rand_int_range (0, next->len));
  for (guint i = g_test_rand_int_range (0, 4); i > 0 && next->len < 2 * MAX_ITEMS; i--)
    {
      guint64 key = ++fresh_key;

      g_array_insert_val (next, g_test_rand_int_range (0, next->len + 1), key);
    }
  return next;
}

/* The most that can stay, the slow way. */
static guint
count_common (const GArray *a, const GArray *b)
{
  guint common[MAX_ITEMS * 2 + 1][MAX_ITEMS * 2 + 1] = { 0 };

  for (guint i = 1; i <= a->len; i++)
    for (guint k = 1; k <= b->len; k++)
      common[i][k] = g_array_index (a, guint64, i - 1) == g_array_index (b, guint64, k - 1)
                         ? common[i - 1][k - 1] + 1
                         : MAX (common[i - 1][k], common[i][k - 1]);
  return common[a->len][b->len];
}

static void
test_random (void)
{
  g_autoptr (GArray) list = list_random ();

  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (GArray) next = vary (list);
      g_autoptr (GArray) changes = pel_list_changes_new (list, next);
      g_autoptr (GArray) replayed = g_array_copy (list);
      guint              n_removed = 0;

      for (guint i = 0; i < changes->len; i++)
        {
          const PelListChange *change = &g_array_index (changes, PelListChange, i);

          g_array_remove_range (replayed, change->position, change->n_removed);
          if (change->n_added > 0)
            g_array_insert_vals (replayed,
                                 change->position,
                                 &g_array_index (next, guint64, change->position),
                                 change->n_added);
          n_removed += change->n_removed;
        }
      g_assert_cmpmem (replayed->data,
                       replayed->len * sizeof (guint64),
                       next->data,
                       next->len * sizeof (guint64));
      g_assert_cmpuint (list->len - n_removed, ==, count_common (list, next));
      g_array_unref (list);
      list = g_steal_pointer (&next);
    }
}

/* A list of many that is turned around takes no time to speak of: nothing here is quadratic. */
static void
test_large (void)
{
  g_autoptr (GArray) before = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) after = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) changes = NULL;
  const guint64      n = 50000;

  for (guint64 key = 0; key < n; key++)
    {
      guint64 other = n - 1 - key;

      g_array_append_val (before, key);
      g_array_append_val (after, other);
    }
  changes = pel_list_changes_new (before, after);
  g_assert_cmpuint (changes->len, <=, 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspector/list-change/rows", test_rows);
  g_test_add_func ("/inspector/list-change/random", test_random);
  g_test_add_func ("/inspector/list-change/large", test_large);
  return g_test_run ();
}
