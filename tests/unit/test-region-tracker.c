/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/region/region-tracker.h"
#include "tests/unit/fake-element-source.h"
#include "tests/unit/region-tree.h"

#include <unistd.h>

typedef struct
{
  PelFakeElementSource *source;
  PelRegionRegistry    *registry;
  PelRegionTracker     *tracker;
  guint                 n_changes;
} Fixture;

static const PelRegionScope active = { .kind = PEL_REGIONS_OF_ACTIVE_WINDOW };

/* The window “w1” or “w2” is active; @pid owns the second, which lies below. */
static void
show (Fixture *fixture, const char *active_id, double x, pid_t pid)
{
  const RegionRow rows[] = {
    { 0, ATSPI_ROLE_FRAME, "One", { 0, 0, 500, 500 }, 1 },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "OK", { x, 40, 50, 20 } },
    { 0, ATSPI_ROLE_FRAME, "Two", { 0, 600, 500, 200 }, 2 },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "Yes", { x, 640, 50, 20 } },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "No", { x + 60, 640, 50, 20 } },
  };
  PelWindowInfo windows[] = {
    { .id = "w1", .pid = 10, .bounds = { 0, 0, 500, 500 }, .states = PEL_WINDOW_VISIBLE },
    { .id = "w2", .pid = pid, .bounds = { 0, 600, 500, 200 }, .states = PEL_WINDOW_VISIBLE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (windows); i++)
    if (g_str_equal (windows[i].id, active_id))
      windows[i].states |= PEL_WINDOW_ACTIVE;
  pel_fake_element_source_set_snapshot (fixture->source,
                                        region_tree_build (rows,
                                                           G_N_ELEMENTS (rows),
                                                           windows,
                                                           G_N_ELEMENTS (windows),
                                                           ":1.7"));
}

static void
count_cb (PelRegionRegistry *registry, gpointer data)
{
  ((Fixture *) data)->n_changes++;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_element_source_new ();
  fixture->registry = pel_region_registry_new ();
  fixture->tracker =
      pel_region_tracker_new (PEL_ELEMENT_SOURCE (fixture->source), fixture->registry);
  g_signal_connect (fixture->registry, "changed", G_CALLBACK (count_cb), fixture);
  show (fixture, "w1", 10, 20);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (fixture->tracker);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
  g_assert_finalize_object (fixture->registry);
  g_assert_finalize_object (fixture->source);
}

static void
change (Fixture *fixture)
{
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->source));
}

static void
wait_for_looks (Fixture *fixture, guint n)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (pel_fake_element_source_get_n_looks (fixture->source) < n)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  pel_fake_wait_ms (5);
}

/* “window w1: 1 OK ” */
static void
assert_regions (Fixture *fixture, const char *expected)
{
  PelRegionList      *list = pel_region_registry_get_list (fixture->registry);
  g_autoptr (GString) text = g_string_new (list != NULL ? list->scope : "nothing");

  g_string_append (text, ": ");
  for (guint i = 0; list != NULL && i < list->regions->len; i++)
    {
      PelRegion *region = list->regions->pdata[i];

      g_string_append_printf (text, "%u %s %g ", region->index, region->label, region->bounds.x);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_shows (Fixture *fixture, gconstpointer unused)
{
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
  g_assert_null (pel_region_tracker_get_scope (fixture->tracker));
  pel_region_tracker_show (fixture->tracker, &active);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 1);
  g_assert_true (pel_region_registry_is_shown (fixture->registry));
  g_assert_false (pel_region_tracker_is_ready (fixture->tracker));
  wait_for_looks (fixture, 1);
  g_assert_true (pel_region_tracker_is_ready (fixture->tracker));
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "active");
  assert_regions (fixture, "window w1: 1 OK 10 ");

  show (fixture, "w1", 15, 20);
  change (fixture);
  wait_for_looks (fixture, 2);
  assert_regions (fixture, "window w1: 1 OK 15 ");
  show (fixture, "w2", 15, 20);
  change (fixture);
  wait_for_looks (fixture, 3);
  assert_regions (fixture, "window w2: 1 Yes 15 2 No 75 ");

  pel_region_tracker_hide (fixture->tracker);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
  g_assert_false (pel_region_registry_is_shown (fixture->registry));
  change (fixture);
  pel_fake_wait_ms (40);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, 3);
}

