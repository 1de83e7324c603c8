/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs a fuzz target over its corpus, as a test: what was once found stays found. */

#include "tests/fuzz/fuzz.h"

#include <string.h>

static const char *target;

static void
test_corpus (void)
{
  g_autofree char   *path = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", target, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir)   dir = g_dir_open (path, 0, &error);
  const char        *name;
  guint              n_files = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *data = NULL;
      gsize            size;

      g_file_get_contents (file, &data, &size, &error);
      g_assert_no_error (error);
      g_test_message ("%s", name);
      LLVMFuzzerTestOneInput ((const guint8 *) data, size);
      n_files++;
    }
  g_assert_cmpuint (n_files, >, 0);
}

/* Every beginning of every file of the corpus is an input, too. */
static void
test_beginnings (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", target, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char      *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *data = NULL;
      gsize            size;

      g_assert_true (g_file_get_contents (file, &data, &size, NULL));
      for (gsize length = 0; length < MIN (size, 512); length++)
        LLVMFuzzerTestOneInput ((const guint8 *) data, length);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *corpus = NULL, *beginnings = NULL;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  target = argv[1];
  corpus = g_strdup_printf ("/fuzz/%s/corpus", target);
  beginnings = g_strdup_printf ("/fuzz/%s/beginnings", target);
  g_test_add_func (corpus, test_corpus);
  g_test_add_func (beginnings, test_beginnings);
  return g_test_run ();
}
