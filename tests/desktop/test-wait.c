/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What happens in programs of every toolkit ends a wait for it; so does a program that ends. The
 * command line does the same, and says how it went by its exit code. No wait here may take as long
 * as it is allowed to: it would end by a timeout, which is an error. */

#include "command.h"
#include "fixture-hands.h"
#include "provider-case.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/condition/waiter.h"

#include <signal.h>
#include <string.h>

#define WAIT_MS  30000
#define BEGIN_MS 300 /* until a wait has seen that it does not hold yet, mostly */
#define TITLE    "Waited for"

static const char *const fixtures[] = {
  "fixture-gtk3", "fixture-gtk4", "fixture-qt5", "fixture-qt6", "fixture-web",
};

typedef struct
{
  PelFixture       *fixture;
  GDBusConnection  *bus;
  char             *name; /* on the accessibility bus */
  PelElementSource *source;
  PelTestInput     *input;
  PelWaitOutcome   *outcome;
  GError           *error;
  gboolean          is_over;
} Scene;

static void
scene_free (Scene *self)
{
  g_clear_object (&self->source);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->fixture, pel_fixture_stop);
  g_clear_pointer (&self->input, pel_test_input_free);
  g_clear_pointer (&self->outcome, pel_wait_outcome_free);
  g_clear_error (&self->error);
  g_free (self->name);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)

static Scene *
open_scene (const char *program, const char *const *arguments)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) first = NULL;
  Scene                  *self = g_new0 (Scene, 1);

  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  self->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  self->fixture = pel_fixture_startv (program, arguments, &error);
  g_assert_no_error (error);
  self->name = pel_a11y_wait_program (self->bus, pel_fixture_get_pid (self->fixture), 15000);
  g_assert_nonnull (self->name);
  self->source = open_provider ();
  first = look_at_program (self->source, self->name);
  return self;
}

static gboolean
wake_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
run_loop (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, wake_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

static void
waited_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  Scene *self = data;

  self->outcome = pel_waiter_run_finish (result, &self->error);
  self->is_over = TRUE;
}

/* Single quotes stand for double ones. */
static void
start_in (Scene *self, PelWaitMode mode, const char *text)
{
  g_autofree char         *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError)       error = NULL;
  g_autoptr (JsonNode)     node = pel_json_parse (json, -1, &error);
  g_autoptr (PelCondition) condition =
      node != NULL ? pel_condition_parse (node, "until", &error) : NULL;

  g_assert_no_error (error);
  g_test_message ("%s", text);
  g_clear_pointer (&self->outcome, pel_wait_outcome_free);
  g_clear_error (&self->error);
  self->is_over = FALSE;
  pel_waiter_run_async (&(PelWait){ self->source, condition, mode, WAIT_MS },
                        NULL,
                        waited_cb,
                        self);
}

static void
start (Scene *self, const char *text)
{
  start_in (self, PEL_WAIT_UNTIL_IT_HOLDS, text);
}

/* And lets it see that it does not hold yet. */
static void
begin (Scene *self, const char *text)
{
  start (self, text);
  run_loop (BEGIN_MS);
  if (self->is_over)
    g_error ("It is over before anything has happened: %s",
             self->error != NULL ? self->error->message : "it holds");
}

static void
end (Scene *self)
{
  while (!self->is_over)
    g_main_context_iteration (NULL, TRUE);
}

static void
end_well (Scene *self)
{
  end (self);
  g_assert_no_error (self->error);
}

/* Changes in all toolkits */

/* GTK 4 says of a button that it is pressed. */
#define TOGGLE "'selector': 'name=Toggle && focusable=true'"
#define IS_ON                                               \
  "{'any': [{'element': {" TOGGLE ", 'state': 'checked'}}," \
  "{'element': {" TOGGLE ", 'state': 'pressed'}}]}"
#define IS_OPEN "{'element': {'selector': 'name=OK && visible=true'}}"

