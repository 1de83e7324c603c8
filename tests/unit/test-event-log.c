/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/event-log.h"

#include "services/base/json.h"
#include "tests/unit/fake-element-source.h"

#include <string.h>

typedef struct
{
  PelEventLog *log;
  GPtrArray   *mirror;    /* of PelEventItem: what the changes that are told make of a list */
  guint        n_batches; /* of insertions */
} Fixture;

/* Whoever follows the changes has the list. */
static void
items_changed_cb (
    GListModel *list, guint position, guint n_removed, guint n_added, Fixture *fixture)
{
  g_ptr_array_remove_range (fixture->mirror, position, n_removed);
  for (guint i = 0; i < n_added; i++)
    g_ptr_array_insert (fixture->mirror,
                        (int) (position + i),
                        g_list_model_get_item (list, position + i));
  fixture->n_batches += n_added > 0;
  g_assert_cmpuint (fixture->mirror->len, ==, g_list_model_get_n_items (list));
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->log = pel_event_log_new (NULL);
  fixture->mirror = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (fixture->log, "items-changed", G_CALLBACK (items_changed_cb), fixture);
}

static void
assert_mirrored (Fixture *fixture)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->log));

  g_assert_cmpuint (fixture->mirror->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PelEventItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->log), i);

      g_assert_true (item == fixture->mirror->pdata[i]);
    }
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  assert_mirrored (fixture);
  g_object_unref (fixture->log);
  g_ptr_array_unref (fixture->mirror);
}

/* Of element @ref, @ms after noon. */
static void
add (Fixture *fixture, const char *event, guint ref, guint ms, const char *more)
{
  g_autofree char *json = g_strdup_printf (
      "{\"event\":\"%s\",\"time\":\"2026-01-02T12:00:%02u.%03uZ\","
      "\"element\":{\"ref\":\"e%u\",\"runtime_id\":\":1.7/%u\",\"role\":\"Button\","
      "\"name\":\"Save %u\"}%s}",
      event,
      ms / 1000,
      ms % 1000,
      ref,
      ref,
      ref,
      more);

  pel_event_log_add (fixture->log, json);
}

#define CHECKED \
  ",\"changes\":{\"states\":{\"before\":{\"enabled\":true},\"after\":{\"enabled\":true,\"checked\":true}}}"
#define RENAMED ",\"changes\":{\"name\":{\"before\":\"a\",\"after\":\"b\"}}"

/* Takes all that waits. */
static void
flush (Fixture *fixture)
{
  for (guint i = 0; i <= PEL_EVENT_LOG_MAX_WAITING / PEL_EVENT_LOG_BATCH; i++)
    pel_event_log_flush (fixture->log);
}

/* “1x3 2 ”: the refs in order, and how often. */
static void
assert_log (Fixture *fixture, const char *expected)
{
  g_autoptr (GString) told = g_string_new (NULL);

  flush (fixture);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture->log)); i++)
    {
      g_autoptr (PelEventItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->log), i);

      g_string_append_printf (told, "%u", pel_event_item_get_ref (item));
      if (pel_event_item_get_count (item) > 1)
        g_string_append_printf (told, "x%u", pel_event_item_get_count (item));
      g_string_append_c (told, ' ');
    }
  g_assert_cmpstr (told->str, ==, expected);
}

/* clang-format off */
static const struct { const char *name; struct { const char *event; guint ref, ms; const char *more; } events[6]; const char *expected; } merge_rows[] = {
  { "again",            { { "changed", 1, 0, CHECKED }, { "changed", 1, 100, CHECKED }, { "changed", 1, 1050, CHECKED } }, "1x3 " },
  { "too late",         { { "changed", 1, 0, CHECKED }, { "changed", 1, 1000, CHECKED } }, "1 1 " },
  { "late once",        { { "changed", 1, 0, CHECKED }, { "changed", 1, 2000, CHECKED }, { "changed", 1, 2100, CHECKED } }, "1 1x2 " },
  { "another element",  { { "changed", 1, 0, CHECKED }, { "changed", 2, 0, CHECKED }, { "changed", 1, 1, CHECKED }, { "changed", 2, 1, CHECKED } }, "1x2 2x2 " },
  { "something else",   { { "changed", 1, 0, CHECKED }, { "changed", 1, 1, RENAMED } }, "1 1 " },
  { "not what came",    { { "added", 1, 0, "" }, { "removed", 1, 1, "" }, { "added", 1, 2, "" } }, "1 1 1 " },
  { "not the focus",    { { "focus", 1, 0, "" }, { "focus", 1, 1, "" } }, "1 1 " },
};
/* clang-format on */

