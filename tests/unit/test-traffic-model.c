/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/traffic-model.h"

#include "tests/unit/fake-element-source.h"

#include <string.h>

typedef struct
{
  PelFakeElementSource *source;
  PelTrafficModel      *model;
  GString              *changes; /* “0-0+2 ”: as the list tells them */
} Fixture;

static void
items_changed_cb (
    GListModel *list, guint position, guint n_removed, guint n_added, Fixture *fixture)
{
  g_string_append_printf (fixture->changes, "%u-%u+%u ", position, n_removed, n_added);
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_element_source_new ();
  fixture->model = pel_traffic_model_new (PEL_ELEMENT_SOURCE (fixture->source));
  fixture->changes = g_string_new (NULL);
  g_signal_connect (fixture->model, "items-changed", G_CALLBACK (items_changed_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_object_unref (fixture->model);
  g_object_unref (fixture->source);
  g_string_free (fixture->changes, TRUE);
}

/* A program for each character, with that name and @n_calls. */
static void
set_programs (Fixture *fixture, const char *names, guint64 n_calls)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_traffic_free);

  for (const char *name = names; *name != '\0'; name++)
    {
      PelTraffic *traffic = g_new0 (PelTraffic, 1);

      traffic->bus_name = g_strdup_printf (":1.%c", *name);
      traffic->name = g_strndup (name, 1);
      traffic->is_answering = TRUE;
      traffic->n_calls = n_calls;
      g_ptr_array_add (all, traffic);
    }
  pel_fake_element_source_set_traffic (fixture->source, all);
}

static void
assert_list (Fixture *fixture, const char *names, const char *changes)
{
  g_autoptr (GString) told = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture->model)); i++)
    {
      g_autoptr (PelTrafficItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->model), i);

      g_string_append (told, pel_traffic_item_get_traffic (item)->name);
    }
  g_assert_cmpstr (told->str, ==, names);
  g_assert_cmpstr (fixture->changes->str, ==, changes);
  g_string_truncate (fixture->changes, 0);
}

static void
test_list_follows (Fixture *fixture, gconstpointer unused)
{
  /* clang-format off */
  static const struct { const char *programs; const char *names; const char *changes; } steps[] = {
    { "",      "",      ""          },
    { "abc",   "abc",   "0-0+3 "    },
    { "abc",   "abc",   ""          },
    { "cba",   "abc",   ""          }, /* they stay where they are */
    { "acd",   "acd",   "1-1+0 2-0+1 " },
    { "d",     "d",     "1-1+0 0-1+0 " },
    { "",      "",      "0-1+0 "    },
  };
  /* clang-format on */

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("step %zu: %s", i, steps[i].programs);
      set_programs (fixture, steps[i].programs, 1);
      pel_traffic_model_refresh (fixture->model);
      assert_list (fixture, steps[i].names, steps[i].changes);
    }
}

static void
count_cb (PelTrafficItem *item, guint *n)
{
  ++*n;
}

/* The item is the same, and tells only of what is different. */
static void
test_list_updates (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (PelTrafficItem) item = NULL;
  g_autoptr (PelTrafficItem) again = NULL;
  guint                      n = 0;

  set_programs (fixture, "a", 1);
  pel_traffic_model_refresh (fixture->model);
  item = g_list_model_get_item (G_LIST_MODEL (fixture->model), 0);
  g_signal_connect (item, "updated", G_CALLBACK (count_cb), &n);
  pel_traffic_model_refresh (fixture->model);
  g_assert_cmpuint (n, ==, 0);
  set_programs (fixture, "a", 2);
  pel_traffic_model_refresh (fixture->model);
  g_assert_cmpuint (n, ==, 1);
  again = g_list_model_get_item (G_LIST_MODEL (fixture->model), 0);
  g_assert_true (item == again);
  g_assert_cmpuint (pel_traffic_item_get_traffic (item)->n_calls, ==, 2);
}

static void
test_list_reset (Fixture *fixture, gconstpointer unused)
{
  set_programs (fixture, "ab", 1);
  pel_traffic_model_refresh (fixture->model);
  pel_traffic_model_reset (fixture->model);
  assert_list (fixture, "", "0-0+2 1-1+0 0-1+0 ");
}

static void
test_summary (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *many = NULL;
  g_autofree char *one = NULL;

  set_programs (fixture, "ab", 21);
  pel_traffic_model_refresh (fixture->model);
  many = pel_traffic_model_dup_summary (fixture->model);
  g_assert_cmpstr (many, ==, "2 programs, 42 calls, 0 errors");
  set_programs (fixture, "a", 1);
  pel_traffic_model_refresh (fixture->model);
  one = pel_traffic_model_dup_summary (fixture->model);
  g_assert_cmpstr (one, ==, "1 program, 1 call, 0 errors");
}

/* Cells */