/* clang-format off */
static const struct { Step step; const char *until; gboolean is_not_of_pages; } changes[] = {
  { { CLICK, "toggle",  0, 0, "toggled toggle on"  }, IS_ON },
  { { CLICK, "toggle",  0, 0, "toggled toggle off" }, "{'not': " IS_ON "}" },
  { { CLICK, "check",   0, 0, "toggled check on"   }, "{'element': {'selector': 'CheckBox:Check', 'state': 'checked'}}" },
  { { CLICK, "radio-2", 0, 0, "toggled radio-2 on" }, "{'element': {'selector': 'name=\\'Radio two\\' && focusable=true', 'state': 'checked'}}" },
  { { CLICK, "entry",   0, 0, "focused entry"      }, "{'element': {'selector': 'Edit:Entry', 'state': 'focused'}}" },
  { { TYPE,  "abc",     0, 0, "text entry \"abc\"" }, "{'element': {'selector': 'Edit:Entry', 'value': 'abc'}}" },
  { { TYPE,  "d",       0, 0, "text entry \"abcd\"" }, "{'text': 'ABCD'}" },
  { { CLICK, "tab-2",   0, 0, "tab tab-2"          }, "{'element': {'selector': 'name=\\'Hidden button\\'', 'state': 'visible'}}" },
  { { CLICK, "tab-1",   0, 0, "tab tab-1"          }, "{'element': {'selector': 'name=\\'Hidden button\\' && visible=true', 'count': 0}}" },
  { { CLICK, "open-dialog", 0, 0, "dialog shown"   }, "{'window': {'title': 'dialog'}}", TRUE },
  { { CLICK, "dialog-cancel", 0, 0, "dialog closed *" }, "{'window': {'title': 'dialog', 'exists': false}}", TRUE },
  { { CLICK, "open-dialog", 0, 0, "dialog shown"   }, IS_OPEN },
  { { CLICK, "dialog-cancel", 0, 0, "dialog closed *" }, "{'element': {'selector': 'name=OK && visible=true', 'count': 0}}" },
};
/* clang-format on */

static const char *const titled[] = { "--title", TITLE, "--rows", "20", NULL };

static void
test_changes (gconstpointer program)
{
  g_autoptr (Scene) self = open_scene (program, titled);
  gboolean          is_page = g_str_equal (program, "fixture-web");

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      if (changes[i].is_not_of_pages && is_page)
        continue;
      begin (self, changes[i].until);
      perform (self->input, self->fixture, &changes[i].step);
      end_well (self);
    }
}

/* What happens by itself: the next ten ticks but a few. */
static void
test_ticks (gconstpointer program)
{
  static const char *const ticking[] = { "--timer", "500", "--rows", "10", NULL };
  g_autoptr (Scene)        self = open_scene (program, ticking);
  const char              *line = pel_fixture_expect (self->fixture, "text ticker *");
  int                      tick = (int) g_ascii_strtoll (strstr (line, "tick ") + 5, NULL, 10);
  g_autofree char *until = g_strdup_printf ("{'text': '/^tick %d[0-9]$/'}", (tick + 4) / 10 + 1);

  begin (self, until);
  end_well (self);
}

/* All of it comes to rest, though not at once. */
static void
test_quiet (gconstpointer program)
{
  g_autoptr (Scene) self = open_scene (program, titled);
  pid_t             pid = pel_a11y_get_pid (self->bus, self->name);
  g_autofree char  *stable =
      g_strdup_printf ("{'stable': {'selector': 'pid=%d >> CheckBox:Check', 'for_ms': 1000}}",
                       (int) pid);

  begin (self, stable);
  perform (self->input, self->fixture, &(Step){ CLICK, "check", 0, 0, "toggled check on" });
  end_well (self);
  g_assert_cmpuint (self->outcome->waited_ms, >=, 1000);
}

static void
test_killed (gconstpointer program)
{
  g_autoptr (Scene) self = open_scene (program, titled);
  pid_t             pid = pel_a11y_get_pid (self->bus, self->name);
  g_autofree char  *until =
      g_strdup_printf ("{'element': {'selector': 'pid=%d >> Button:Nope'}}", (int) pid);
  g_autofree char *gone =
      g_strdup_printf ("{'element': {'selector': 'pid=%d >> CheckBox:Check', 'count': 0}}",
                       (int) pid);
  g_autoptr (Scene) other = g_new0 (Scene, 1);

  other->source = g_object_ref (self->source);
  begin (self, until);
  begin (other, gone);
  kill (pid, SIGKILL);
  end (self);
  g_assert_error (self->error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND);
  g_assert_nonnull (strstr (self->error->message, "exited during the wait"));
  end_well (other);
}

/* One program that is stopped does not keep back what others tell, nor windows; only who must know
 * that something is nowhere waits for it. */
static void
test_hung_neighbour (gconstpointer program)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (Scene)      self = open_scene (program, titled);
  g_autoptr (Scene)      window = g_new0 (Scene, 1);
  g_autoptr (Scene)      absence = g_new0 (Scene, 1);
  g_autoptr (PelFixture) neighbour =
      pel_fixture_start (&error, "fixture-hostile", "--nodes", "50", NULL);

  g_assert_no_error (error);
  kill (pel_fixture_get_pid (neighbour), SIGSTOP);
  window->source = g_object_ref (self->source);
  absence->source = g_object_ref (self->source);
  start (absence, "{'element': {'selector': 'Button:Nope', 'count': 0}}");
  start (window, "{'window': {'title': '" TITLE "'}}");
  end_well (window);
  g_assert_false (absence->is_over);
  begin (self, IS_ON);
  perform (self->input, self->fixture, &(Step){ CLICK, "toggle", 0, 0, "toggled toggle on" });
  end_well (self);
  end_well (absence);
  kill (pel_fixture_get_pid (neighbour), SIGCONT);
}