static void
test_merge (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (merge_rows); i++)
    {
      Fixture fixture = { NULL };

      g_test_message ("%s", merge_rows[i].name);
      set_up (&fixture, NULL);
      for (gsize k = 0; k < 6 && merge_rows[i].events[k].event != NULL; k++)
        add (&fixture,
             merge_rows[i].events[k].event,
             merge_rows[i].events[k].ref,
             merge_rows[i].events[k].ms,
             merge_rows[i].events[k].more);
      assert_log (&fixture, merge_rows[i].expected);
      tear_down (&fixture, NULL);
    }
}

/* What goes on and on: one item every ten seconds. */
static void
test_merge_endless (Fixture *fixture, gconstpointer unused)
{
  for (guint ms = 0; ms < 25000; ms += 500)
    add (fixture, "changed", 1, ms, CHECKED);
  assert_log (fixture, "1x20 1x20 1x10 ");
}

/* Across batches as well. */
static void
test_merge_later (Fixture *fixture, gconstpointer unused)
{
  add (fixture, "changed", 1, 0, CHECKED);
  assert_log (fixture, "1 ");
  add (fixture, "changed", 1, 1, CHECKED);
  assert_log (fixture, "1x2 ");
}

/* The newest stay, and the others are counted; what has been dropped is not there to be merged
 * with. */
static void
test_ring_bounded (Fixture *fixture, gconstpointer unused)
{
  GListModel              *list = G_LIST_MODEL (fixture->log);
  g_autoptr (PelEventItem) first = NULL;
  g_autoptr (PelEventItem) last = NULL;
  guint                    n_all = PEL_EVENT_LOG_MAX_ITEMS + 123;

  add (fixture, "changed", 1, 0, CHECKED);
  for (guint i = 2; i < n_all; i++)
    {
      add (fixture, "added", i, 0, "");
      if (i % 100 == 0)
        flush (fixture);
    }
  flush (fixture);
  add (fixture, "changed", 1, 1, CHECKED);
  flush (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, PEL_EVENT_LOG_MAX_ITEMS);
  g_assert_cmpuint (pel_event_log_get_n_dropped (fixture->log), ==, 123);
  first = g_list_model_get_item (list, 0);
  last = g_list_model_get_item (list, PEL_EVENT_LOG_MAX_ITEMS - 1);
  g_assert_cmpuint (pel_event_item_get_ref (first), ==, 124);
  g_assert_cmpuint (pel_event_item_get_ref (last), ==, 1);
  g_assert_cmpuint (pel_event_item_get_count (last), ==, 1);
}

/* However many come at once: a batch at a time, and what waits is bounded too. */
static void
test_ring_flood (Fixture *fixture, gconstpointer unused)
{
  for (guint i = 1; i <= 3000; i++)
    add (fixture, "added", i, 0, "");
  g_assert_cmpuint (fixture->n_batches, ==, 0);
  pel_event_log_flush (fixture->log);
  g_assert_cmpuint (fixture->n_batches, ==, 1);
  g_assert_cmpuint (fixture->mirror->len, ==, PEL_EVENT_LOG_BATCH);
  flush (fixture);
  g_assert_cmpuint (fixture->mirror->len, ==, PEL_EVENT_LOG_MAX_WAITING);
  g_assert_cmpuint (pel_event_log_get_n_dropped (fixture->log),
                    ==,
                    3000 - PEL_EVENT_LOG_MAX_WAITING);
}

/* What is merged into one that is dropped is no trouble. */
static void
test_ring_random (Fixture *fixture, gconstpointer unused)
{
  for (guint i = 0; i < 1500; i++)
    {
      add (fixture,
           g_test_rand_int_range (0, 4) == 0 ? "added" : "changed",
           (guint) g_test_rand_int_range (1, 40),
           i * 10 % 60000,
           g_test_rand_int_range (0, 2) == 0 ? CHECKED : RENAMED);
      if (g_test_rand_int_range (0, 50) == 0)
        flush (fixture);
      if (g_test_rand_int_range (0, 500) == 0)
        pel_event_log_clear (fixture->log);
    }
  flush (fixture);
  assert_mirrored (fixture);
}

static void
test_pause (Fixture *fixture, gconstpointer unused)
{
  add (fixture, "added", 1, 0, "");
  pel_event_log_set_paused (fixture->log, TRUE);
  add (fixture, "added", 2, 0, "");
  add (fixture, "added", 3, 0, "");
  assert_log (fixture, "1 ");
  g_assert_true (pel_event_log_is_paused (fixture->log));
  g_assert_cmpuint (pel_event_log_get_n_missed (fixture->log), ==, 2);
  pel_event_log_set_paused (fixture->log, FALSE);
  g_assert_cmpuint (pel_event_log_get_n_missed (fixture->log), ==, 0);
  add (fixture, "added", 4, 0, "");
  assert_log (fixture, "1 4 ");
}

