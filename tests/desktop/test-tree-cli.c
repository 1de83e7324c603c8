/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line looks at real programs: their trees, one element, what changes. Each case runs
 * for each toolkit; the fixtures stand on the first monitor, where pixels are native ones. */

#include "command.h"
#include "fixture.h"
#include "pixel-oracle.h"
#include "test-input.h"

#include "../fixtures/fixture-ui.h"
#include "services/base/json.h"
#include "services/tool/tool-table.h"

#include <signal.h>
#include <string.h>

#define WAIT_SECONDS 60
#define SECRET       "hunter2"

static const char *const fixtures[] = { "fixture-gtk3", "fixture-gtk4", "fixture-qt6" };

typedef struct
{
  const char   *name;
  PelFixture   *fixture;
  PelTestInput *input;
} Stage;

static gint64
get_deadline (void)
{
  return g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
}

/* The output of @line, as soon as it has @part. (transfer full) */
static char *
run_until (const char *line, const char *part)
{
  gint64 deadline = get_deadline ();

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, line);

      if (strstr (command->out, part) != NULL)
        return g_strdup (command->out);
      if (g_get_monotonic_time () > deadline)
        g_error ("no “%s” in the output of “%s”:\n%s%s", part, line, command->out, command->err);
    }
}

/* @option: (nullable) of the fixture. */
static gboolean
begin_with (Stage *stage, gconstpointer name, const char *option)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *line = g_strdup_printf ("tree %s", (const char *) name);
  g_autofree char   *tree = NULL;

  stage->name = name;
  if (pel_fixture_skip (name))
    return FALSE;
  stage->fixture = pel_fixture_start (&error, name, option, NULL);
  g_assert_no_error (error);
  stage->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  pel_test_input_move (stage->input, 2, 2, &error);
  g_assert_no_error (error);
  tree = run_until (line, "\"Scrolled area\"");
  return TRUE;
}

static gboolean
begin (Stage *stage, gconstpointer name)
{
  return begin_with (stage, name, NULL);
}

static void
stage_clear (Stage *stage)
{
  g_clear_pointer (&stage->input, pel_test_input_free);
  g_clear_pointer (&stage->fixture, pel_fixture_stop);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stage, stage_clear)

/* The middle of a widget, by its colour on the screen. */
static void
find_middle (const char *id, int *x, int *y)
{
  PelOracleBox box;

  if (!pel_oracle_wait (NULL, fixture_find (id)->colour, 0, WAIT_SECONDS * 1000, &box))
    g_error ("The colour of “%s” is not on the screen", id);
  *x = box.x + box.width / 2;
  *y = box.y + box.height / 2;
}

static void
click (const Stage *stage, const char *id, const char *log)
{
  g_autoptr (GError) error = NULL;
  int                x, y;

  find_middle (id, &x, &y);
  pel_fixture_forget (stage->fixture);
  pel_test_input_move (stage->input, x - 2, y, &error);
  g_assert_no_error (error);
  pel_test_input_move (stage->input, x, y, &error);
  g_assert_no_error (error);
  pel_test_input_click (stage->input, 1, &error);
  g_assert_no_error (error);
  if (log != NULL)
    pel_fixture_expect (stage->fixture, log);
}

static char *
dup_label (const char *id)
{
  return g_strdup_printf ("\"%s\"", fixture_find (id)->label);
}

/* The ref in the line of the tree that has @name. (transfer full) */
static char *
find_ref (const Stage *stage, const char *name)
{
  g_autofree char *line = g_strdup_printf ("tree %s", stage->name);
  g_autofree char *quoted = g_strdup_printf ("\"%s\" [", name);
  g_autofree char *tree = run_until (line, quoted);
  const char      *ref = strstr (tree, quoted) + strlen (quoted);

  return g_strndup (ref, strcspn (ref, "]"));
}