/* States without an event */

static void
hush (Scene *self, gboolean is_checked)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) answer = pel_a11y_call (self->bus,
                                               self->name,
                                               PEL_A11Y_NODE "3",
                                               "Puppet",
                                               "Hush",
                                               g_variant_new ("(b)", is_checked),
                                               &error);

  g_assert_no_error (error);
}

/* Nothing is said to be in another state before it was asked itself. */
static void
test_silent_states (gconstpointer program)
{
  static const char *const silent[] = { "--toolkit", "gtk,3.24.38", NULL };
  /* clang-format off */
  static const char *const rows[] = {
    "{'element': {'selector': 'Button:Button', 'state': 'checked'}}",
    "{'element': {'selector': 'Button:Button && checked=true'}}",
    "{'element': {'selector': 'app=fixture-hostile >> checked=true >> nth(1)'}}",
    "{'all': [{'element': {'selector': 'Button:Button && checked=true'}}, {'element': {'selector': 'role=Edit'}}]}",
    "{'not': {'not': {'element': {'selector': 'Button:Button && !checked=false'}}}}",
    "{'element': {'selector': 'Button:Button && checked=false', 'count': 0}}",
  };
  /* clang-format on */
  g_autoptr (Scene)      self = open_scene (program, silent);
  g_autoptr (PelCommand) no = NULL, yes = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      begin (self, rows[i]);
      hush (self, TRUE);
      end_well (self);
      hush (self, FALSE);
      start_in (self,
                PEL_WAIT_FOR_A_VERDICT,
                "{'element': {'selector': 'Button:Button && checked=false'}}");
      end_well (self);
      hush (self, TRUE);
      start_in (self, PEL_WAIT_FOR_A_VERDICT, rows[i]);
      end_well (self);
      hush (self, FALSE);
      start_in (self,
                PEL_WAIT_FOR_A_VERDICT,
                "{'element': {'selector': 'Button:Button && checked=false'}}");
      end_well (self);
    }
  no = pel_command_run (NULL, "query 'Button:Button && checked=true'");
  g_assert_cmpint (no->exit_code, ==, 3);
  hush (self, TRUE);
  yes = pel_command_run (NULL, "query 'Button:Button && checked=true'");
  g_assert_cmpint (yes->exit_code, ==, 0);
}

/* The command line */

typedef struct
{
  const char *line;
  int         exit_code;
  const char *out, *err; /* (nullable) patterns */
} Run;

static void
assert_like (const char *text, const char *pattern)
{
  if (pattern != NULL && !g_pattern_match_simple (pattern, text))
    g_error ("“%s” is not like “%s”", text, pattern);
}

static void
run (const Run *row)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, row->line);

  g_assert_cmpint (command->exit_code, ==, row->exit_code);
  assert_like (command->out, row->out);
  assert_like (command->err, row->err);
}

/* clang-format off */
static const Run runs[] = {
  { "wait CheckBox:Check", 0, "Condition met after * ms: CheckBox \"Check\" [e*]\n", "" },
  { "wait 'role=CheckBox && name=Check' --state unchecked", 0, "Condition met after *", "" },
  { "wait CheckBox:Check --count 1", 0, "Condition met after *", "" },
  { "wait Button:Nope --gone", 0, "Condition met after * ms\n", "" },
  { "wait Edit:Entry --value ''", 0, "Condition met after *", "" },
  { "wait --window 'waited FOR'", 0, "Condition met after * ms: window \"" TITLE "\" (*)\n", "" },
  { "wait --window Nope --gone", 0, "Condition met after * ms\n", "" },
  { "wait --condition '{\"text\": \"check\"}'", 0, "Condition met after *", "" },
  { "wait --until '{\"all\": [{\"text\": \"check\"}, {\"window\": {\"title\": \"waited\"}}]}'", 0, "Condition met after * and *", "" },
  { "assert CheckBox:Check", 0, "Condition met after *", "" },
  { "assert --condition '{\"not\": {\"text\": \"zzz\"}}'", 0, "Condition met after *", "" },
  { "assert CheckBox:Check --state checked", 1, "", "*CheckBox:Check: 1 element matches, but checked=false*" },
  { "assert CheckBox:Check --gone", 1, "", "*1 element matches: CheckBox \"Check\"*" },
  { "assert Button:Buton", 1, "", "*no element matches; the closest is Button \"Button\" [e*" },
  { "wait CheckBox:Check --state checked --timeout-ms 300", 124, "", "*did not hold within * ms: CheckBox:Check: 1 element matches, but checked=false*" },
  { "wait @e999999", 3, "", "*The element “e999999” is gone*" },
  { "wait", 2, "", "*no condition given*" },
  { "wait CheckBox:Check --window x", 2, "", "*“selector” and “window” cannot be used together*" },
  { "wait 'role='", 2, "", "*selector: column*" },
  { "wait CheckBox:Check --state cheked", 2, "", "*Did you mean “checked”?*" },
  { "wait --condition '{\"text\": 3}'", 2, "", "*condition.text must be a string, not 3*" },
};
/* clang-format on */

