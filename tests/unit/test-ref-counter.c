/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/ref-counter.h"

#include <glib/gstdio.h>
#include <unistd.h>

#define MANY 10000 /* more than one block */

typedef struct
{
  char *folder, *path;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->folder = g_dir_make_tmp ("pellucid-test-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "below", "next-ref", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *below = g_path_get_dirname (fixture->path);

  g_remove (fixture->path);
  g_remove (below);
  g_assert_cmpint (g_remove (fixture->folder), ==, 0);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static void
write_file (Fixture *fixture, const char *text, gssize length)
{
  g_autofree char *below = g_path_get_dirname (fixture->path);

  g_assert_cmpint (g_mkdir_with_parents (below, 0700), ==, 0);
  g_assert_true (g_file_set_contents (fixture->path, text, length, NULL));
}

static void
test_ascend (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelRefCounter) counter = pel_ref_counter_new (fixture->path);

  for (guint i = 1; i <= MANY; i++)
    g_assert_cmpuint (pel_ref_counter_take (counter), ==, i);
}

/* However few or many are taken, and also if the program is not ended but killed. */
static void
test_restart (Fixture *fixture, gconstpointer unused)
{
  static const guint amounts[] = { 1, 0, 5, 4096, 4095, 4097, MANY, 1 };
  guint              last = 0;
  PelRefCounter     *killed[G_N_ELEMENTS (amounts)];

  for (gsize i = 0; i < G_N_ELEMENTS (amounts); i++)
    {
      killed[i] = pel_ref_counter_new (fixture->path);
      for (guint n = 0; n < amounts[i]; n++)
        {
          guint ref = pel_ref_counter_take (killed[i]);

          g_assert_cmpuint (ref, >, last);
          last = ref;
        }
    }
  for (gsize i = 0; i < G_N_ELEMENTS (amounts); i++)
    pel_ref_counter_free (killed[i]);
}

/* Nothing is lost where nothing was taken. */
static void
test_restart_unused (Fixture *fixture, gconstpointer unused)
{
  pel_ref_counter_free (pel_ref_counter_new (fixture->path));
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_private (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelRefCounter) counter = pel_ref_counter_new (fixture->path);
  g_autofree char          *below = g_path_get_dirname (fixture->path);
  GStatBuf                  status;

  pel_ref_counter_take (counter);
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (below, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0700);
}

/* clang-format off */
static const struct { const char *text; gssize length; guint first; } contents[] = {
  { "4097\n",                 -1, 4097 },
  { "4097",                   -1, 4097 },
  { "  12 \n",                -1, 12   },
  { "1",                      -1, 1    },
  { "4000000000",             -1, 4000000000 },
  { "",                       -1, 1    },
  { "\n",                     -1, 1    },
  { "0",                      -1, 1    },
  { "-5",                     -1, 1    },
  { "+5",                     -1, 1    },
  { "12 13",                  -1, 1    },
  { "0x10",                   -1, 1    },
  { "1e3",                    -1, 1    },
  { "many",                   -1, 1    },
  { "4294967295",             -1, 1    }, /* no block fits behind it */
  { "99999999999999999999999", -1, 1   },
  { "\xff\xfe\x00\x01",        4, 1    },
};
/* clang-format on */

static void
test_contents (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autoptr (PelRefCounter) counter = NULL;

      g_test_message ("row %zu", i);
      write_file (fixture, contents[i].text, contents[i].length);
      counter = pel_ref_counter_new (fixture->path);
      g_assert_cmpuint (pel_ref_counter_take (counter), ==, contents[i].first);
      g_assert_cmpuint (pel_ref_counter_take (counter), ==, contents[i].first + 1);
    }
}

/* A file stands where the folder should be: root may write everywhere else. */
static void
test_unwritable (Fixture *fixture, gconstpointer unused)
{
  g_autofree char          *below = g_path_get_dirname (fixture->path);
  g_autoptr (PelRefCounter) counter = NULL;

  g_assert_true (g_file_set_contents (below, "", 0, NULL));
  counter = pel_ref_counter_new (fixture->path);
  for (guint i = 1; i <= MANY; i++)
    g_assert_cmpuint (pel_ref_counter_take (counter), ==, i);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/ref-counter/ascend", test_ascend);
  ADD ("/ref-counter/restart/above", test_restart);
  ADD ("/ref-counter/restart/unused", test_restart_unused);
  ADD ("/ref-counter/private", test_private);
  ADD ("/ref-counter/contents", test_contents);
  ADD ("/ref-counter/unwritable", test_unwritable);
  return g_test_run ();
}