static void
assert_promise (const char *tool, JsonObject *data)
{
  g_autoptr (GError) error = NULL;

  pel_schema_check (pel_tool_table_find (tool, PEL_OFFER_DBUS, NULL)->result, data, tool, &error);
  g_assert_no_error (error);
}

static void
test_tree (gconstpointer name)
{
  static const char *const ids[] = { "button", "toggle",   "check", "radio-1", "entry",
                                     "slider", "password", "spin",  "progress" };
  g_auto (Stage)           stage = { 0 };
  g_autoptr (PelCommand)   tree = NULL;
  g_autoptr (PelCommand)   interactive = NULL;

  if (!begin (&stage, name))
    return;
  tree = pel_command_run (NULL, "tree");
  g_assert_cmpint (tree->exit_code, ==, 0);
  g_assert_true (g_str_has_prefix (tree->out, "Window "));
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *label = dup_label (ids[i]);

      if (strstr (tree->out, label) == NULL)
        g_error ("no %s in\n%s", label, tree->out);
    }
  /* what is written on the page of the other tab cannot be seen */
  g_assert_null (strstr (tree->out, "\"Hidden button\""));
  interactive = pel_command_run (NULL, "tree -i");
  g_assert_cmpuint (strlen (interactive->out), <, strlen (tree->out));
  g_assert_null (strstr (interactive->out, "ProgressBar"));
  g_assert_nonnull (strstr (interactive->out, "\"Toggle\""));
}

static void
test_tree_json (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autofree char       *line = g_strdup_printf ("tree %s --json --no-visible", (char *) name);
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonNode)   node = NULL;
  g_autoptr (GError)     error = NULL;
  JsonObject            *data, *window;

  if (!begin (&stage, name))
    return;
  command = pel_command_run (NULL, line);
  node = pel_json_parse_large (command->out, -1, 300, 1 << 28, &error);
  g_assert_no_error (error);
  data = json_object_get_object_member (json_node_get_object (node), "data");
  assert_promise ("ui_snapshot", data);
  window = json_object_get_object_member (data, "window");
  g_assert_cmpint (json_object_get_int_member (window, "pid"),
                   ==,
                   pel_fixture_get_pid (stage.fixture));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (data, "elements")), ==, 1);
}

static void
test_at (gconstpointer name)
{
  static const char *const ids[] = { "button", "toggle", "radio-1", "entry", "slider", "tip" };
  g_auto (Stage)           stage = { 0 };

  if (!begin (&stage, name))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      int                    x, y;
      g_autofree char       *line = NULL;
      g_autoptr (PelCommand) command = NULL;
      g_autoptr (JsonObject) data = NULL;

      find_middle (ids[i], &x, &y);
      line = g_strdup_printf ("at %d %d --json", x, y);
      command = pel_command_run (NULL, line);
      data = pel_command_parse_data (command);
      assert_promise ("ui_get_element", data);
      g_test_message ("%s: %s", ids[i], command->out);
      g_assert_cmpstr (json_object_get_string_member (data, "name"),
                       ==,
                       fixture_find (ids[i])->label);
      g_assert_cmpuint (json_array_get_length (json_object_get_array_member (data, "ancestors")),
                        >=,
                        2);
    }
}

static void
test_at_nothing (void)
{
  g_autoptr (PelCommand) nothing = pel_command_run (NULL, "at 3 3");
  g_autoptr (PelCommand) outside = pel_command_run (NULL, "at -5 3");
  g_autoptr (PelCommand) missing = pel_command_run (NULL, "at 3");
  g_autoptr (PelCommand) stale = pel_command_run (NULL, "describe e999999999");

  g_assert_cmpint (nothing->exit_code, ==, 3);
  g_assert_nonnull (strstr (nothing->err, "There is no window at 3,3"));
  g_assert_cmpint (outside->exit_code, ==, 1);
  g_assert_nonnull (strstr (outside->err, "No monitor shows the pixel -5,3"));
  g_assert_cmpint (missing->exit_code, ==, 2);
  g_assert_cmpint (stale->exit_code, ==, 3);
}

