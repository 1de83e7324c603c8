/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/tool/tool-call.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/examination.h"
#include "services/tool/tool-table.h"
#include "tests/unit/fake-window-source.h"

#include <string.h>

typedef struct
{
  PelFakeWindowSource *source;
  PelToolContext       context;
  GCancellable        *cancellable;
  GString             *progress;
  JsonObject          *envelope; /* of the last call */
  gboolean             is_answered;
  guint                n_inspectors;
} Fixture;

/* What the doctor and the capabilities look at. */
static void
examine (GTask *task, const PelToolContext *context)
{
  PelExamination *examination = g_new0 (PelExamination, 1);

  examination->desktop = pel_fake_desktop_new (1, NULL, 0);
  examination->is_a11y_enabled = TRUE;
  examination->overlay_refusal = g_strdup ("No overlay here");
  examination->programs = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_program_free);
  g_ptr_array_add (examination->programs, g_new0 (PelProgram, 1));
  g_task_return_pointer (task, examination, (GDestroyNotify) pel_examination_free);
}

static void
refuse_to_enable (GTask *task, const PelToolContext *context)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_DENIED, "Ask nicely", "Nobody may");
  g_task_return_error (task, g_steal_pointer (&error));
}

static void
open_inspector (gpointer data, const char *bus_name, guint ref)
{
  ((Fixture *) data)->n_inspectors++;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->source = pel_fake_window_source_new ();
  fixture->cancellable = g_cancellable_new ();
  fixture->progress = g_string_new (NULL);
  fixture->context = (PelToolContext){
    .windows = PEL_WINDOW_SOURCE (fixture->source),
    .inspector_data = fixture,
    .open_inspector = open_inspector,
    .examine = examine,
    .enable_accessibility = refuse_to_enable,
  };
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_clear_pointer (&fixture->envelope, json_object_unref);
  g_clear_error (&fixture->context.windows_error);
  g_assert_finalize_object (fixture->cancellable);
  g_assert_finalize_object (fixture->source);
  g_string_free (fixture->progress, TRUE);
}

static void
progress_cb (double fraction, const char *message, gpointer user_data)
{
  g_string_append_printf (user_data, "%g %s;", fraction, message);
}

static void
called_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Fixture           *fixture = user_data;
  g_autofree char   *text = pel_tool_call_finish (result);
  g_autoptr (GError) error = NULL;

  g_assert_false (fixture->is_answered);
  fixture->envelope = pel_json_parse_object (text, -1, &error);
  g_assert_no_error (error);
  fixture->is_answered = TRUE;
}

static void
begin (Fixture *fixture, const char *tool, const char *arguments)
{
  const PelToolCaller caller = { .progress = progress_cb, .data = fixture->progress };

  g_clear_pointer (&fixture->envelope, json_object_unref);
  fixture->is_answered = FALSE;
  pel_tool_call_async (&fixture->context,
                       &caller,
                       tool,
                       arguments,
                       fixture->cancellable,
                       called_cb,
                       fixture);
}

static void
end (Fixture *fixture)
{
  pel_fake_wait_until (&fixture->is_answered);
}

/* The result's data; it also keeps what its tool promises. */
static JsonObject *
call (Fixture *fixture, const char *name, const char *arguments)
{
  const PelTool     *tool = pel_tool_table_find (name, PEL_OFFER_DBUS, NULL);
  JsonObject        *data;
  g_autoptr (GError) error = NULL;

  begin (fixture, name, arguments);
  end (fixture);
  g_assert_cmpstr (json_object_get_string_member (fixture->envelope, "status"), ==, "success");
  data = json_object_get_object_member (fixture->envelope, "data");
  pel_schema_check (tool->result, data, name, &error);
  g_assert_no_error (error);
  return data;
}

static const char *
get_error (Fixture *fixture, const char *member)
{
  g_assert_cmpstr (json_object_get_string_member (fixture->envelope, "status"), ==, "error");
  g_assert_false (json_object_has_member (fixture->envelope, "data"));
  return json_object_get_string_member (json_object_get_object_member (fixture->envelope, "error"),
                                        member);
}

static char *
join_members (JsonObject *object)
{
  g_autoptr (GList) names = json_object_get_members (object);
  GString          *joined = g_string_new (NULL);

  for (GList *l = names; l != NULL; l = l->next)
    g_string_append_printf (joined, "%s ", (const char *) l->data);
  return g_string_free (joined, FALSE);
}

