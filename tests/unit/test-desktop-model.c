/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/window/desktop-model.h"

#include "services/base/error.h"
#include "tests/unit/fake-window-source.h"

#include <string.h>

typedef struct
{
  PelFakeWindowSource *source;
  PelDesktopModel     *model;
  gboolean             is_updated;
  guint                n_updates;
  GString             *changes; /* "position-removed+added;" */
} Fixture;

static void
updated_cb (Fixture *fixture)
{
  fixture->is_updated = TRUE;
  fixture->n_updates++;
}

static void
items_changed_cb (GListModel *model, guint position, guint removed, guint added, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_string_append_printf (fixture->changes, "%u-%u+%u;", position, removed, added);
}

/* One letter a window; a capital one is unmanaged. */
static PelDesktop *
make_desktop (const char *letters)
{
  g_autofree PelWindowInfo *infos = g_new0 (PelWindowInfo, strlen (letters) + 1);
  g_autoptr (GPtrArray)     ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; letters[i] != '\0'; i++)
    {
      g_ptr_array_add (ids, g_strdup_printf ("%c", letters[i]));
      infos[i].id = g_ptr_array_index (ids, i);
      infos[i].states = g_ascii_isupper (letters[i]) ? PEL_WINDOW_UNMANAGED : PEL_WINDOW_VISIBLE;
    }
  return pel_fake_desktop_new (1, infos, strlen (letters));
}

static char *
get_letters (Fixture *fixture)
{
  GListModel *model = G_LIST_MODEL (fixture->model);
  GString    *letters = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (PelWindow) window = g_list_model_get_item (model, i);

      g_string_append (letters, pel_window_get_info (window)->id);
    }
  return g_string_free (letters, FALSE);
}

static void
assert_letters (Fixture *fixture, const char *expected)
{
  g_autofree char *letters = get_letters (fixture);

  g_assert_cmpstr (letters, ==, expected);
}

static void
wait_for_update (Fixture *fixture)
{
  fixture->is_updated = FALSE;
  pel_fake_wait_until (&fixture->is_updated);
}

static void
show (Fixture *fixture, const char *letters)
{
  pel_fake_window_source_set_desktop (fixture->source, make_desktop (letters));
  pel_window_source_emit_changed (PEL_WINDOW_SOURCE (fixture->source));
  g_string_truncate (fixture->changes, 0);
  wait_for_update (fixture);
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_window_source_new ();
  pel_fake_window_source_set_desktop (fixture->source, make_desktop ("abMc"));
  fixture->changes = g_string_new (NULL);
  fixture->model = pel_desktop_model_new (PEL_WINDOW_SOURCE (fixture->source));
  g_signal_connect_swapped (fixture->model, "updated", G_CALLBACK (updated_cb), fixture);
  g_signal_connect (fixture->model, "items-changed", G_CALLBACK (items_changed_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  if (fixture->model != NULL)
    {
      g_signal_handlers_disconnect_by_data (fixture->model, fixture);
      /* a query that is under way holds it */
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_assert_finalize_object (fixture->model);
    }
  g_assert_cmpint (pel_fake_window_source_get_n_watching (fixture->source), ==, 0);
  g_assert_finalize_object (fixture->source);
  g_string_free (fixture->changes, TRUE);
}

static void
test_first_look (Fixture *fixture, gconstpointer unused)
{
  g_assert_null (pel_desktop_model_get_desktop (fixture->model));
  g_assert_null (pel_desktop_model_get_error (fixture->model));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->model)), ==, 0);
  g_assert_cmpint (pel_fake_window_source_get_n_watching (fixture->source), ==, 1);
  wait_for_update (fixture);
  assert_letters (fixture, "abc");
  g_assert_cmpstr (fixture->changes->str, ==, "0-0+3;");
  g_assert_cmpuint (pel_desktop_get_n_windows (pel_desktop_model_get_desktop (fixture->model)),
                    ==,
                    4);
  g_assert_true (g_list_model_get_item_type (G_LIST_MODEL (fixture->model)) == PEL_TYPE_WINDOW);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (fixture->model), 3));
}

