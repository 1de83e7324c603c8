/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/tool-desk.h"

#include "services/base/error.h"
#include "services/tool/tool-table.h"
#include "services/tool/watch-events.h"

#include <string.h>

/* “added e20 New”, “window closed w1”: what an event is about. (transfer full) */
static char *
describe (JsonObject *event)
{
  const char *name = json_object_get_string_member (event, "event");
  JsonObject *object;

  if (json_object_has_member (event, "element") && json_object_get_null_member (event, "element"))
    return g_strdup_printf ("%s none", name);
  if (json_object_has_member (event, "element"))
    {
      object = json_object_get_object_member (event, "element");
      return g_strdup_printf ("%s %s %s",
                              name,
                              json_object_get_string_member (object, "ref"),
                              json_object_get_string_member (object, "name"));
    }
  if (json_object_has_member (event, "change"))
    {
      object = json_object_get_object_member (event, "window");
      return g_strdup_printf ("%s %s %s",
                              name,
                              json_object_get_string_member (event, "change"),
                              json_object_get_string_member (object, "window_id"));
    }
  if (json_object_has_member (event, "error"))
    {
      object = json_object_get_object_member (event, "error");
      return g_strdup_printf ("%s %s", name, json_object_get_string_member (object, "code"));
    }
  if (json_object_has_member (event, "left_out"))
    return g_strdup_printf ("%s %d", name, (int) json_object_get_int_member (event, "left_out"));
  return g_strdup_printf ("%s %s", name, json_object_get_string_member (event, "scope"));
}

/* Whatever is told keeps what the tool promises. */
static void
assert_events (ToolDesk *desk, const char *expected)
{
  g_autoptr (GString) told = g_string_new (NULL);

  for (guint i = 0; i < desk->events->len; i++)
    {
      JsonObject        *event = g_ptr_array_index (desk->events, i);
      g_autofree char   *line = describe (event);
      g_autoptr (GError) error = NULL;

      pel_schema_check (pel_watch_event_fields, event, "event", &error);
      g_assert_no_error (error);
      g_string_append_printf (told, "%s;", line);
    }
  g_assert_cmpstr (told->str, ==, expected);
}

static void
emit_changed (ToolDesk *desk)
{
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (desk->elements));
}

/* Waits until there were @n looks. */
static void
wait_for_looks (ToolDesk *desk, guint n)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (pel_fake_element_source_get_n_looks (desk->elements) < n)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  pel_fake_wait_ms (5); /* what was seen is told */
}

static void
cancel (ToolDesk *desk)
{
  g_cancellable_cancel (desk->cancellable);
  tool_desk_end (desk);
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (desk->envelope,
                                                                                 "error"),
                                                  "code"),
                   ==,
                   "cancelled");
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 0);
}

static void
test_started (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *event;

  tool_desk_begin (desk, "watch", "{}");
  event = tool_desk_wait_for_event (desk, 1);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (event, "event"), ==, "started");
  g_assert_cmpstr (json_object_get_string_member (event, "snapshot_id"), ==, "s1");
  g_assert_cmpint (json_object_get_int_member (event, "n_elements"), ==, 11);
  g_assert_cmpint (json_object_get_int_member (event, "n_programs"), ==, 2);
  assert_events (desk, "started active_window;");
  cancel (desk);
  emit_changed (desk);
  pel_fake_wait_ms (10);
  assert_events (desk, "started active_window;");
}

static void
test_changes (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *change;

  tool_desk_begin (desk, "watch", "{}");
  tool_desk_wait_for_event (desk, 1);
  tool_desk_show (desk, 2, TOOL_DESK_CHECKED | TOOL_DESK_ADDED | TOOL_DESK_REMOVED);
  emit_changed (desk);
  change = tool_desk_wait_for_event (desk, 4);
  assert_events (desk, "started active_window;removed e5 7;added e20 New;changed e6 Sound;");
  g_assert_true (
      json_object_has_member (json_object_get_object_member (change, "changes"), "states"));
  /* of all that is looked at only what was told by its id is kept */
  g_assert_cmpuint (pel_snapshot_store_get_n_snapshots (desk->snapshots), ==, 1);
  /* nothing new, nothing said */
  emit_changed (desk);
  wait_for_looks (desk, 3);
  g_assert_cmpuint (desk->events->len, ==, 4);
  cancel (desk);
}

/* The window that was active at the start is watched, also when another one is. */
static void
test_windows_and_focus (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_begin (desk, "watch", "{}");
  tool_desk_wait_for_event (desk, 1);
  tool_desk_show (desk, 2, TOOL_DESK_FOCUS_7);
  emit_changed (desk);
  tool_desk_wait_for_event (desk, 4);
  tool_desk_show (desk, 3, TOOL_DESK_FOCUS_7 | TOOL_DESK_SWITCHED);
  emit_changed (desk);
  tool_desk_wait_for_event (desk, 6);
  assert_events (desk,
                 "started active_window;changed e4 Display;changed e5 7;focus e5 7;"
                 "window activated w2;focus none;");
  g_assert_cmpstr (pel_fake_element_source_get_look (desk->elements), ==, "window w1");
  cancel (desk);
}