static void
test_describe (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autofree char       *ref = NULL;
  g_autofree char       *line = NULL;
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (PelCommand) text = NULL;
  g_autoptr (JsonObject) data = NULL;
  JsonObject            *range;

  if (!begin (&stage, name))
    return;
  ref = find_ref (&stage, "Slider");
  line = g_strdup_printf ("describe %s --json", ref);
  command = pel_command_run (NULL, line);
  data = pel_command_parse_data (command);
  assert_promise ("ui_describe", data);
  g_assert_cmpstr (json_object_get_string_member (data, "role"), ==, "Slider");
  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, ref);
  range = json_object_get_object_member (data, "range");
  g_assert_cmpfloat (json_object_get_double_member (range, "maximum"), ==, 100);
  g_assert_cmpint (json_object_get_int_member (data, "pid"),
                   ==,
                   pel_fixture_get_pid (stage.fixture));
  line[strlen (line) - strlen (" --json")] = '\0';
  text = pel_command_run (NULL, line);
  g_assert_nonnull (strstr (text->out, "role\tSlider\n"));
}

/* Those that take a selector keep what they promise, and name the same element. */
static void
test_selectors (gconstpointer name)
{
  static const struct
  {
    const char *line, *tool;
  } rows[] = {
    { "query", "ui_query" },
    { "wait", "ui_wait" },
    { "assert", "ui_assert" },
    { "highlight --duration-ms 100", "ui_highlight" },
    { "get-element -s", "ui_get_element" },
  };
  g_auto (Stage) stage = { 0 };

  if (!begin (&stage, name))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *line =
          g_strdup_printf ("%s app=%s>>role=Slider&&name=Slider --json", rows[i].line, stage.name);
      g_autoptr (PelCommand) command = pel_command_run (NULL, line);
      g_autoptr (JsonObject) data = pel_command_parse_data (command);

      assert_promise (rows[i].tool, data);
      g_assert_nonnull (strstr (command->out, "\"role\":\"Slider\""));
    }
}

static void
test_read_text (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autoptr (GError)     error = NULL;
  g_autofree char       *ref = NULL;
  g_autofree char       *line = NULL;
  g_autofree char       *part_line = NULL;
  g_autoptr (PelCommand) whole = NULL;
  g_autoptr (PelCommand) part = NULL;

  if (!begin (&stage, name))
    return;
  click (&stage, "entry", "focused entry");
  pel_test_input_type (stage.input, "hello", &error);
  g_assert_no_error (error);
  pel_fixture_expect (stage.fixture, "text entry \"hello\"");
  ref = find_ref (&stage, "Entry");
  line = g_strdup_printf ("read-text %s", ref);
  whole = pel_command_run (NULL, line);
  g_assert_cmpstr (whole->out, ==, "hello\n");
  part_line = g_strdup_printf ("%s --start 1 --end 3", line);
  part = pel_command_run (NULL, part_line);
  g_assert_cmpstr (part->out, ==, "el\n");
}

/* The one that has the focus, whatever it is called. */
static char *
find_focused_field (const Stage *stage)
{
  g_autofree char *line = g_strdup_printf ("tree %s", stage->name);
  g_autofree char *tree = run_until (line, "] focused password");
  const char      *end = strstr (tree, "] focused password");
  const char      *ref = g_strrstr_len (tree, end - tree, "[");

  return g_strndup (ref + 1, end - ref - 1);
}