static void
test_envelope_success (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *members = NULL;
  JsonObject      *driver;

  call (fixture, "ui_list_windows", "");
  members = join_members (fixture->envelope);
  driver = json_object_get_object_member (fixture->envelope, "driver");
  g_assert_cmpstr (members, ==, "status driver data elapsed_ms ");
  g_assert_cmpstr (json_object_get_string_member (driver, "name"), ==, "fake");
  g_assert_cmpstr (json_object_get_string_member (driver, "kind"), ==, "test");
  g_assert_cmpstr (json_object_get_string_member (driver, "version"), ==, "7");
  g_assert_cmpint (json_object_get_int_member (fixture->envelope, "elapsed_ms"), >=, 0);
  g_assert_cmpint (json_object_get_int_member (fixture->envelope, "elapsed_ms"), <, 5000);
}

static void
test_envelope_error (Fixture *fixture, gconstpointer unused)
{
  g_autofree char   *members = NULL, *error_members = NULL;
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_APP_UNRESPONSIVE, "Look at it", "It is silent");
  pel_fake_window_source_set_error (fixture->source, error);
  begin (fixture, "ui_list_monitors", "{}");
  end (fixture);
  members = join_members (fixture->envelope);
  error_members = join_members (json_object_get_object_member (fixture->envelope, "error"));
  g_assert_cmpstr (members, ==, "status driver error elapsed_ms ");
  g_assert_cmpstr (error_members, ==, "code message hint ");
  g_assert_cmpstr (get_error (fixture, "code"), ==, "app_unresponsive");
  g_assert_cmpstr (get_error (fixture, "message"), ==, "It is silent");
  g_assert_cmpstr (get_error (fixture, "hint"), ==, "Look at it");
}

/* Without a window system the driver is this program, and the reason is the error. */
static void
test_envelope_no_source (Fixture *fixture, gconstpointer unused)
{
  fixture->context.windows = NULL;
  pel_set_error (&fixture->context.windows_error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 NULL,
                 "No display is available");
  begin (fixture, "ui_mouse_position", "");
  end (fixture);
  g_assert_cmpstr (get_error (fixture, "code"), ==, "capability_unavailable");
  g_assert_cmpstr (get_error (fixture, "message"), ==, "No display is available");
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (fixture->envelope,
                                                                                 "driver"),
                                                  "name"),
                   ==,
                   "pellucid");
}

/* clang-format off */
static const struct { const char *tool; const char *arguments; const char *message; } refused[] = {
  { "ui_nonsense",      "",                          "Unknown tool “ui_nonsense”" },
  { "",                 "",                          "Unknown tool “”" },
  { "ui_list_windows",  "{",                         "Not valid JSON at line 1, column 2: expected a key in double quotes" },
  { "ui_list_windows",  "[]",                        "Expected a JSON object, as in {\"key\": \"value\"}" },
  { "ui_list_windows",  "null",                      "Expected a JSON object, as in {\"key\": \"value\"}" },
  { "ui_list_windows",  "{\"filtr\":\"a\"}",         "ui_list_windows: unknown argument “filtr”" },
  { "ui_list_windows",  "{\"filter\":7}",            "ui_list_windows: “filter” must be a string, not 7" },
  { "ui_list_windows",  "{\"include_hidden\":1}",    "ui_list_windows: “include_hidden” must be true or false, not 1" },
  { "ui_list_windows",  "{\"timeout_ms\":99}",       "ui_list_windows: “timeout_ms” must be between 100 and 60000, not 99" },
  { "ui_list_windows",  "{\"timeout_ms\":60001}",    "ui_list_windows: “timeout_ms” must be between 100 and 60000, not 60001" },
  { "ui_list_windows",  "{\"timeout_ms\":-1}",       "ui_list_windows: “timeout_ms” must be between 100 and 60000, not -1" },
  { "ui_list_windows",  "{\"timeout_ms\":\"soon\"}", "ui_list_windows: “timeout_ms” must be a whole number, not \"soon\"" },
  { "ui_type",          "{\"redact\":{}}",           "ui_type: “redact” must be true or false, not {}" },
  { "ui_type",          "{\"redact\":true,\"text\":[]}", "ui_type: “text” must be a string, not []" },
  { "ui_list_monitors", "{\"filter\":\"a\"}",        "ui_list_monitors: unknown argument “filter”" },
};
/* clang-format on */