/* clang-format off */
static const struct { const char *letters; const char *changes; } change_cases[] = {
  { "abc",   ""         },
  { "MabNc", ""         },
  { "abcd",  "3-0+1;"   },
  { "xabcd", "0-0+1;"   },
  { "xabd",  "3-1+0;"   },
  { "xabyd", "3-0+1;"   },
  { "bxayd", "0-3+3;"   },
  { "",      "0-5+0;"   },
  { "aa",    "0-0+2;"   },
  { "a",     "1-1+0;"   },
  { "b",     "0-1+1;"   },
  { "ab",    "0-0+1;"   },
};
/* clang-format on */

static void
test_change_rows (Fixture *fixture, gconstpointer unused)
{
  wait_for_update (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (change_cases); i++)
    {
      g_autoptr (GString) managed = g_string_new (change_cases[i].letters);

      g_string_replace (managed, "M", "", 0);
      g_string_replace (managed, "N", "", 0);
      g_test_message ("%s", change_cases[i].letters);
      show (fixture, change_cases[i].letters);
      g_assert_cmpstr (fixture->changes->str, ==, change_cases[i].changes);
      assert_letters (fixture, managed->str);
    }
}

/* A row that is not announced as changed is the very same object. */
static void
test_change_keeps_rows (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelWindow) first = NULL, last = NULL, first_now = NULL, last_now = NULL;

  wait_for_update (fixture);
  first = g_list_model_get_item (G_LIST_MODEL (fixture->model), 0);
  last = g_list_model_get_item (G_LIST_MODEL (fixture->model), 2);
  show (fixture, "axyc");
  g_assert_cmpstr (fixture->changes->str, ==, "1-1+2;");
  first_now = g_list_model_get_item (G_LIST_MODEL (fixture->model), 0);
  last_now = g_list_model_get_item (G_LIST_MODEL (fixture->model), 3);
  g_assert_true (first == first_now);
  g_assert_true (last == last_now);
}

static gboolean
emit_cb (gpointer user_data)
{
  pel_window_source_emit_changed (user_data);
  return G_SOURCE_CONTINUE;
}

/* A storm of events, as when a window is dragged, makes a look every now and then. */
static void
test_storm (Fixture *fixture, gconstpointer unused)
{
  guint  id;
  guint  n_before;
  gint64 start;
  double seconds;

  wait_for_update (fixture);
  n_before = pel_fake_window_source_get_n_queries (fixture->source);
  start = g_get_monotonic_time ();
  id = g_timeout_add (1, emit_cb, fixture->source);
  pel_fake_wait_ms (400);
  g_source_remove (id);
  seconds = (g_get_monotonic_time () - start) / 1e6;
  g_assert_cmpuint (pel_fake_window_source_get_n_queries (fixture->source) - n_before, >=, 1);
  g_assert_cmpfloat (pel_fake_window_source_get_n_queries (fixture->source) - n_before,
                     <=,
                     seconds * 20 + 1);
}

/* What happens while a look is under way is looked at once more, and then it is quiet. */
static void
test_events_during_a_look (Fixture *fixture, gconstpointer unused)
{
  guint n_before;

  wait_for_update (fixture);
  n_before = pel_fake_window_source_get_n_queries (fixture->source);
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  pel_window_source_emit_changed (PEL_WINDOW_SOURCE (fixture->source));
  while (pel_fake_window_source_get_n_waiting (fixture->source) == 0)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < 100; i++)
    pel_window_source_emit_changed (PEL_WINDOW_SOURCE (fixture->source));
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_fake_window_source_answer (fixture->source);
  wait_for_update (fixture);
  wait_for_update (fixture);
  pel_fake_wait_ms (150);
  g_assert_cmpuint (pel_fake_window_source_get_n_queries (fixture->source) - n_before, ==, 2);
}