/* However many changes are told while it looks, it looks once more; and not when nothing is. */
static void
test_one_at_a_time (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  pel_region_tracker_show (fixture->tracker, &active);
  for (guint i = 0; i < 5; i++)
    change (fixture);
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting (fixture->source), ==, 1);
  pel_fake_element_source_answer (fixture->source);
  wait_for_looks (fixture, 2);
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting (fixture->source), ==, 1);
  pel_fake_element_source_answer (fixture->source);
  pel_fake_wait_ms (60);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (fixture->source), ==, 2);
}

static void
test_nothing_new (Fixture *fixture, gconstpointer unused)
{
  guint n_changes;

  pel_region_tracker_show (fixture->tracker, &active);
  wait_for_looks (fixture, 1);
  n_changes = fixture->n_changes;
  change (fixture);
  wait_for_looks (fixture, 2);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes);
}

/* What is seen of a scope that nobody wants any more is for nothing, cancelled or not. */
static void
test_other_scope (Fixture *fixture, gconstpointer manner)
{
  const PelRegionScope desktop = { .kind = PEL_REGIONS_OF_DESKTOP };

  pel_region_tracker_show (fixture->tracker, &active);
  wait_for_looks (fixture, 1);
  pel_fake_element_source_set_manner (fixture->source, GPOINTER_TO_INT (manner));
  change (fixture);
  wait_for_looks (fixture, 2);
  pel_region_tracker_show (fixture->tracker, &desktop);
  if (GPOINTER_TO_INT (manner) == PEL_FAKE_STUBBORN)
    pel_fake_element_source_answer (fixture->source);
  wait_for_looks (fixture, 3);
  assert_regions (fixture, "window w1: 1 OK 10 ");
  pel_fake_element_source_answer (fixture->source);
  pel_fake_wait_ms (5);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "desktop");
  assert_regions (fixture, "desktop: 1 OK 10 2 Yes 10 3 No 70 ");
  g_assert_cmpint (pel_region_tracker_get_scope (fixture->tracker)->kind, ==, desktop.kind);
}

static void
test_hidden_while_looking (Fixture *fixture, gconstpointer manner)
{
  pel_fake_element_source_set_manner (fixture->source, GPOINTER_TO_INT (manner));
  pel_region_tracker_show (fixture->tracker, &active);
  pel_region_tracker_hide (fixture->tracker);
  pel_fake_element_source_answer (fixture->source);
  pel_fake_wait_ms (5);
  assert_regions (fixture, "nothing: ");
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_region_tracker_show (fixture->tracker, &active);
  wait_for_looks (fixture, 2);
  assert_regions (fixture, "window w1: 1 OK 10 ");
}

/* clang-format off */
static const struct { PelErrorCode code; gboolean is_retried; } error_rows[] = {
  { PEL_ERROR_WINDOW_NOT_FOUND,       FALSE },
  { PEL_ERROR_ELEMENT_NOT_FOUND,      FALSE },
  { PEL_ERROR_CAPABILITY_UNAVAILABLE, TRUE  },
};
/* clang-format on */