static void
test_clear (Fixture *fixture, gconstpointer unused)
{
  add (fixture, "changed", 1, 0, CHECKED);
  flush (fixture);
  add (fixture, "added", 2, 0, "");
  pel_event_log_clear (fixture->log);
  assert_log (fixture, "");
  add (fixture, "changed", 1, 1, CHECKED);
  assert_log (fixture, "1 ");
}

/* Each line is JSON again. */
static void
test_lines (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char   *text = NULL;
  g_auto (GStrv)     lines = NULL;
  gsize              size;
  const char        *data;

  add (fixture, "added", 1, 0, "");
  add (fixture, "changed", 2, 0, CHECKED);
  add (fixture, "changed", 2, 5, CHECKED);
  flush (fixture);
  bytes = pel_event_log_dup_lines (fixture->log);
  data = g_bytes_get_data (bytes, &size);
  text = g_strndup (data, size);
  g_assert_true (g_str_has_suffix (text, "}\n"));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError)     error = NULL;
      g_autoptr (JsonObject) event = pel_json_parse_object (lines[i], -1, &error);

      g_assert_no_error (error);
      g_assert_cmpint (json_object_get_int_member_with_default (event, "repeated", 1), ==, i + 1);
    }
}

/* What is no event is not in the list, and does no harm. */
static void
test_nonsense (Fixture *fixture, gconstpointer unused)
{
  static const char *const texts[] = {
    "", "{", "[]", "{}", "{\"event\":\"dance\"}", "{\"event\":7}", "{\"event\":null}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    pel_event_log_add (fixture->log, texts[i]);
  assert_log (fixture, "");
}

/* clang-format off */
static const struct { const char *json; const char *text; const char *detail; } text_rows[] = {
  { "{\"event\":\"added\",\"element\":{\"role\":\"Button\",\"name\":\"Save\"}}", "Button “Save”", "" },
  { "{\"event\":\"added\",\"element\":{\"role\":\"Group\",\"name\":\"\"}}", "Group", "" },
  { "{\"event\":\"added\",\"element\":7}", "Nothing", "" },
  { "{\"event\":\"focus\",\"element\":null}", "Nothing", "" },
  { "{\"event\":\"window\",\"change\":\"opened\",\"window\":{\"title\":\"Editor\",\"app\":\"ed\"}}", "“Editor”", "opened" },
  { "{\"event\":\"error\",\"error\":{\"message\":\"The bus has gone\"}}", "The bus has gone", "" },
  { "{\"event\":\"overflow\",\"left_out\":12}", "12 more elements changed at once", "" },
  { "{\"event\":\"started\",\"n_elements\":3}", "3 elements present", "" },
  { "{\"event\":\"changed\",\"element\":{\"role\":\"CheckBox\",\"name\":\"Wi-Fi\"}" CHECKED "}", "CheckBox “Wi-Fi”", "checked: no → yes" },
  { "{\"event\":\"changed\",\"element\":{\"role\":\"CheckBox\",\"name\":\"Wi-Fi\"}" RENAMED "}", "CheckBox “Wi-Fi”", "name: “a” → “b”" },
  { "{\"event\":\"changed\",\"element\":{\"role\":\"Button\"},\"changes\":{\"bounds\":{\"before\":null,\"after\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4}}}}", "Button", "bounds: – → 1,2 3×4" },
  { "{\"event\":\"changed\",\"element\":{\"role\":\"Button\"},\"changes\":{\"states\":{\"before\":{\"focused\":true,\"checked\":\"mixed\"},\"after\":{\"checked\":true}}}}", "Button", "focused: yes → no, checked: “mixed” → yes" },
  { "{\"event\":\"changed\",\"element\":{\"role\":\"Button\"},\"changes\":{\"name\":7,\"visible\":{\"before\":false,\"after\":true}}}", "Button", "visible: no → yes" },
};
/* clang-format on */

/* Without the marks that hold a text of others together. */
static char *
strip (const char *text)
{
  g_auto (GStrv)   parts = g_strsplit (text, "\u2068", -1);
  g_autofree char *joined = g_strjoinv ("", parts);
  g_auto (GStrv)   rest = g_strsplit (joined, "\u2069", -1);

  return g_strjoinv ("", rest);
}

static void
test_text (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (text_rows); i++)
    {
      g_autoptr (PelEventItem) item = pel_event_item_new (text_rows[i].json, 0);
      g_autofree char         *text = NULL;
      g_autofree char         *detail = NULL;

      g_test_message ("%s", text_rows[i].json);
      g_assert_nonnull (item);
      text = strip (pel_event_item_get_text (item));
      detail = strip (pel_event_item_get_detail (item));
      g_assert_cmpstr (text, ==, text_rows[i].text);
      g_assert_cmpstr (detail, ==, text_rows[i].detail);
    }
}

