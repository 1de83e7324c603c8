/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/desktop-keeper.h"

#include "services/base/error.h"
#include "tests/unit/fake-window-source.h"

typedef struct
{
  PelFakeWindowSource *source;
  PelDesktopKeeper    *keeper;
  guint                n_looks, n_different, n_errors;
  gboolean             is_done; /* the last expected look */
  guint                n_expected;
} Fixture;

static void
looked_cb (PelDesktopKeeper *keeper, gboolean is_different, const GError *error, gpointer data)
{
  Fixture *fixture = data;

  g_assert_true (keeper == fixture->keeper);
  g_assert_false (is_different && error != NULL);
  fixture->n_looks++;
  fixture->n_different += is_different;
  fixture->n_errors += error != NULL;
  fixture->is_done = fixture->n_looks >= fixture->n_expected;
}

static PelDesktop *
make_desktop (const char *id)
{
  PelWindowInfo info = { .id = id, .states = PEL_WINDOW_VISIBLE };

  return pel_fake_desktop_new (1, &info, 1);
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_window_source_new ();
  pel_fake_window_source_set_desktop (fixture->source, make_desktop ("a"));
  fixture->keeper =
      pel_desktop_keeper_new (PEL_WINDOW_SOURCE (fixture->source), looked_cb, fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_desktop_keeper_free (fixture->keeper);
  g_assert_cmpint (pel_fake_window_source_get_n_watching (fixture->source), ==, 0);
  g_assert_cmpuint (G_OBJECT (fixture->source)->ref_count, ==, 1);
  g_object_unref (fixture->source);
}

static void
wait_looks (Fixture *fixture, guint n_looks)
{
  fixture->n_expected = n_looks;
  fixture->is_done = fixture->n_looks >= n_looks;
  pel_fake_wait_until (&fixture->is_done);
  g_assert_cmpuint (fixture->n_looks, ==, n_looks);
}

static void
change (Fixture *fixture)
{
  pel_window_source_emit_changed (PEL_WINDOW_SOURCE (fixture->source));
}

static void
assert_window (Fixture *fixture, const char *id)
{
  PelDesktop *desktop = pel_desktop_keeper_get (fixture->keeper);

  g_assert_cmpstr (pel_window_get_info (pel_desktop_get_window (desktop, 0))->id, ==, id);
}

/* Whatever is still under way has its chance to come. */
static void
run_idle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static guint
count_queries (Fixture *fixture)
{
  return pel_fake_window_source_get_n_queries (fixture->source);
}

static void
test_look (Fixture *fixture, gconstpointer unused)
{
  g_assert_null (pel_desktop_keeper_get (fixture->keeper));
  g_assert_cmpuint (count_queries (fixture), ==, 0);
  pel_desktop_keeper_refresh (fixture->keeper);
  g_assert_cmpuint (fixture->n_looks, ==, 0);
  wait_looks (fixture, 1);
  assert_window (fixture, "a");
  g_assert_cmpuint (fixture->n_different, ==, 1);
  /* nobody tells what changes */
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
  g_assert_cmpint (pel_fake_window_source_get_n_watching (fixture->source), ==, 0);
}

/* The same object stays, so that who holds it sees that nothing is different. */
static void
test_same (Fixture *fixture, gconstpointer unused)
{
  PelDesktop *first;

  pel_desktop_keeper_refresh (fixture->keeper);
  wait_looks (fixture, 1);
  first = pel_desktop_keeper_get (fixture->keeper);
  pel_fake_window_source_set_desktop (fixture->source, make_desktop ("a"));
  pel_desktop_keeper_refresh (fixture->keeper);
  wait_looks (fixture, 2);
  g_assert_true (pel_desktop_keeper_get (fixture->keeper) == first);
  g_assert_cmpuint (fixture->n_different, ==, 1);
  pel_fake_window_source_set_desktop (fixture->source, make_desktop ("b"));
  pel_desktop_keeper_refresh (fixture->keeper);
  wait_looks (fixture, 3);
  assert_window (fixture, "b");
  g_assert_cmpuint (fixture->n_different, ==, 2);
}

/* Goes live and has looked once. */
static void
begin_live (Fixture *fixture)
{
  pel_desktop_keeper_set_live (fixture->keeper, TRUE);
  g_assert_cmpint (pel_fake_window_source_get_n_watching (fixture->source), ==, 1);
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
  pel_desktop_keeper_refresh (fixture->keeper);
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
  wait_looks (fixture, 1);
  g_assert_true (pel_desktop_keeper_is_fresh (fixture->keeper));
}

static void
test_live (Fixture *fixture, gconstpointer unused)
{
  begin_live (fixture);
  pel_desktop_keeper_set_live (fixture->keeper, TRUE);
  g_assert_cmpint (pel_fake_window_source_get_n_watching (fixture->source), ==, 1);
  g_assert_true (pel_desktop_keeper_is_fresh (fixture->keeper));
  pel_desktop_keeper_set_live (fixture->keeper, FALSE);
  pel_desktop_keeper_set_live (fixture->keeper, FALSE);
  g_assert_cmpint (pel_fake_window_source_get_n_watching (fixture->source), ==, 0);
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
  change (fixture);
  run_idle ();
  g_assert_cmpuint (count_queries (fixture), ==, 1);
  /* what happened meanwhile is not known */
  pel_desktop_keeper_set_live (fixture->keeper, TRUE);
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
}

/* A look that began before anybody told what changes does not count. */
static void
test_live_during_a_look (Fixture *fixture, gconstpointer unused)
{
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  pel_desktop_keeper_refresh (fixture->keeper);
  pel_desktop_keeper_set_live (fixture->keeper, TRUE);
  pel_fake_window_source_answer (fixture->source);
  wait_looks (fixture, 1);
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
  g_assert_cmpuint (count_queries (fixture), ==, 2);
  pel_fake_window_source_answer (fixture->source);
  wait_looks (fixture, 2);
  g_assert_true (pel_desktop_keeper_is_fresh (fixture->keeper));
}

static void
test_change (Fixture *fixture, gconstpointer unused)
{
  begin_live (fixture);
  pel_fake_window_source_set_desktop (fixture->source, make_desktop ("b"));
  change (fixture);
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
  wait_looks (fixture, 2);
  g_assert_true (pel_desktop_keeper_is_fresh (fixture->keeper));
  assert_window (fixture, "b");
}

static void
test_refresh_coalesces (Fixture *fixture, gconstpointer unused)
{
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  for (guint i = 0; i < 10; i++)
    pel_desktop_keeper_refresh (fixture->keeper);
  g_assert_cmpuint (count_queries (fixture), ==, 1);
  pel_fake_window_source_answer (fixture->source);
  wait_looks (fixture, 1);
  run_idle ();
  g_assert_cmpuint (count_queries (fixture), ==, 1);
  g_assert_cmpuint (fixture->n_looks, ==, 1);
}

/* Whatever changes during a look, however often, is looked at once more. */
static void
test_change_during_a_look (Fixture *fixture, gconstpointer unused)
{
  begin_live (fixture);
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  change (fixture);
  for (guint i = 0; i < 20; i++)
    change (fixture);
  g_assert_cmpuint (count_queries (fixture), ==, 2);
  pel_fake_window_source_answer (fixture->source);
  wait_looks (fixture, 2);
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
  g_assert_cmpuint (count_queries (fixture), ==, 3);
  pel_fake_window_source_set_desktop (fixture->source, make_desktop ("b"));
  pel_fake_window_source_answer (fixture->source);
  wait_looks (fixture, 3);
  g_assert_true (pel_desktop_keeper_is_fresh (fixture->keeper));
  assert_window (fixture, "b");
  run_idle ();
  g_assert_cmpuint (count_queries (fixture), ==, 3);
}

/* What was seen stays, but it is not fresh: the change before the error has not been seen. */
static void
test_error (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  begin_live (fixture);
  pel_set_error (&error, PEL_ERROR_TIMEOUT, NULL, "Silence");
  pel_fake_window_source_set_error (fixture->source, error);
  change (fixture);
  wait_looks (fixture, 2);
  run_idle ();
  g_assert_cmpuint (fixture->n_errors, ==, 1);
  g_assert_cmpuint (count_queries (fixture), ==, 2);
  assert_window (fixture, "a");
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
  pel_fake_window_source_set_desktop (fixture->source, make_desktop ("b"));
  pel_desktop_keeper_refresh (fixture->keeper);
  wait_looks (fixture, 3);
  g_assert_true (pel_desktop_keeper_is_fresh (fixture->keeper));
  assert_window (fixture, "b");
}

static void
test_error_first (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_TIMEOUT, NULL, "Silence");
  pel_fake_window_source_set_error (fixture->source, error);
  pel_desktop_keeper_set_live (fixture->keeper, TRUE);
  pel_desktop_keeper_refresh (fixture->keeper);
  wait_looks (fixture, 1);
  g_assert_cmpuint (fixture->n_errors, ==, 1);
  g_assert_null (pel_desktop_keeper_get (fixture->keeper));
  g_assert_false (pel_desktop_keeper_is_fresh (fixture->keeper));
}