static void
test_overflow (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_begin (desk, "watch", "{'scope':'desktop'}");
  tool_desk_wait_for_event (desk, 1);
  tool_desk_show (desk, 2, TOOL_DESK_CROWDED | TOOL_DESK_CHECKED);
  emit_changed (desk);
  tool_desk_wait_for_event (desk, 1002);
  g_assert_cmpint (json_object_get_int_member (g_ptr_array_index (desk->events, 1001), "left_out"),
                   ==,
                   101);
  cancel (desk);
}

/* An error is told once, and it goes on as soon as there is something to see. */
static void
test_error (ToolDesk *desk, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_WINDOW_NOT_FOUND, NULL, "No more");
  tool_desk_begin (desk, "watch", "{}");
  tool_desk_wait_for_event (desk, 1);
  pel_fake_element_source_set_error (desk->elements, error);
  emit_changed (desk);
  tool_desk_wait_for_event (desk, 2);
  emit_changed (desk);
  wait_for_looks (desk, 3);
  assert_events (desk, "started active_window;error window_not_found;");
  tool_desk_show (desk, 2, TOOL_DESK_ADDED);
  tool_desk_wait_for_event (desk, 3); /* by itself */
  assert_events (desk, "started active_window;error window_not_found;added e20 New;");
  cancel (desk);
}

/* Changes that come while one is being looked at are looked at once, afterwards. */
static void
test_coalesced (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_begin (desk, "watch", "{}");
  tool_desk_wait_for_event (desk, 1);
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_WAITS);
  for (guint i = 0; i < 10; i++)
    emit_changed (desk);
  pel_fake_wait_ms (5);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (desk->elements), ==, 2);
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_ANSWERS);
  pel_fake_element_source_answer (desk->elements);
  wait_for_looks (desk, 3);
  pel_fake_wait_ms (40);
  g_assert_cmpuint (pel_fake_element_source_get_n_looks (desk->elements), ==, 3);
  cancel (desk);
}

/* A round that took long is followed by a rest that is as long. */
static void
test_paced (ToolDesk *desk, gconstpointer unused)
{
  gint64 start, middle;

  tool_desk_begin (desk, "watch", "{}");
  tool_desk_wait_for_event (desk, 1);
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_WAITS);
  emit_changed (desk);
  start = g_get_monotonic_time ();
  wait_for_looks (desk, 2);
  emit_changed (desk);
  pel_fake_wait_ms (60);
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_ANSWERS);
  middle = g_get_monotonic_time ();
  pel_fake_element_source_answer (desk->elements);
  wait_for_looks (desk, 3);
  g_assert_cmpint (g_get_monotonic_time () - middle, >=, middle - start);
  cancel (desk);
}

static void
test_cancelled_while_looking (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_begin (desk, "watch", "{}");
  tool_desk_wait_for_event (desk, 1);
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_STUBBORN);
  emit_changed (desk);
  cancel (desk);
  pel_fake_element_source_answer (desk->elements);
  pel_fake_wait_ms (5);
  g_assert_cmpuint (desk->events->len, ==, 1);
}

static void
test_cancelled_at_start (ToolDesk *desk, gconstpointer unused)
{
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_WAITS);
  tool_desk_begin (desk, "watch", "{'scope':'desktop'}");
  cancel (desk);
  g_assert_cmpuint (desk->events->len, ==, 0);
}

static void
test_ends (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (desk, "watch", "{'for_ms':5}");

  g_assert_cmpint (json_object_get_int_member (data, "events"), ==, 0);
  tool_desk_begin (desk, "watch", "{'count':2}");
  tool_desk_wait_for_event (desk, 2);
  tool_desk_show (desk, 2, TOOL_DESK_CHECKED | TOOL_DESK_ADDED | TOOL_DESK_REMOVED);
  emit_changed (desk);
  tool_desk_end (desk);
  data = json_object_get_object_member (desk->envelope, "data");
  g_assert_cmpint (json_object_get_int_member (data, "events"), ==, 2);
  assert_events (desk, "started active_window;started active_window;removed e5 7;added e20 New;");
}

static void
test_refused (ToolDesk *desk, gconstpointer unused)
{
  g_autofree char *error = tool_desk_fail (desk, "watch", "{'scope':'window','target':'none'}");

  g_assert_cmpstr (error, ==, "window_not_found: No window matches “none”");
}

static void
test_has_no_deadline (void)
{
  const PelTool         *tool = pel_tool_table_find ("watch", PEL_OFFER_DBUS, NULL);
  g_autoptr (JsonObject) arguments = json_object_new ();

  g_assert_cmpuint (pel_tool_call_get_timeout_ms (tool, arguments), ==, 0);
}

#define ADD(path, func) \
  g_test_add (path, ToolDesk, NULL, tool_desk_set_up, func, tool_desk_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool-watch/started", test_started);
  ADD ("/tool-watch/changes", test_changes);
  ADD ("/tool-watch/windows-and-focus", test_windows_and_focus);
  ADD ("/tool-watch/overflow", test_overflow);
  ADD ("/tool-watch/error", test_error);
  ADD ("/tool-watch/coalesced", test_coalesced);
  ADD ("/tool-watch/paced", test_paced);
  ADD ("/tool-watch/cancelled/while-looking", test_cancelled_while_looking);
  ADD ("/tool-watch/cancelled/at-start", test_cancelled_at_start);
  ADD ("/tool-watch/ends", test_ends);
  ADD ("/tool-watch/refused", test_refused);
  g_test_add_func ("/tool-watch/has-no-deadline", test_has_no_deadline);
  return g_test_run ();
}