static void
test_refused_rows (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_test_message ("%s %s", refused[i].tool, refused[i].arguments);
      begin (fixture, refused[i].tool, refused[i].arguments);
      end (fixture);
      g_assert_cmpstr (get_error (fixture, "code"), ==, "invalid_argument");
      g_assert_cmpstr (get_error (fixture, "message"), ==, refused[i].message);
      g_assert_cmpstr (get_error (fixture, "hint"), !=, "");
    }
  g_assert_cmpuint (pel_fake_window_source_get_n_queries (fixture->source), ==, 0);
}

/* The caller is answered when its time is up, also by a source that ignores that; what comes later
 * is dropped. */
static void
test_deadline (Fixture *fixture, gconstpointer manner)
{
  pel_fake_window_source_set_manner (fixture->source, GPOINTER_TO_INT (manner));
  begin (fixture, "ui_list_windows", "{\"timeout_ms\":100}");
  end (fixture);
  g_assert_cmpstr (get_error (fixture, "code"), ==, "timeout");
  g_assert_cmpstr (get_error (fixture, "message"),
                   ==,
                   "ui_list_windows did not finish within 100 ms");
  g_assert_cmpint (json_object_get_int_member (fixture->envelope, "elapsed_ms"), >=, 99);
  pel_fake_window_source_answer (fixture->source);
  pel_fake_wait_ms (10);
  g_assert_cmpuint (pel_fake_window_source_get_n_waiting (fixture->source), ==, 0);
}

static void
test_deadline_is_not_kept_waiting_for (Fixture *fixture, gconstpointer unused)
{
  call (fixture, "ui_list_windows", "{\"timeout_ms\":60000}");
  g_assert_false (g_main_context_pending (NULL));
}

static void
test_timeout_of_arguments (void)
{
  const PelTool         *tool = pel_tool_table_find ("ui_list_windows", PEL_OFFER_DBUS, NULL);
  g_autoptr (JsonObject) arguments = json_object_new ();

  g_assert_cmpuint (pel_tool_call_get_timeout_ms (tool, arguments), ==, tool->timeout_ms);
  json_object_set_int_member (arguments, "timeout_ms", 250);
  g_assert_cmpuint (pel_tool_call_get_timeout_ms (tool, arguments), ==, 250);
  json_object_set_double_member (arguments, "timeout_ms", 300);
  g_assert_cmpuint (pel_tool_call_get_timeout_ms (tool, arguments), ==, 300);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

static void
test_cancel_while_waiting (Fixture *fixture, gconstpointer unused)
{
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  begin (fixture, "ui_list_windows", "");
  g_timeout_add (5, cancel_cb, fixture->cancellable);
  end (fixture);
  g_assert_cmpstr (get_error (fixture, "code"), ==, "cancelled");
  g_assert_cmpstr (get_error (fixture, "hint"), !=, "");
}

static void
test_cancel_before (Fixture *fixture, gconstpointer unused)
{
  g_cancellable_cancel (fixture->cancellable);
  begin (fixture, "ui_list_windows", "");
  end (fixture);
  g_assert_cmpstr (get_error (fixture, "code"), ==, "cancelled");
}

static void
test_cancel_after (Fixture *fixture, gconstpointer unused)
{
  call (fixture, "ui_list_windows", "");
  g_cancellable_cancel (fixture->cancellable);
  pel_fake_wait_ms (5);
}

/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "menu",    .title = "",              .pid = 1, .bounds = { 0, 0, 200, 200 }, .content = { 0, 0, 200, 200 }, .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_UNMANAGED },
  { .id = "top",     .title = "Éditeur – Straße", .app = "org.example.Editor", .process_name = "editor", .pid = 10, .bounds = { 100, 50, 400, 300 }, .content = { 100, 80, 400, 270 }, .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_ACTIVE },
  { .id = "narrow",  .title = "Narrow",        .pid = 2, .bounds = { 0, 0, 49, 200 },  .content = { 0, 0, 49, 200 },  .states = PEL_WINDOW_VISIBLE },
  { .id = "low",     .title = "Low",           .pid = 3, .bounds = { 0, 0, 200, 49 },  .content = { 0, 0, 200, 49 },  .states = PEL_WINDOW_VISIBLE },
  { .id = "small",   .title = "Cafe\u0301",    .pid = 4, .bounds = { 0, 0, 50, 50 },   .content = { 0, 0, 50, 50 },   .states = PEL_WINDOW_VISIBLE },
  { .id = "orphan",  .title = "Nobody's",      .pid = 0, .bounds = { 0, 0, 200, 200 }, .content = { 0, 0, 200, 200 }, .states = PEL_WINDOW_VISIBLE },
  { .id = "right",   .title = "Right",         .pid = 5, .bounds = { 2020, 100, 301, 201 }, .content = { 2020, 120, 301, 181 }, .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_MAXIMIZED | PEL_WINDOW_FULLSCREEN },
  { .id = "scaled",  .title = "34×34 on a scaled monitor", .pid = 6, .bounds = { 2020, 100, 34, 34 }, .content = { 2020, 100, 34, 34 }, .states = PEL_WINDOW_VISIBLE },
  { .id = "across",  .title = "Across",        .pid = 7, .bounds = { 1815, 100, 205, 100 }, .content = { 1825, 110, 193, 80 }, .states = PEL_WINDOW_VISIBLE },
  { .id = "outside", .title = "Outside",       .pid = 8, .bounds = { -500, -500, 100, 100 }, .content = { -500, -500, 100, 100 }, .states = PEL_WINDOW_VISIBLE },
  { .id = "away",    .title = "Éditeur",       .pid = 9, .bounds = { 0, 0, 200, 200 }, .content = { 0, 0, 200, 200 }, .states = PEL_WINDOW_MINIMIZED },
};