static void
test_text_time (void)
{
  g_autoptr (PelEventItem) item =
      pel_event_item_new ("{\"event\":\"focus\",\"time\":\"2026-01-02T12:04:31.250Z\"}", 0);
  g_autoptr (PelEventItem) now = pel_event_item_new ("{\"event\":\"error\"}", 61007000);
  g_autofree char         *told = pel_event_item_dup_time (item);
  g_autofree char         *untold = pel_event_item_dup_time (now);

  g_assert_cmpstr (told, ==, "12:04:31.250");
  g_assert_cmpstr (untold, ==, "00:01:01.007");
}

/* clang-format off */
static const struct { PelEventFilter filter; gboolean matches; } filter_rows[] = {
  { { 0 },                                              TRUE  },
  { { .types = 1u << PEL_EVENT_CHANGED },               TRUE  },
  { { .types = 1u << PEL_EVENT_ADDED },                 FALSE },
  { { .app = "editor" },                                TRUE  },
  { { .app = "edit" },                                  FALSE },
  { { .bus_name = ":1.7", .ref = 12 },                  TRUE  },
  { { .bus_name = ":1.7", .ref = 13 },                  FALSE },
  { { .bus_name = ":1.8", .ref = 12 },                  FALSE },
  { { .text = "" },                                     TRUE  },
  { { .text = "größe" },                                TRUE  },
  { { .text = "checked" },                              TRUE  },
  { { .text = "edit" },                                 TRUE  },
  { { .text = "nowhere" },                              FALSE },
  { { .types = 1u << PEL_EVENT_CHANGED, .text = "no such" }, FALSE },
};
/* clang-format on */

static void
test_filter (void)
{
  g_autoptr (PelEventItem) item = pel_event_item_new (
      "{\"event\":\"changed\",\"element\":{\"ref\":\"e12\",\"runtime_id\":\":1.7/x/y\","
      "\"role\":\"Button\",\"name\":\"GRÖẞE\"}" CHECKED "}",
      0);

  pel_event_item_set_app (item, "editor");
  for (gsize i = 0; i < G_N_ELEMENTS (filter_rows); i++)
    {
      PelEventFilter   filter = filter_rows[i].filter;
      g_autofree char *folded = filter.text != NULL ? g_utf8_casefold (filter.text, -1) : NULL;

      g_test_message ("row %zu", i);
      filter.text = folded;
      g_assert_true (pel_event_filter_matches (&filter, item) == filter_rows[i].matches);
    }
}

/* Programs have the names that they give themselves, harmless. */
static void
test_names (void)
{
  g_autoptr (PelFakeElementSource) source = pel_fake_element_source_new ();
  g_autoptr (PelEventLog)          log = pel_event_log_new (PEL_ELEMENT_SOURCE (source));
  g_autoptr (GPtrArray)            traffic =
      g_ptr_array_new_with_free_func ((GDestroyNotify) pel_traffic_free);
  static const char *const expected[] = { "\u2068a\\nb\u2069", ":1.8" };

  g_ptr_array_add (traffic, pel_traffic_copy (&(PelTraffic){ .bus_name = ":1.7", .name = "a\nb" }));
  pel_fake_element_source_set_traffic (source, traffic);
  for (guint i = 7; i <= 8; i++)
    {
      g_autofree char *json = g_strdup_printf (
          "{\"event\":\"added\",\"element\":{\"ref\":\"e1\",\"runtime_id\":\":1.%u/x\"}}", i);

      pel_event_log_add (log, json);
    }
  pel_event_log_flush (log);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (PelEventItem) item = g_list_model_get_item (G_LIST_MODEL (log), i);

      g_assert_cmpstr (pel_event_item_get_app (item), ==, expected[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/event-log/" path, Fixture, NULL, set_up, func, tear_down)
  g_test_add_func ("/event-log/merge/rows", test_merge);
  ADD ("merge/endless", test_merge_endless);
  ADD ("merge/later", test_merge_later);
  ADD ("ring/bounded", test_ring_bounded);
  ADD ("ring/flood", test_ring_flood);
  ADD ("ring/random", test_ring_random);
  ADD ("pause", test_pause);
  ADD ("clear", test_clear);
  ADD ("lines", test_lines);
  ADD ("nonsense", test_nonsense);
  g_test_add_func ("/event-log/text/rows", test_text);
  g_test_add_func ("/event-log/text/time", test_text_time);
  g_test_add_func ("/event-log/filter", test_filter);
  g_test_add_func ("/event-log/names", test_names);
  return g_test_run ();
}
