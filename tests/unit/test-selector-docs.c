/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Everything that docs/selectors.md says is true: each line of its examples names the elements that
 * stand behind its arrow, in that order. */

#include "services/selector/near-miss.h"
#include "services/selector/resolver.h"
#include "services/selector/selector-writer.h"
#include "tests/unit/written-tree.h"

#include <string.h>

#define MIN_EXAMPLES 40

typedef struct
{
  char        *page;
  PelFacts    *facts;
  PelSnapshot *snapshot;
} Page;

/* (transfer full): what stands in the fenced blocks with this word, one after the other. */
static char *
get_blocks (const char *page, const char *word)
{
  g_autofree char *fence = g_strdup_printf ("\n```%s\n", word);
  GString         *text = g_string_new (NULL);

  for (const char *start = strstr (page, fence); start != NULL; start = strstr (start, fence))
    {
      const char *end;

      start += strlen (fence);
      end = strstr (start, "\n```");
      g_assert_nonnull (end);
      g_string_append_len (text, start, end - start + 1);
    }
  return g_string_free (text, FALSE);
}

static void
set_up (Page *page, gconstpointer unused)
{
  g_autofree char   *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "selectors.md", NULL);
  g_autofree char   *tree = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &page->page, NULL, &error);
  g_assert_no_error (error);
  tree = get_blocks (page->page, "tree");
  page->facts = pel_facts_new ();
  page->snapshot = written_tree_build (tree, page->facts);
}

static void
tear_down (Page *page, gconstpointer unused)
{
  g_free (page->page);
  g_object_unref (page->snapshot);
  pel_facts_unref (page->facts);
}

/* (transfer full): “e3, e5” */
static char *
resolve (Page *page, const char *text)
{
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelSelector)   selector = pel_selector_parse (text, &error);
  g_autoptr (PelResolution) resolution = NULL;
  GString                  *refs = g_string_new (NULL);

  g_assert_no_error (error);
  resolution = pel_selector_resolve (selector, page->snapshot, page->facts);
  g_assert_cmpuint (resolution->wanted->len, ==, 0);
  for (guint i = 0; i < resolution->matches->len; i++)
    g_string_append_printf (refs,
                            "%se%u",
                            i > 0 ? ", " : "",
                            pel_snapshot_get_element (page->snapshot,
                                                      g_array_index (resolution->matches,
                                                                     PelElementId,
                                                                     i))
                                .ref);
  return g_string_free (refs, FALSE);
}

static void
test_examples (Page *page, gconstpointer unused)
{
  g_autofree char *examples = get_blocks (page->page, "selector");
  g_auto (GStrv)   lines = g_strsplit (examples, "\n", -1);
  guint            n_examples = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv)   parts = g_strsplit (lines[i], "→", 2);
      g_autofree char *refs = NULL;

      if (lines[i][0] == '\0')
        continue;
      g_test_message ("%s", lines[i]);
      g_assert_cmpuint (g_strv_length (parts), ==, 2);
      refs = resolve (page, g_strstrip (parts[0]));
      g_assert_cmpstr (refs, ==, g_strstrip (parts[1]));
      n_examples++;
    }
  g_assert_cmpuint (n_examples, >=, MIN_EXAMPLES);
}

/* What the page says of misses and of what is best. */
static void
test_prose (Page *page, gconstpointer unused)
{
  /* clang-format off */
  static const struct { const char *ref; const char *selector; } best[] = {
    { "e21", "#save-button" },
    { "e22", "Button:\"Save as…\"" },
    { "e34", "app=\"notes\" >> Button:\"Save\"" },
    { "e10", "Group:\"Customer\" >> role=Edit && visible=true >> nth(2)" },
  };
  /* clang-format on */
  g_autoptr (PelSelector) missing = pel_selector_parse ("Button:Safe", NULL);
  g_autoptr (PelSelector) wrong = NULL;
  g_autoptr (GError)      error = NULL;
  g_autoptr (GArray)      misses = pel_near_misses_find (missing, page->snapshot, page->facts, 2);

  g_assert_cmpuint (misses->len, ==, 2);
  for (guint i = 0; i < misses->len; i++)
    g_assert_nonnull (strstr (page->page, g_array_index (misses, PelNearMiss, i).reason));
  wrong = pel_selector_parse ("role=Button name=Save", &error);
  g_assert_null (wrong);
  g_assert_nonnull (strstr (page->page, error->message));
  for (gsize i = 0; i < G_N_ELEMENTS (best); i++)
    {
      PelElementId     id = pel_snapshot_find_ref (page->snapshot, atoi (best[i].ref + 1));
      g_autofree char *selector = pel_selector_write (page->snapshot, id, page->facts);

      g_assert_cmpstr (selector, ==, best[i].selector);
      g_assert_nonnull (strstr (page->page, selector));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/selector-docs/examples", Page, NULL, set_up, test_examples, tear_down);
  g_test_add ("/selector-docs/prose", Page, NULL, set_up, test_prose, tear_down);
  return g_test_run ();
}