static void
test_command_line (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture =
      pel_fixture_startv ("fixture-gtk3", (const char *const *) titled, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (runs); i++)
    run (&runs[i]);
}

static void
test_command_line_json (void)
{
  g_autoptr (PelCommand) command =
      pel_command_run (NULL, "wait Button:Nope --timeout-ms 200 --json");
  g_autoptr (JsonObject) envelope = pel_command_parse (command);
  JsonObject            *error = json_object_get_object_member (envelope, "error");
  JsonObject            *details = json_object_get_object_member (error, "details");
  JsonArray             *state = json_object_get_array_member (details, "last_state");
  JsonObject            *leaf = json_array_get_object_element (state, 0);

  g_assert_cmpint (command->exit_code, ==, 124);
  g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, "timeout");
  g_assert_cmpint (json_object_get_int_member (details, "waited_ms"), >=, 199);
  g_assert_false (json_object_get_boolean_member (leaf, "holds"));
  g_assert_cmpint (json_object_get_int_member (leaf, "matches"), ==, 0);
}

/* In a process of its own, while the fixture is used. */
static void
test_command_line_changes (void)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelFixture)  fixture = pel_fixture_startv ("fixture-gtk3", titled, &error);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (PelCommand)  command = NULL;
  PelTestInput           *input = pel_test_input_new (&error);

  g_assert_no_error (error);
  process = pel_command_start (NULL, "wait CheckBox:Check --state checked --timeout-ms 25000");
  run_loop (BEGIN_MS);
  perform (input, fixture, &(Step){ CLICK, "check", 0, 0, "toggled check on" });
  command = pel_command_wait (process);
  g_assert_cmpint (command->exit_code, ==, 0);
  assert_like (command->out, "Condition met after * ms: CheckBox \"Check\" [e*]\n");
  pel_test_input_free (input);
}

static void
test_command_line_killed (void)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelFixture)  fixture = pel_fixture_startv ("fixture-gtk3", titled, &error);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (PelCommand)  command = NULL;
  Run there = { "wait 'app=fixture-gtk3 >> CheckBox:Check'", 0, "Condition met after *", "" };

  g_assert_no_error (error);
  run (&there);
  process = pel_command_start (NULL, "wait 'app=fixture-gtk3 >> Button:Nope' --timeout-ms 25000");
  run_loop (1000);
  kill (pel_fixture_get_pid (fixture), SIGKILL);
  command = pel_command_wait (process);
  g_assert_cmpint (command->exit_code, ==, 3);
  assert_like (command->err, "*The program “fixture-gtk3” exited during the wait*");
}

static void
test_command_line_interrupted (void)
{
  g_autoptr (GSubprocess) process = pel_command_start (NULL, "wait Button:Nope --timeout-ms 25000");
  g_autoptr (PelCommand)  command = NULL;

  run_loop (1000);
  g_subprocess_send_signal (process, SIGINT);
  command = pel_command_wait (process);
  g_assert_cmpint (command->exit_code, ==, 130);
}

static void
test_missing (gconstpointer program)
{
  g_assert_true (pel_fixture_skip (program));
}

static void
add (const char *group, const char *program, GTestDataFunc function)
{
  g_autofree char *path = g_strdup_printf ("/wait/%s/%s", group, program);

  g_test_add_data_func (path,
                        program,
                        pel_fixture_refuse (program) == NULL ? function : test_missing);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    {
      add ("changes", fixtures[i], test_changes);
      add ("ticks", fixtures[i], test_ticks);
      add ("quiet", fixtures[i], test_quiet);
      add ("killed", fixtures[i], test_killed);
    }
  add ("hung-neighbour", "fixture-gtk3", test_hung_neighbour);
  add ("silent-states", "fixture-hostile", test_silent_states);
  g_test_add_func ("/wait/command-line/forms", test_command_line);
  g_test_add_func ("/wait/command-line/json", test_command_line_json);
  g_test_add_func ("/wait/command-line/changes", test_command_line_changes);
  g_test_add_func ("/wait/command-line/killed", test_command_line_killed);
  g_test_add_func ("/wait/command-line/interrupted", test_command_line_interrupted);
  result = g_test_run ();
  pel_command_end_session ();
  return result;
}