/* Nothing that anybody can run tells what is in the field @id. */
static void
keep_secret (gconstpointer name, const char *option, const char *id)
{
  static const char *const commands[] = {
    "tree --json --no-visible", "tree --no-visible", "get-focused --json",
    "describe %s --json",       "describe %s",       "read-text %s --json"
  };
  g_auto (Stage)         stage = { 0 };
  g_autoptr (GError)     error = NULL;
  g_autofree char       *ref = NULL;
  g_autofree char       *line = NULL;
  g_autofree char       *focused = g_strdup_printf ("focused %s", id);
  g_autofree char       *typed = g_strdup_printf ("text %s \"" SECRET "\"", id);
  g_autoptr (PelCommand) refused = NULL;

  if (!begin_with (&stage, name, option))
    return;
  click (&stage, id, focused);
  pel_test_input_type (stage.input, SECRET, &error);
  g_assert_no_error (error);
  pel_fixture_expect (stage.fixture, typed);
  ref = find_focused_field (&stage);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (GStrv)         parts = g_strsplit (commands[i], "%s", 2);
      g_autofree char       *command_line = g_strjoinv (ref, parts);
      g_autoptr (PelCommand) command = pel_command_run (NULL, command_line);

      g_assert_null (strstr (command->out, SECRET));
      g_assert_null (strstr (command->err, SECRET));
    }
  line = g_strdup_printf ("read-text %s", ref);
  refused = pel_command_run (NULL, line);
  g_assert_cmpint (refused->exit_code, ==, 4);
  g_assert_cmpstr (refused->out, ==, "");
}

static void
test_secret (gconstpointer name)
{
  keep_secret (name, NULL, "password");
}

/* An ordinary field of which only the words in it say what belongs there. */
static void
test_placeholder (gconstpointer name)
{
  keep_secret (name, "--placeholder=Enter your password", "entry");
}

/* The same of what is beside it. */
static void
test_labelled (gconstpointer name)
{
  keep_secret (name, "--entry-label=Passwort:", "entry");
}

/* A program that keeps a list of what it was asked: of the honest field at 11 its text, of the
 * places for secrets at 3 to 10 nothing, whatever is run. */
static void
test_secret_calls (void)
{
  static const char *const names[] = {
    "Field one", "Password",    "Field three", "Field four", "Field five",
    "Field six", "Field seven", "Field eight", "City",
  };
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) hostile =
      pel_fixture_start (&error, "fixture-hostile", "--mode", "secrets", NULL);
  g_autofree char *tree = NULL;

  g_assert_no_error (error);
  tree = run_until ("tree --scope app fixture-hostile --no-visible", "\"City\" [");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char       *quoted = g_strdup_printf ("\"%s\" [", names[i]);
      const char            *start = strstr (tree, quoted) + strlen (quoted);
      g_autofree char       *ref = g_strndup (start, strcspn (start, "]"));
      g_autofree char       *describe = g_strdup_printf ("describe %s", ref);
      g_autofree char       *read = g_strdup_printf ("read-text %s", ref);
      g_autoptr (PelCommand) described = pel_command_run (NULL, describe);
      g_autoptr (PelCommand) text = pel_command_run (NULL, read);

      g_assert_cmpint (described->exit_code, ==, 0);
      g_assert_cmpint (text->exit_code, ==, i + 1 < G_N_ELEMENTS (names) ? 4 : 0);
    }
  pel_fixture_expect (hostile, "call Text.GetText */11");
  g_assert_cmpuint (pel_fixture_count (hostile, "call Properties.Get* */11 Text.*"), >, 0);
  for (guint i = 3; i <= 10; i++)
    {
      g_autofree char *call = g_strdup_printf ("call Text.* */%u", i);
      g_autofree char *text = g_strdup_printf ("call Properties.Get* */%u Text.*", i);
      g_autofree char *value = g_strdup_printf ("call Properties.Get* */%u Value.*", i);

      g_assert_cmpuint (pel_fixture_count (hostile, call), ==, 0);
      g_assert_cmpuint (pel_fixture_count (hostile, text), ==, 0);
      g_assert_cmpuint (pel_fixture_count (hostile, value), ==, 0);
    }
}

