/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the selector bar shows, without the bar. */

#include "inspector/selector-search.h"
#include "inspector/selector-words.h"
#include "services/base/error.h"
#include "tests/unit/fake-element-source.h"
#include "tests/unit/region-tree.h"

#include <string.h>

/* words */

static void
test_words (void)
{
  static const struct
  {
    const char *text, *word, *completed; /* “|” is where the person types; NULL: it does not fit */
  } rows[] = {
    { "But|", "Button", "Button|" },
    { "but|", "Button", "Button|" },
    { "Button|", "Button", NULL },
    { "Bax|", "Button", NULL },
    { "|", "Button", NULL },
    { "app=calc >> na|", "name=", "app=calc >> name=|" },
    { "na| && Button", "name=", "name=| && Button" },
    { "na|me", "name=", NULL },
    { "name=\"But|", "Button", NULL },
    { "name=\"é\" && But|", "Button", "name=\"é\" && Button|" },
    { "!ena|", "enabled=", "!enabled=|" },
    { "CheckBox:che|", "checked=", NULL },
    { "CheckBox:Save che|", "checked=", NULL },
    { "Button:But|", "Button", NULL },
    { "name=che|", "checked=", NULL },
    { "name~=che|", "checked=", NULL },
    { "CheckBox:a && che|", "checked=", "CheckBox:a && checked=|" },
    { "CheckBox:a >> But|", "Button", "CheckBox:a >> Button|" },
    { "(role=But|", "Button", "(role=Button|" },
    { "role=na|", "name=", NULL },
  };

  for (gsize row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      const char      *bar = strchr (rows[row].text, '|');
      g_autofree char *before = g_strndup (rows[row].text, bar - rows[row].text);
      g_autofree char *text = g_strconcat (before, bar + 1, NULL);
      int              position = (int) g_utf8_strlen (before, -1);
      g_autofree char *completed = NULL;
      g_autofree char *marked = NULL;
      g_autofree char *front = NULL;

      g_test_message ("%s", rows[row].text);
      g_assert_cmpint (pel_selector_words_fits (text, position, rows[row].word),
                       ==,
                       rows[row].completed != NULL);
      if (rows[row].completed == NULL)
        continue;
      completed = pel_selector_words_complete (text, &position, rows[row].word);
      front = g_utf8_substring (completed, 0, position);
      marked = g_strconcat (front, "|", completed + strlen (front), NULL);
      g_assert_cmpstr (marked, ==, rows[row].completed);
    }
}

static void
test_all_words (void)
{
  g_auto (GStrv) words = pel_selector_words_list ();

  g_assert_true (g_strv_contains ((const char *const *) words, "Button"));
  g_assert_true (g_strv_contains ((const char *const *) words, "name="));
  g_assert_true (g_strv_contains ((const char *const *) words, "checked="));
}

/* the search */

typedef struct
{
  PelFakeElementSource *source;
  PelFacts             *facts;
  PelSelectorSearch    *search;
  guint                 n_changes;
} Fixture;

static void
show (Fixture *fixture, const char *second)
{
  const RegionRow rows[] = {
    { 0, ATSPI_ROLE_FRAME, "Main", { 0, 0, 500, 500 }, 1 },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "OK", { 10, 40, 50, 20 } },
    { 1, ATSPI_ROLE_PUSH_BUTTON, second, { 80, 40, 50, 20 } },
  };
  const PelWindowInfo window = { .id = "w",
                                 .bounds = { 0, 0, 500, 500 },
                                 .states = PEL_WINDOW_VISIBLE };

  pel_fake_element_source_set_snapshot (fixture->source,
                                        region_tree_build (rows,
                                                           G_N_ELEMENTS (rows),
                                                           &window,
                                                           1,
                                                           ":1.7"));
}

static void
count_cb (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_element_source_new ();
  fixture->facts = pel_facts_new ();
  fixture->search = pel_selector_search_new (PEL_ELEMENT_SOURCE (fixture->source), fixture->facts);
  g_signal_connect_swapped (fixture->search, "changed", G_CALLBACK (count_cb), fixture);
  show (fixture, "Cancel");
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_object_run_dispose (G_OBJECT (fixture->search));
  pel_fake_wait_ms (20);
  g_assert_finalize_object (fixture->search);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
  g_assert_finalize_object (fixture->source);
  pel_facts_unref (fixture->facts);
}

