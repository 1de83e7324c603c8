/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Conditions about what the screen shows, from the command line: they hold when it looks as it did
 * when a baseline was taken, tell where it does not, and take no picture that is not allowed. */

#include "config.h"

#include "../fixtures/fixture-ui.h"
#include "command.h"
#include "fixture.h"
#include "pixel-oracle.h"
#include "test-input.h"

#include <glib/gstdio.h>
#include <string.h>

#define WAIT_SECONDS 60
#define CHECK        "CheckBox:Check"

/* Of tests that are not at a terminal: a script. */
#define ALLOW \
  "{\"default\": {\"act\": \"allow\", \"capture\": \"allow\"}, \"allowed_folders\": [\"/\"]}"

typedef struct
{
  PelFixture *fixture;
  char       *folder;
  char       *baseline; /* of the check box, unchecked */
  char       *policy;
} Stage;

static void
write_policy (const Stage *stage, const char *text)
{
  g_autofree char   *folder = g_path_get_dirname (stage->policy);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (stage->policy, text, -1, &error);
  g_assert_no_error (error);
}

static void
move_pointer_away (void)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  pel_test_input_move (input, 1, 301, &error);
  g_assert_no_error (error);
}

/* @line: FILE is the baseline, and ' are as in a shell. */
static PelCommand *
run (const Stage *stage, const char *line)
{
  g_autoptr (GString) whole = g_string_new (line);

  g_string_replace (whole, "FILE", stage->baseline, 0);
  return pel_command_run (NULL, whole->str);
}

/* @err (nullable): a pattern. */
static void
expect (const Stage *stage, const char *line, int exit_code, const char *err)
{
  g_autoptr (PelCommand) command = run (stage, line);

  g_test_message ("%s → %d %s%s", line, command->exit_code, command->out, command->err);
  g_assert_cmpint (command->exit_code, ==, exit_code);
  if (err != NULL && !g_pattern_match_simple (err, command->err))
    g_error ("“%s” is not like “%s”", command->err, err);
}

static void
stage_open (Stage *stage, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  PelOracleBox       box;

  stage->folder = g_dir_make_tmp ("pictures-XXXXXX", &error);
  g_assert_no_error (error);
  stage->baseline = g_build_filename (stage->folder, "base.png", NULL);
  stage->policy = g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  write_policy (stage, ALLOW);
  move_pointer_away ();
  stage->fixture = pel_fixture_start (&error, "fixture-gtk3", "--position", "120,340", NULL);
  g_assert_no_error (error);
  g_assert_true (pel_oracle_wait (NULL, fixture_find ("button")->colour, 0, 20000, &box));
  expect (stage, "wait " CHECK " --state unchecked --timeout-ms 20000", 0, NULL);
  expect (stage, "capture " CHECK " -o FILE", 0, NULL);
}

static void
stage_close (Stage *stage, gconstpointer unused)
{
  g_remove (stage->policy);
  pel_fixture_stop (stage->fixture);
  g_free (stage->folder);
  g_free (stage->baseline);
  g_free (stage->policy);
}

/* The last line of the audit log is about @tool. */
static void
wait_for_record (const Stage *stage, const char *tool)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelCommand) command = run (stage, "audit show --last 1 --json");

      if (strstr (command->out, tool) != NULL)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* It is waited for while it looks different, in pictures that are written down. */
static void
test_wait (Stage *stage, gconstpointer unused)
{
  g_autofree char *line =
      g_strdup_printf ("wait --image %s " CHECK " --timeout-ms 25000", stage->baseline);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (PelCommand)  command = NULL;

  expect (stage, "toggle " CHECK, 0, NULL);
  wait_for_record (stage, "ui_toggle");
  process = pel_command_start (NULL, line);
  wait_for_record (stage, "ui_capture");
  expect (stage, "toggle " CHECK, 0, NULL);
  command = pel_command_wait (process);
  g_test_message ("%s%s", command->out, command->err);
  g_assert_cmpint (command->exit_code, ==, 0);
  g_assert_true (
      g_pattern_match_simple ("Condition met after * ms: CheckBox \"Check\" [e*]\n", command->out));
}

static void
test_assert (Stage *stage, gconstpointer unused)
{
  expect (stage, "assert --image FILE " CHECK, 0, "");
  expect (stage, "toggle " CHECK, 0, NULL);
  expect (stage,
          "assert --image FILE " CHECK,
          1,
          "*" CHECK ": * pixel* from the baseline: *×* at *,*");
  expect (stage, "assert --image FILE " CHECK " --max-different 100000", 0, "");
  expect (stage, "assert --image FILE " CHECK " --tolerance 255", 0, "");
  expect (stage,
          "assert --condition '{\"not\": {\"image\": {\"baseline\": \"FILE\", "
          "\"selector\": \"" CHECK "\"}}}'",
          0,
          "");
  expect (stage,
          "assert --condition '{\"image\": {\"baseline\": \"FILE\", \"selector\": \"" CHECK "\", "
          "\"masks\": [{\"x\": 0, \"y\": 0, \"width\": 2000, \"height\": 2000}]}}'",
          0,
          "");
  expect (stage,
          "wait --image FILE " CHECK " --timeout-ms 1200",
          124,
          "*did not hold within * ms: " CHECK ": * from the baseline: *×* at *,*");
}