static void
test_focused (gconstpointer name)
{
  g_auto (Stage)     stage = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char   *first = NULL;
  g_autofree char   *second = NULL;
  g_autofree char   *expected = NULL;
  const char        *log;

  if (!begin (&stage, name))
    return;
  click (&stage, "button", "clicked button");
  first = run_until ("get-focused", "name\tButton\n");
  pel_fixture_forget (stage.fixture);
  pel_test_input_chord (stage.input, "Tab", &error);
  g_assert_no_error (error);
  log = pel_fixture_expect (stage.fixture, "focused *");
  expected = g_strdup_printf ("name\t%s\n", fixture_find (log + strlen ("focused "))->label);
  second = run_until ("get-focused", expected);
}

/* The id of the snapshot that a text ends with. (transfer full) */
static char *
find_snapshot_id (const char *text)
{
  const char *id = strstr (text, "(snapshot ");

  g_assert_nonnull (id);
  id += strlen ("(snapshot ");
  return g_strndup (id, strcspn (id, ")"));
}

static void
test_since (gconstpointer name)
{
  g_auto (Stage)         stage = { 0 };
  g_autofree char       *whole = NULL;
  g_autofree char       *id = NULL;
  g_autofree char       *line = NULL;
  g_autofree char       *changes = NULL;
  g_auto (GStrv)         lines = NULL;
  g_autoptr (PelCommand) expired = NULL;

  if (!begin (&stage, name))
    return;
  click (&stage, "button", "clicked button");
  g_free (run_until ("get-focused", "name\tButton\n"));
  line = g_strdup_printf ("tree %s", stage.name);
  whole = run_until (line, "\"Toggle\"");
  id = find_snapshot_id (whole);
  click (&stage, "toggle", "toggled toggle on");
  g_free (line);
  line = g_strdup_printf ("tree %s --since %s", stage.name, id);
  changes = run_until (line, "\"Toggle\"");
  lines = g_strsplit (g_strchomp (changes), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), <=, 8);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_true (strchr ("+-~(", lines[i][0]) != NULL);
  g_assert_null (strstr (changes, "\"Slider\""));
  expired = pel_command_run (NULL, "tree -d 1 --since s987654321");
  g_assert_nonnull (strstr (expired->out, "s987654321 has expired; this is everything"));
}

typedef struct
{
  GString *text;
  gboolean is_open;
} Output;

static void
read_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  Output            *output = user_data;
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (stream), result, NULL);

  output->is_open = bytes != NULL && g_bytes_get_size (bytes) > 0;
  if (!output->is_open)
    return;
  g_string_append_len (output->text, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_input_stream_read_bytes_async (G_INPUT_STREAM (stream),
                                   65536,
                                   G_PRIORITY_DEFAULT,
                                   NULL,
                                   read_cb,
                                   output);
}