static const struct { const char *arguments; const char *ids; } list_cases[] = {
  { "{}",                                       "top:0 small:1 right:2 scaled:3 across:4 outside:5 away:6 " },
  { "{\"include_hidden\":false}",               "top:0 small:1 right:2 scaled:3 across:4 outside:5 away:6 " },
  { "{\"include_hidden\":true}",                "menu:0 top:1 narrow:2 low:3 small:4 orphan:5 right:6 scaled:7 across:8 outside:9 away:10 " },
  { "{\"filter\":\"éDITEUR\"}",                 "top:0 away:6 " },
  { "{\"filter\":\"e\\u0301diteur\"}",          "top:0 away:6 " },
  { "{\"filter\":\"STRASSE\"}",                 "top:0 " },
  { "{\"filter\":\"CAFÉ\"}",                    "small:1 " },
  { "{\"filter\":\"\"}",                        "top:0 small:1 right:2 scaled:3 across:4 outside:5 away:6 " },
  { "{\"filter\":\"nobody\"}",                  "" },
  { "{\"filter\":\"nobody\",\"include_hidden\":true}", "orphan:5 " },
};

static const struct { guint index; const char *json; } window_cases[] = {
  { 0, "{\"window_id\":\"top\",\"title\":\"Éditeur – Straße\",\"app\":\"org.example.Editor\",\"process_name\":\"editor\",\"pid\":10,"
       "\"bounds\":{\"x\":100,\"y\":50,\"width\":400,\"height\":300},\"content\":{\"x\":100,\"y\":80,\"width\":400,\"height\":270},"
       "\"monitor\":\"LEFT\",\"scale\":1.0,\"z_order\":0,"
       "\"visible\":true,\"minimized\":false,\"maximized\":false,\"fullscreen\":false,\"active\":true}" },
  /* the right monitor begins at 1920 × 1.5 = 2880; its pixels are 1.5 times as many */
  { 2, "{\"window_id\":\"right\",\"title\":\"Right\",\"app\":null,\"process_name\":null,\"pid\":5,"
       "\"bounds\":{\"x\":3030,\"y\":150,\"width\":452,\"height\":302},\"content\":{\"x\":3030,\"y\":180,\"width\":452,\"height\":272},"
       "\"monitor\":\"RIGHT\",\"scale\":1.5,\"z_order\":2,"
       "\"visible\":true,\"minimized\":false,\"maximized\":true,\"fullscreen\":true,\"active\":false}" },
  /* most of it is on the left one, most of its content on the right one: both are told on the left one */
  { 4, "{\"window_id\":\"across\",\"title\":\"Across\",\"app\":null,\"process_name\":null,\"pid\":7,"
       "\"bounds\":{\"x\":1815,\"y\":100,\"width\":205,\"height\":100},\"content\":{\"x\":1825,\"y\":110,\"width\":193,\"height\":80},"
       "\"monitor\":\"LEFT\",\"scale\":1.0,\"z_order\":4,"
       "\"visible\":true,\"minimized\":false,\"maximized\":false,\"fullscreen\":false,\"active\":false}" },
  { 5, "{\"window_id\":\"outside\",\"title\":\"Outside\",\"app\":null,\"process_name\":null,\"pid\":8,"
       "\"bounds\":{\"x\":-500,\"y\":-500,\"width\":100,\"height\":100},\"content\":{\"x\":-500,\"y\":-500,\"width\":100,\"height\":100},"
       "\"monitor\":null,\"scale\":null,\"z_order\":5,"
       "\"visible\":true,\"minimized\":false,\"maximized\":false,\"fullscreen\":false,\"active\":false}" },
};
/* clang-format on */