static void
test_error_then_recovery (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  wait_for_update (fixture);
  pel_set_error (&error, PEL_ERROR_TIMEOUT, NULL, "Silence");
  pel_fake_window_source_set_error (fixture->source, error);
  pel_window_source_emit_changed (PEL_WINDOW_SOURCE (fixture->source));
  wait_for_update (fixture);
  g_assert_error (pel_desktop_model_get_error (fixture->model), PEL_ERROR, PEL_ERROR_TIMEOUT);
  assert_letters (fixture, "abc");
  g_assert_nonnull (pel_desktop_model_get_desktop (fixture->model));
  /* it tries again by itself */
  pel_fake_window_source_set_desktop (fixture->source, make_desktop ("ab"));
  wait_for_update (fixture);
  g_assert_no_error (pel_desktop_model_get_error (fixture->model));
  assert_letters (fixture, "ab");
}

/* A window system that falls silent is an error after a while. */
static void
test_silence (Fixture *fixture, gconstpointer unused)
{
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  wait_for_update (fixture);
  g_assert_error (pel_desktop_model_get_error (fixture->model), G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (pel_desktop_model_get_desktop (fixture->model));
}

static gboolean
dispose_cb (gpointer user_data)
{
  Fixture *fixture = user_data;

  g_object_run_dispose (G_OBJECT (fixture->model));
  fixture->is_updated = TRUE;
  return G_SOURCE_REMOVE;
}

/* In a callback of the main loop, where a cancelled query may come back at once. */
static void
test_dispose_during_a_look (Fixture *fixture, gconstpointer manner)
{
  pel_fake_window_source_set_manner (fixture->source, GPOINTER_TO_INT (manner));
  while (pel_fake_window_source_get_n_waiting (fixture->source) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_timeout_add (5, dispose_cb, fixture);
  wait_for_update (fixture);
  g_assert_cmpuint (fixture->n_updates, ==, 0);
  g_assert_cmpint (pel_fake_window_source_get_n_watching (fixture->source), ==, 0);
  pel_window_source_emit_changed (PEL_WINDOW_SOURCE (fixture->source));
  pel_fake_window_source_answer (fixture->source);
  pel_fake_wait_ms (100);
  g_assert_cmpuint (pel_fake_window_source_get_n_queries (fixture->source), ==, 1);
}

/* The last reference goes while a look is under way: nothing is told to anybody any more. */
static void
test_drop_during_a_look (Fixture *fixture, gconstpointer unused)
{
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_STUBBORN);
  while (pel_fake_window_source_get_n_waiting (fixture->source) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handlers_disconnect_by_data (fixture->model, fixture);
  g_object_add_weak_pointer (G_OBJECT (fixture->model), (gpointer *) &fixture->model);
  g_object_unref (fixture->model);
  pel_fake_window_source_answer (fixture->source);
  pel_fake_wait_ms (100);
  g_assert_null (fixture->model);
  g_assert_cmpuint (pel_fake_window_source_get_n_queries (fixture->source), ==, 1);
}

#define ADD(path, data, func) g_test_add (path, Fixture, data, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/desktop-model/first-look", NULL, test_first_look);
  ADD ("/desktop-model/change/rows", NULL, test_change_rows);
  ADD ("/desktop-model/change/keeps-rows", NULL, test_change_keeps_rows);
  ADD ("/desktop-model/events/storm", NULL, test_storm);
  ADD ("/desktop-model/events/during-a-look", NULL, test_events_during_a_look);
  ADD ("/desktop-model/error/then-recovery", NULL, test_error_then_recovery);
  ADD ("/desktop-model/error/silence", NULL, test_silence);
  ADD ("/desktop-model/dispose/waiting",
       GINT_TO_POINTER (PEL_FAKE_WAITS),
       test_dispose_during_a_look);
  ADD ("/desktop-model/dispose/stubborn",
       GINT_TO_POINTER (PEL_FAKE_STUBBORN),
       test_dispose_during_a_look);
  ADD ("/desktop-model/drop", NULL, test_drop_during_a_look);
  return g_test_run ();
}