static gboolean
wake_cb (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

static void
wait_for_line (const Output *output, const char *pattern)
{
  gint64 deadline = get_deadline ();
  guint  id = g_timeout_add (50, wake_cb, NULL);

  while (!g_regex_match_simple (pattern, output->text->str, G_REGEX_MULTILINE, 0))
    {
      if (g_get_monotonic_time () > deadline)
        g_error ("no line like %s in\n%s", pattern, output->text->str);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (id);
}

/* That a process has ended is told in another thread. */
static void
wait_for_end (const Output *output, GSubprocess *process)
{
  gint64 deadline = get_deadline ();
  guint  id = g_timeout_add (50, wake_cb, NULL);

  while (output->is_open || g_subprocess_get_identifier (process) != NULL)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (id);
}

static void
test_watch (gconstpointer name)
{
  g_auto (Stage)          stage = { 0 };
  g_autofree char        *line = g_strdup_printf ("watch %s", (const char *) name);
  g_autoptr (GSubprocess) process = NULL;
  Output                  output = { g_string_new (NULL), TRUE };
  g_auto (GStrv)          lines = NULL;

  if (!begin (&stage, name))
    {
      g_string_free (output.text, TRUE);
      return;
    }
  process = pel_command_start (NULL, line);
  g_input_stream_read_bytes_async (g_subprocess_get_stdout_pipe (process),
                                   65536,
                                   G_PRIORITY_DEFAULT,
                                   NULL,
                                   read_cb,
                                   &output);
  wait_for_line (&output, "^{\"event\":\"started\".*\"scope\":\"window\"");
  click (&stage, "toggle", "toggled toggle on");
  wait_for_line (&output, "^{\"event\":\"changed\".*\"name\":\"Toggle\"");
  g_subprocess_send_signal (process, SIGINT);
  wait_for_end (&output, process);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
  lines = g_strsplit (g_strchomp (output.text->str), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const PelTool         *tool = pel_tool_table_find ("watch", PEL_OFFER_DBUS, NULL);
      g_autoptr (GError)     error = NULL;
      g_autoptr (JsonObject) event = pel_json_parse_object (lines[i], -1, &error);

      g_assert_no_error (error);
      pel_schema_check (tool->event, event, "event", &error);
      g_assert_no_error (error);
    }
  g_string_free (output.text, TRUE);
}

/* A quiet desktop has no next event that could show that nobody reads. */
static void
test_watch_unread (void)
{
  g_autoptr (GSubprocess) process = pel_command_start (NULL, "watch --scope desktop");
  GInputStream           *out = g_subprocess_get_stdout_pipe (process);
  g_autoptr (GError)      error = NULL;
  char                    byte;

  g_assert_cmpint (g_input_stream_read (out, &byte, 1, NULL, &error), ==, 1);
  g_assert_no_error (error);
  g_input_stream_close (out, NULL, &error);
  g_assert_no_error (error);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
}

/* By itself it ends well; with --json its answer is the last line. */
static void
test_watch_ends (void)
{
  g_autoptr (PelCommand) command =
      pel_command_run (NULL, "watch --scope desktop --for-ms 100 --json");
  g_auto (GStrv)         lines = g_strsplit (g_strchomp (command->out), "\n", -1);
  guint                  n_lines = g_strv_length (lines);
  g_autoptr (JsonObject) envelope = NULL;

  g_assert_cmpint (command->exit_code, ==, 0);
  g_assert_cmpuint (n_lines, >=, 2);
  g_assert_true (g_str_has_prefix (lines[0], "{\"event\":\"started\""));
  envelope = pel_json_parse_object (lines[n_lines - 1], -1, NULL);
  g_assert_nonnull (envelope);
  assert_promise ("watch", json_object_get_object_member (envelope, "data"));
}

int
main (int argc, char **argv)
{
  /* clang-format off */
  static const struct { const char *path; GTestDataFunc test; } cases[] = {
    { "tree", test_tree }, { "tree-json", test_tree_json }, { "at", test_at }, { "describe", test_describe },
    { "selectors", test_selectors },
    { "read-text", test_read_text }, { "secret", test_secret }, { "placeholder", test_placeholder },
    { "labelled", test_labelled }, { "focused", test_focused },
    { "since", test_since }, { "watch", test_watch },
  };
  /* clang-format on */
  int result;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tree-cli/at-nothing", test_at_nothing);
  g_test_add_func ("/tree-cli/watch-ends", test_watch_ends);
  g_test_add_func ("/tree-cli/watch-unread", test_watch_unread);
  g_test_add_func ("/tree-cli/secret-calls", test_secret_calls);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (fixtures); k++)
      {
        g_autofree char *path = g_strdup_printf ("/tree-cli/%s/%s", cases[i].path, fixtures[k]);

        g_test_add_data_func (path, fixtures[k], cases[i].test);
      }
  result = g_test_run ();
  pel_command_end_session ();
  return result;
}