static void
test_errors (Fixture *fixture, gconstpointer unused)
{
  pel_region_tracker_show (fixture->tracker, &active);
  wait_for_looks (fixture, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (error_rows); i++)
    {
      g_autoptr (GError) error = g_error_new (PEL_ERROR, error_rows[i].code, "no");
      guint              n_looks = pel_fake_element_source_get_n_looks (fixture->source);

      pel_fake_element_source_set_error (fixture->source, error);
      change (fixture);
      wait_for_looks (fixture, n_looks + 1);
      assert_regions (fixture, "none: ");
      show (fixture, "w1", 10, 20);
      if (!error_rows[i].is_retried)
        change (fixture);
      wait_for_looks (fixture, n_looks + 2);
      assert_regions (fixture, "window w1: 1 OK 10 ");
    }
}

/* Who works in a window of this program still sees the regions of the one before. */
static void
test_our_own_window (Fixture *fixture, gconstpointer unused)
{
  pel_region_tracker_show (fixture->tracker, &active);
  wait_for_looks (fixture, 1);
  show (fixture, "w2", 10, getpid ());
  change (fixture);
  wait_for_looks (fixture, 3);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "window w1");
  assert_regions (fixture, "window w1: 1 OK 10 ");
  show (fixture, "w1", 12, getpid ());
  change (fixture);
  wait_for_looks (fixture, 5);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "active");
  assert_regions (fixture, "window w1: 1 OK 12 ");
}

/* Marks are followed also while no regions are shown, and only as long as there are any. */
static void
test_marks (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelSnapshot) snapshot = NULL;
  GPtrArray              *marks = pel_region_registry_get_marks (fixture->registry);
  g_autoptr (GError)      error = g_error_new (PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND, "ended");
  const RegionRow         rows[] = {
            { 0, ATSPI_ROLE_FRAME, "One", { 0, 0, 500, 500 }, 1 },
            { 1, ATSPI_ROLE_PUSH_BUTTON, "OK", { 10, 40, 50, 20 } },
  };
  const PelWindowInfo window = { .id = "w1",
                                 .bounds = { 0, 0, 500, 500 },
                                 .states = PEL_WINDOW_VISIBLE };

  snapshot = region_tree_build (rows, G_N_ELEMENTS (rows), &window, 1, ":1.7");
  pel_region_registry_set_hovered (fixture->registry,
                                   pel_region_mark_new (PEL_MARK_HOVERED, snapshot, 2));
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 1);
  wait_for_looks (fixture, 1);
  g_assert_cmpstr (pel_fake_element_source_get_look (fixture->source), ==, "program :1.7");
  show (fixture, "w1", 33, 20);
  change (fixture);
  wait_for_looks (fixture, 2);
  g_assert_cmpfloat (((PelRegionMark *) marks->pdata[0])->region->bounds.x, ==, 33);
  assert_regions (fixture, "nothing: ");
  pel_fake_element_source_set_error (fixture->source, error);
  change (fixture);
  wait_for_looks (fixture, 3);
  g_assert_cmpuint (marks->len, ==, 0);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->source), ==, 0);
}

#define ADD(path, data, func) g_test_add (path, Fixture, data, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/region/tracker/shows", NULL, test_shows);
  ADD ("/region/tracker/one-at-a-time", NULL, test_one_at_a_time);
  ADD ("/region/tracker/nothing-new", NULL, test_nothing_new);
  ADD ("/region/tracker/other-scope", GINT_TO_POINTER (PEL_FAKE_WAITS), test_other_scope);
  ADD ("/region/tracker/other-scope-stubborn",
       GINT_TO_POINTER (PEL_FAKE_STUBBORN),
       test_other_scope);
  ADD ("/region/tracker/hidden", GINT_TO_POINTER (PEL_FAKE_WAITS), test_hidden_while_looking);
  ADD ("/region/tracker/hidden-stubborn",
       GINT_TO_POINTER (PEL_FAKE_STUBBORN),
       test_hidden_while_looking);
  ADD ("/region/tracker/errors", NULL, test_errors);
  ADD ("/region/tracker/our-own-window", NULL, test_our_own_window);
  ADD ("/region/tracker/marks", NULL, test_marks);
  return g_test_run ();
}