static void
show_windows (Fixture *fixture)
{
  pel_fake_window_source_set_desktop (fixture->source,
                                      pel_fake_desktop_new (2, windows, G_N_ELEMENTS (windows)));
}

static void
test_windows_rows (Fixture *fixture, gconstpointer unused)
{
  show_windows (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (list_cases); i++)
    {
      JsonObject         *data = call (fixture, "ui_list_windows", list_cases[i].arguments);
      JsonArray          *list = json_object_get_array_member (data, "windows");
      g_autoptr (GString) ids = g_string_new (NULL);

      for (guint k = 0; k < json_array_get_length (list); k++)
        {
          JsonObject *window = json_array_get_object_element (list, k);

          g_string_append_printf (ids,
                                  "%s:%d ",
                                  json_object_get_string_member (window, "window_id"),
                                  (int) json_object_get_int_member (window, "z_order"));
        }
      g_test_message ("%s", list_cases[i].arguments);
      g_assert_cmpstr (ids->str, ==, list_cases[i].ids);
    }
}

static void
test_windows_members (Fixture *fixture, gconstpointer unused)
{
  JsonArray *list;

  show_windows (fixture);
  list = json_object_get_array_member (call (fixture, "ui_list_windows", ""), "windows");
  for (gsize i = 0; i < G_N_ELEMENTS (window_cases); i++)
    {
      g_autofree char *json =
          pel_json_to_string (json_array_get_element (list, window_cases[i].index),
                              PEL_JSON_COMPACT);

      g_assert_cmpstr (json, ==, window_cases[i].json);
    }
}