static void
settle (Fixture *fixture)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (pel_selector_search_is_busy (fixture->search))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
test_matches (Fixture *fixture, gconstpointer unused)
{
  g_auto (GStrv) reasons = NULL;
  PelElementId   id = 0;

  pel_selector_search_set_text (fixture->search, "role=Button && name=OK");
  g_assert_true (pel_selector_search_is_busy (fixture->search));
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 1);
  settle (fixture);
  g_assert_no_error (pel_selector_search_get_error (fixture->search));
  g_assert_cmpuint (pel_selector_search_get_n_matches (fixture->search), ==, 1);
  g_assert_nonnull (pel_selector_search_get_match (fixture->search, 0, &id));
  g_assert_cmpuint (id, ==, 2);
  g_assert_null (pel_selector_search_get_match (fixture->search, 1, &id));
  g_assert_cmpfloat (pel_selector_search_get_confidence (fixture->search, &reasons), >, 0.3);
  g_assert_cmpuint (g_strv_length (reasons), >, 0);

  pel_selector_search_set_text (fixture->search, " ");
  g_assert_cmpuint (pel_selector_search_get_n_matches (fixture->search), ==, 0);
  g_assert_false (pel_selector_search_is_busy (fixture->search));
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
}

/* Who types fast is not looked for at each letter. */
static void
test_typed (Fixture *fixture, gconstpointer unused)
{
  static const char *const steps[] = { "O", "OK", "OK ", "OK", "role=But", "role=Button" };

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    pel_selector_search_set_text (fixture->search, steps[i]);
  settle (fixture);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, 1);
  g_assert_cmpuint (pel_selector_search_get_n_matches (fixture->search), ==, 2);
}

/* Plain words are parts of names, or else a role. */
static void
test_plain (Fixture *fixture, gconstpointer unused)
{
  static const struct
  {
    const char *text;
    guint       n_matches;
  } rows[] = {
    { "ance", 1 }, { "ok", 1 }, { "Button", 2 }, { "push button", 2 }, { "nothing", 0 },
  };

  for (gsize row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      g_test_message ("%s", rows[row].text);
      pel_selector_search_set_text (fixture->search, rows[row].text);
      settle (fixture);
      g_assert_no_error (pel_selector_search_get_error (fixture->search));
      g_assert_cmpuint (pel_selector_search_get_n_matches (fixture->search),
                        ==,
                        rows[row].n_matches);
    }
}

static void
test_mistake (Fixture *fixture, gconstpointer unused)
{
  pel_selector_search_set_text (fixture->search, "role=Button && ");
  g_assert_error (pel_selector_search_get_error (fixture->search),
                  PEL_ERROR,
                  PEL_ERROR_INVALID_SELECTOR);
  g_assert_cmpint (pel_selector_search_get_column (fixture->search), >=, 14);
  g_assert_false (pel_selector_search_is_busy (fixture->search));
  pel_selector_search_set_text (fixture->search, "role=Button");
  g_assert_cmpint (pel_selector_search_get_column (fixture->search), ==, -1);
  settle (fixture);
  g_assert_cmpuint (pel_selector_search_get_n_matches (fixture->search), ==, 2);
}

static void
test_near_miss (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *miss = NULL;

  pel_selector_search_set_text (fixture->search, "role=Button && name=OKAY");
  settle (fixture);
  g_assert_cmpuint (pel_selector_search_get_n_matches (fixture->search), ==, 0);
  miss = pel_selector_search_dup_near_miss (fixture->search);
  g_assert_nonnull (miss);
  g_assert_nonnull (strstr (miss, "OK"));
}

/* The desktop goes on. */
static void
test_follows (Fixture *fixture, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  pel_selector_search_set_text (fixture->search, "name=Later");
  settle (fixture);
  g_assert_cmpuint (pel_selector_search_get_n_matches (fixture->search), ==, 0);
  show (fixture, "Later");
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->source));
  while (pel_selector_search_get_n_matches (fixture->search) == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
test_nothing_seen (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "Dark");
  pel_fake_element_source_set_error (fixture->source, error);
  pel_selector_search_set_text (fixture->search, "role=Button");
  settle (fixture);
  g_assert_error (pel_selector_search_get_error (fixture->search),
                  PEL_ERROR,
                  PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_cmpint (pel_selector_search_get_column (fixture->search), ==, -1);
}

/* It may end while it looks. */
static void
test_ends (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  pel_selector_search_set_text (fixture->search, "role=Button");
  pel_fake_wait_ms (200);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, 1);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selector-bar/words/complete", test_words);
  g_test_add_func ("/selector-bar/words/all", test_all_words);
  ADD ("/selector-bar/search/matches", test_matches);
  ADD ("/selector-bar/search/typed", test_typed);
  ADD ("/selector-bar/search/plain", test_plain);
  ADD ("/selector-bar/search/mistake", test_mistake);
  ADD ("/selector-bar/search/near-miss", test_near_miss);
  ADD ("/selector-bar/search/follows", test_follows);
  ADD ("/selector-bar/search/nothing-seen", test_nothing_seen);
  ADD ("/selector-bar/search/ends", test_ends);
  return g_test_run ();
}