static void
test_freed_during_a_look (Fixture *fixture, gconstpointer manner)
{
  pel_fake_window_source_set_manner (fixture->source, GPOINTER_TO_INT (manner));
  pel_desktop_keeper_set_live (fixture->keeper, TRUE);
  pel_desktop_keeper_refresh (fixture->keeper);
  g_assert_cmpuint (pel_fake_window_source_get_n_waiting (fixture->source), ==, 1);
  g_clear_pointer (&fixture->keeper, pel_desktop_keeper_free);
  pel_fake_window_source_answer (fixture->source);
  change (fixture);
  run_idle ();
  g_assert_cmpuint (fixture->n_looks, ==, 0);
  g_assert_cmpuint (count_queries (fixture), ==, 1);
}

#define ADD(path, data, func) g_test_add (path, Fixture, data, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/desktop-keeper/look/first", NULL, test_look);
  ADD ("/desktop-keeper/look/same", NULL, test_same);
  ADD ("/desktop-keeper/live/on-and-off", NULL, test_live);
  ADD ("/desktop-keeper/live/during-a-look", NULL, test_live_during_a_look);
  ADD ("/desktop-keeper/change/seen", NULL, test_change);
  ADD ("/desktop-keeper/change/during-a-look", NULL, test_change_during_a_look);
  ADD ("/desktop-keeper/refresh/coalesces", NULL, test_refresh_coalesces);
  ADD ("/desktop-keeper/error/later", NULL, test_error);
  ADD ("/desktop-keeper/error/first", NULL, test_error_first);
  ADD ("/desktop-keeper/freed/waiting", GINT_TO_POINTER (PEL_FAKE_WAITS), test_freed_during_a_look);
  ADD ("/desktop-keeper/freed/stubborn",
       GINT_TO_POINTER (PEL_FAKE_STUBBORN),
       test_freed_during_a_look);
  return g_test_run ();
}