static char *
call_to_string (Fixture *fixture, const char *tool)
{
  g_autoptr (JsonNode) node = pel_json_take_object (json_object_ref (call (fixture, tool, "")));

  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static void
test_monitors (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *two = NULL, *none = NULL;

  show_windows (fixture);
  two = call_to_string (fixture, "ui_list_monitors");
  g_assert_cmpstr (
      two,
      ==,
      "{\"monitors\":["
      "{\"name\":\"LEFT\",\"bounds\":{\"x\":0,\"y\":0,\"width\":1920,\"height\":1080},"
      "\"logical_bounds\":{\"x\":0.0,\"y\":0.0,\"width\":1920.0,\"height\":1080.0},"
      "\"scale\":1.0,\"primary\":true},"
      "{\"name\":\"RIGHT\",\"bounds\":{\"x\":2880,\"y\":0,\"width\":2560,\"height\":1440},"
      "\"logical_bounds\":{\"x\":1920.0,\"y\":0.0,\"width\":1706.5,\"height\":960.0},"
      "\"scale\":1.5,\"primary\":false}],"
      "\"bounds\":{\"x\":0,\"y\":0,\"width\":5440,\"height\":1440}}");
  pel_fake_window_source_set_desktop (fixture->source, pel_fake_desktop_new (0, windows, 2));
  none = call_to_string (fixture, "ui_list_monitors");
  g_assert_cmpstr (none,
                   ==,
                   "{\"monitors\":[],\"bounds\":{\"x\":0,\"y\":0,\"width\":0,\"height\":0}}");
  call (fixture, "ui_list_windows", "{\"include_hidden\":true}");
}

/* clang-format off */
static const struct { PelNativePoint native; const char *json; } pointer_cases[] = {
  { { 0, 0 },         "{\"x\":0,\"y\":0,\"monitor\":\"LEFT\",\"scale\":1.0}" },
  { { 1919, 1079 },   "{\"x\":1919,\"y\":1079,\"monitor\":\"LEFT\",\"scale\":1.0}" },
  { { 1920, 0 },      "{\"x\":2880,\"y\":0,\"monitor\":\"RIGHT\",\"scale\":1.5}" },
  { { 2020, 100.5 },  "{\"x\":3030,\"y\":150,\"monitor\":\"RIGHT\",\"scale\":1.5}" },
  { { 2000, 1000 },   NULL }, /* below the right one, which is lower than the left one */
  { { -1, 5 },        NULL },
};
/* clang-format on */

static void
test_pointer_rows (Fixture *fixture, gconstpointer unused)
{
  show_windows (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (pointer_cases); i++)
    {
      g_autofree char *json = NULL;

      g_test_message ("%g,%g", pointer_cases[i].native.x, pointer_cases[i].native.y);
      pel_fake_window_source_set_pointer (fixture->source, pointer_cases[i].native);
      if (pointer_cases[i].json != NULL)
        {
          json = call_to_string (fixture, "ui_mouse_position");
          g_assert_cmpstr (json, ==, pointer_cases[i].json);
          continue;
        }
      begin (fixture, "ui_mouse_position", "");
      end (fixture);
      g_assert_cmpstr (get_error (fixture, "code"), ==, "out_of_bounds");
    }
}

static void
test_inspect (Fixture *fixture, gconstpointer unused)
{
  JsonObject *data = call (fixture, "inspect", "");

  g_assert_true (json_object_get_boolean_member (data, "opened"));
  g_assert_cmpuint (fixture->n_inspectors, ==, 1);
}

static void
test_doctor (Fixture *fixture, gconstpointer unused)
{
  call (fixture, "doctor", "");
  g_assert_cmpstr (fixture->progress->str, ==, "0.3 Checking programs…;");
  call (fixture, "ui_capabilities", "");
}

static void
test_doctor_cannot_fix (Fixture *fixture, gconstpointer unused)
{
  begin (fixture, "doctor", "{\"fix\":true}");
  end (fixture);
  g_assert_cmpstr (get_error (fixture, "code"), ==, "denied");
  g_assert_cmpstr (get_error (fixture, "message"), ==, "Nobody may");
  g_assert_cmpstr (fixture->progress->str, ==, "0 Turning on accessibility…;");
}

#define ADD(path, data, func) g_test_add (path, Fixture, data, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool-call/envelope/success", NULL, test_envelope_success);
  ADD ("/tool-call/envelope/error", NULL, test_envelope_error);
  ADD ("/tool-call/envelope/no-source", NULL, test_envelope_no_source);
  ADD ("/tool-call/refused/rows", NULL, test_refused_rows);
  ADD ("/tool-call/deadline/waiting", GINT_TO_POINTER (PEL_FAKE_WAITS), test_deadline);
  ADD ("/tool-call/deadline/stubborn", GINT_TO_POINTER (PEL_FAKE_STUBBORN), test_deadline);
  ADD ("/tool-call/deadline/over", NULL, test_deadline_is_not_kept_waiting_for);
  g_test_add_func ("/tool-call/deadline/of-arguments", test_timeout_of_arguments);
  ADD ("/tool-call/cancel/while-waiting", NULL, test_cancel_while_waiting);
  ADD ("/tool-call/cancel/before", NULL, test_cancel_before);
  ADD ("/tool-call/cancel/after", NULL, test_cancel_after);
  ADD ("/tool-call/windows/rows", NULL, test_windows_rows);
  ADD ("/tool-call/windows/members", NULL, test_windows_members);
  ADD ("/tool-call/monitors", NULL, test_monitors);
  ADD ("/tool-call/pointer/rows", NULL, test_pointer_rows);
  ADD ("/tool-call/inspect", NULL, test_inspect);
  ADD ("/tool-call/doctor/looks", NULL, test_doctor);
  ADD ("/tool-call/doctor/cannot-fix", NULL, test_doctor_cannot_fix);
  return g_test_run ();
}