/* clang-format off */
static const struct { PelTraffic traffic; PelTrafficColumn column; const char *text; const char *mark; } cells[] = {
  { { .name = "Editor", .is_answering = TRUE },                      PEL_TRAFFIC_PROGRAM, "\u2068Editor\u2069", NULL },
  { { .name = "", .pid = 7, .is_answering = TRUE },                  PEL_TRAFFIC_PROGRAM, "Process 7", NULL },
  { { .pid = 8, .is_answering = TRUE },                              PEL_TRAFFIC_PROGRAM, "Process 8", NULL },
  { { .is_answering = TRUE },                                        PEL_TRAFFIC_MEDIAN,  "–",       NULL },
  { { .is_answering = TRUE, .median_ms = 0.126 },                    PEL_TRAFFIC_MEDIAN,  "0.13",    NULL },
  { { .is_answering = TRUE, .median_ms = 3.14 },                     PEL_TRAFFIC_MEDIAN,  "3.1",     NULL },
  { { .is_answering = TRUE, .worst_ms = 500 },                       PEL_TRAFFIC_WORST,   "500",     NULL },
  { { .is_answering = TRUE, .worst_ms = 501 },                       PEL_TRAFFIC_WORST,   "501",     "slow" },
  { { .is_answering = TRUE, .n_errors = 1 },                         PEL_TRAFFIC_ERRORS,  "1",       "errors" },
  { { .is_answering = TRUE, .n_errors = 1, .n_timeouts = 2 },        PEL_TRAFFIC_ERRORS,  "3",       "errors" },
  { { .is_answering = TRUE, .n_timeouts = 2, .worst_ms = 900 },      PEL_TRAFFIC_ERRORS,  "2",       "slow, errors" },
  { { .worst_ms = 900 },                                             PEL_TRAFFIC_WORST,   "900",     "no answer" },
  { { .has_left = TRUE, .worst_ms = 900 },                           PEL_TRAFFIC_WORST,   "900",     "disconnected" },
  { { .is_answering = TRUE, .bytes_in = 1500, .bytes_out = 500 },    PEL_TRAFFIC_BYTES,   "2.0\u00a0kB", NULL },
  { { .is_answering = TRUE, .n_nodes = 12 },                         PEL_TRAFFIC_NODES,   "12",      NULL },
  { { .is_answering = TRUE, .n_events = 13 },                        PEL_TRAFFIC_EVENTS,  "13",      NULL },
};
/* clang-format on */

static void
test_cells (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_autoptr (PelTrafficItem) item = pel_traffic_item_new (pel_traffic_copy (&cells[i].traffic));
      g_autofree char           *text = pel_traffic_item_dup_text (item, cells[i].column);
      const char                *icon_name = NULL;

      g_test_message ("row %zu", i);
      g_assert_cmpstr (text, ==, cells[i].text);
      g_assert_cmpstr (pel_traffic_item_get_mark (item, &icon_name), ==, cells[i].mark);
      g_assert_true ((icon_name != NULL) == (cells[i].mark != NULL));
    }
}

/* What programs call themselves does no harm. */
static void
test_cells_hostile (void)
{
  g_autoptr (PelTrafficItem) item = pel_traffic_item_new (
      pel_traffic_copy (&(PelTraffic){ .bus_name = ":1.1", .name = "%s\n\u202e<b>" }));
  g_autofree char *text = pel_traffic_item_dup_text (item, PEL_TRAFFIC_PROGRAM);
  g_autofree char *details = pel_traffic_item_dup_details (item);

  g_assert_null (strchr (text, '\n'));
  g_assert_null (strstr (text, "\u202e"));
  g_assert_nonnull (strstr (details, "%s"));
}

static void
test_compare (void)
{
  g_autoptr (PelTrafficItem) a = pel_traffic_item_new (
      pel_traffic_copy (&(PelTraffic){ .name = "a", .n_calls = 9, .worst_ms = 1.5 }));
  g_autoptr (PelTrafficItem) b = pel_traffic_item_new (
      pel_traffic_copy (&(PelTraffic){ .name = "b", .n_calls = 10, .worst_ms = 1.25 }));

  g_assert_cmpint (pel_traffic_item_compare (a, b, PEL_TRAFFIC_PROGRAM), <, 0);
  g_assert_cmpint (pel_traffic_item_compare (a, b, PEL_TRAFFIC_CALLS), <, 0);
  g_assert_cmpint (pel_traffic_item_compare (a, b, PEL_TRAFFIC_WORST), >, 0);
  g_assert_cmpint (pel_traffic_item_compare (a, b, PEL_TRAFFIC_NODES), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/traffic-model/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("list/follows", test_list_follows);
  ADD ("list/updates", test_list_updates);
  ADD ("list/reset", test_list_reset);
  ADD ("summary", test_summary);
  g_test_add_func ("/traffic-model/cells/text", test_cells);
  g_test_add_func ("/traffic-model/cells/hostile", test_cells_hostile);
  g_test_add_func ("/traffic-model/compare", test_compare);
  return g_test_run ();
}