static void
test_report (Stage *stage, gconstpointer unused)
{
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonObject) envelope = NULL;
  JsonObject            *details, *leaf, *change;

  expect (stage, "toggle " CHECK, 0, NULL);
  command = run (stage, "assert --image FILE " CHECK " --json");
  envelope = pel_command_parse (command);
  details =
      json_object_get_object_member (json_object_get_object_member (envelope, "error"), "details");
  leaf = json_array_get_object_element (json_object_get_array_member (details, "last_state"), 0);
  change = json_array_get_object_element (json_object_get_array_member (leaf, "changes"), 0);
  g_assert_false (json_object_get_boolean_member (leaf, "holds"));
  g_assert_cmpint (json_object_get_int_member (leaf, "n_different"), >, 0);
  g_assert_cmpint (json_object_get_int_member (change, "width"), >, 0);
}

/* Everything that a picture can be of. */
static void
test_subjects (Stage *stage, gconstpointer unused)
{
  g_autofree char *there = g_get_current_dir ();

  g_assert_cmpint (g_chdir (stage->folder), ==, 0);
  expect (stage, "capture --window-title fixture -o window.png", 0, NULL);
  expect (stage, "assert --image window.png --window fixture", 0, "");
  expect (stage, "assert --image base.png --window fixture", 1, "*The image is *×* pixels*");
  expect (stage, "assert --image base.png --window Nowhere", 1, "*Nowhere*");
  expect (stage, "assert --image base.png Button:Nowhere", 1, "*no element matches*");
  expect (stage, "capture " CHECK " --padding 5 -o wide.png", 0, NULL);
  expect (stage, "assert --image wide.png " CHECK, 1, "*The image is *×* pixels*");
  expect (stage, "capture -o all.png", 0, NULL);
  expect (stage, "assert --image all.png", 0, "");
  expect (stage, "toggle " CHECK, 0, NULL);
  expect (stage, "assert --image all.png", 1, "*all.png*: * from the baseline: *");
  expect (stage, "assert --image window.png --window fixture", 1, "*from the baseline: *");
  g_assert_cmpint (g_chdir (there), ==, 0);
}

static void
test_mistakes (Stage *stage, gconstpointer unused)
{
  expect (stage, "wait --image /nonexistent.png", 2, "*/nonexistent.png*");
  expect (stage, "assert --image /dev/null " CHECK, 2, "*/dev/null*");
  expect (stage, "assert --image FILE " CHECK " --window fixture", 2, "*cannot be used together*");
  expect (stage, "assert --image FILE " CHECK " --gone", 2, "*cannot be used together*");
  expect (stage,
          "assert --condition '{\"image\": {\"baseline\": \"FILE\", \"monitor\": \"Nowhere\"}}'",
          2,
          "*No monitor matches “Nowhere”*");
  expect (stage,
          "assert --condition '{\"image\": {\"baseline\": \"base.png\"}}'",
          2,
          "*condition.image.baseline must be an absolute path*");
}

/* What an act must look like afterwards; where that cannot be told, it is not done. */
static void
test_verify (Stage *stage, gconstpointer unused)
{
  expect (stage, "toggle " CHECK, 0, NULL);
  pel_fixture_expect (stage->fixture, "toggled check on");
  pel_fixture_forget (stage->fixture);
  expect (stage,
          "toggle " CHECK " --verify '{\"image\": {\"baseline\": \"/nonexistent.png\"}}'",
          2,
          "*/nonexistent.png*");
  g_assert_cmpuint (pel_fixture_count (stage->fixture, "toggled*"), ==, 0);
  expect (stage,
          "toggle " CHECK " --verify '{\"image\": {\"baseline\": \"FILE\", "
          "\"selector\": \"" CHECK "\"}}'",
          0,
          NULL);
  pel_fixture_expect (stage->fixture, "toggled check off");
  expect (stage,
          "toggle " CHECK " --timeout-ms 2000 --verify '{\"image\": {\"baseline\": \"FILE\", "
          "\"selector\": \"" CHECK "\"}}'",
          1,
          "*It was done, but *from the baseline*");
}

/* Whoever may not take pictures may not wait for them either. */
static void
test_policy (Stage *stage, gconstpointer unused)
{
  write_policy (stage, "{\"default\": {\"act\": \"allow\", \"capture\": \"ask\"}}");
  expect (stage, "assert --image FILE " CHECK, 4, NULL);
  expect (stage, "wait --image FILE", 4, NULL);
  expect (stage, "assert --condition '{\"not\": {\"image\": {\"baseline\": \"FILE\"}}}'", 4, NULL);
  expect (stage, "wait --image FILE Button:Nowhere --timeout-ms 300", 124, NULL);
  write_policy (stage, "{\"default\": {\"capture\": \"deny\"}}");
  expect (stage, "assert --image FILE " CHECK, 4, NULL);
  write_policy (stage,
                "{\"default\": {\"capture\": \"allow\"},"
                " \"blocked_windows\": [\"*fixture-gtk3*\"]}");
  expect (stage, "assert --image FILE --window fixture-gtk3", 4, NULL);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add (path, Stage, NULL, stage_open, func, stage_close)
  ADD ("/wait-picture/wait", test_wait);
  ADD ("/wait-picture/assert", test_assert);
  ADD ("/wait-picture/report", test_report);
  ADD ("/wait-picture/subjects", test_subjects);
  ADD ("/wait-picture/mistakes", test_mistakes);
  ADD ("/wait-picture/verify", test_verify);
  ADD ("/wait-picture/policy", test_policy);
#undef ADD
  status = g_test_run ();
  pel_command_end_session ();
  return status;
}
