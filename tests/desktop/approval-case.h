/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of questions share: a program, a call that waits for the person, the dialog, and
 * the person's hands. An agent is our own command line without a terminal. */

#pragma once

#include "a11y-probe.h"
#include "command.h"
#include "fixture.h"
#include "test-input.h"

#include "app/approver/arming.h"
#if HAVE_X11
#include "person.h"
#endif

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* What is asked about. An approved act waits until the person has been quiet for two seconds. */
#define ACT "invoke Button:Button --timeout-ms 30000"

#define WAIT_SECONDS 60
#define TITLE        "Pellucid Needs Your Approval"
#define ALLOW        "Allow Once"
#define DENY         "Deny"
#define AFTER_MS     1500 /* an answer would have been taken by then */
#define POLICY                                              \
  "{\"default\": {\"act\": \"ask\", \"capture\": \"ask\"}," \
  " \"rules\": [{\"app\": \"fixture-hostile\", \"decision\": \"allow\"}]}"

/* A call that waits for the person, and the dialog. */
typedef struct
{
  PelFixture      *fixture;
  GSubprocess     *call;
  GDBusConnection *bus;
  pid_t            pid; /* of the approver */
  guint            window;
  PelA11yNode     *allow, *deny;
  GPtrArray       *nodes;
} Case;

static inline gboolean
is_on (const char *kind)
{
  return g_str_has_prefix (g_getenv ("PEL_DESKTOP_KIND"), kind);
}

static inline void
wait_ms (guint ms)
{
  gint64 end = g_get_monotonic_time () + ms * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (5000);
    }
}

static inline void
write_policy (const char *text)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error);
  g_assert_no_error (error);
}

#define FIND_DIALOG "windows --json --include-hidden --filter '" TITLE "'"

/* (transfer full) (nullable): the window of the dialog. */
static inline JsonObject *
find_dialog (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, FIND_DIALOG);
  g_autoptr (JsonObject) data = pel_command_parse_data (command);
  JsonArray             *windows = json_object_get_array_member (data, "windows");

  return json_array_get_length (windows) > 0
             ? json_object_ref (json_array_get_object_element (windows, 0))
             : NULL;
}

static inline void
await_dialog (Case *self)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (JsonObject) window = find_dialog ();

      if (window != NULL)
        {
          self->pid = json_object_get_int_member (window, "pid");
          self->window = strtoul (json_object_get_string_member (window, "window_id"), NULL, 0);
          return;
        }
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static inline PelA11yNode *
find_node (Case *self, const char *name)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      PelA11yNode *node = self->nodes->pdata[i];

      if (g_str_equal (node->name, name))
        return node;
    }
  g_error ("the dialog has no “%s”", name);
}

/* The program is there, and nobody has asked for anything. */
static inline void
set_up_program (Case *self, gconstpointer unused)
{
  gint64             deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GError) error = NULL;
  gboolean           is_there = FALSE;

  write_policy (POLICY);
  self->fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);
  g_assert_no_error (error);
  while (!is_there)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "assert Slider:Slider");

      is_there = command->exit_code == 0;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  self->bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
}

/* The dialog can be used: on a slow machine it is listed as a window well before it is drawn. */
static inline void
await_buttons (Case *self)
{
  g_autofree char *program = pel_a11y_wait_program (self->bus, self->pid, WAIT_SECONDS * 1000);

  g_assert_nonnull (program);
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
  self->nodes = pel_a11y_walk (self->bus, program, 500);
  self->allow = find_node (self, ALLOW);
  self->deny = find_node (self, DENY);
  wait_ms (PEL_ARMING_MS + 500);
}

/* Something is asked about: the dialog is there and armed. */
static inline void
await_question (Case *self)
{
  await_dialog (self);
  await_buttons (self);
}

static inline void
ask (Case *self, const char *line)
{
  self->call = pel_command_start (NULL, line);
  await_question (self);
}

static inline void
set_up (Case *self, gconstpointer unused)
{
  set_up_program (self, NULL);
  ask (self, ACT);
}

/* Nobody has answered, and nothing was done. */
static inline void
assert_pending (Case *self)
{
  g_autoptr (JsonObject) window = NULL;

  wait_ms (AFTER_MS);
  window = find_dialog ();
  g_assert_nonnull (window);
  g_assert_nonnull (g_subprocess_get_identifier (self->call));
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 0);
}

static inline void
await_end (void)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (JsonObject) window = find_dialog ();

      if (window == NULL)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* The call is called off where it still waits: the dialog goes with it. */
static inline void
tear_down (Case *self, gconstpointer unused)
{
  if (self->call != NULL)
    {
      g_autoptr (PelCommand) command = NULL;

      g_subprocess_send_signal (self->call, SIGINT);
      command = pel_command_wait (self->call);
      g_assert_cmpint (command->exit_code, ==, 130);
      g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 0);
      g_clear_object (&self->call);
    }
  await_end ();
  pel_fixture_stop (self->fixture);
  g_clear_pointer (&self->nodes, g_ptr_array_unref);
  g_object_unref (self->bus);
}

/* (transfer full): how the call ended. */
static inline PelCommand *
finish (Case *self)
{
  PelCommand *command = pel_command_wait (self->call);

  g_clear_object (&self->call);
  g_test_message ("%d %s%s", command->exit_code, command->out, command->err);
  return command;
}

static inline void
expect_log (const char *text)
{
  g_autoptr (PelCommand) log = pel_command_run (NULL, "audit show --json --last 3");

  g_test_message ("%s", log->out);
  g_assert_nonnull (strstr (log->out, text));
}

/* The person's hands: a device that is not XTest's on X11; on Wayland the seat of the desktop. */

static inline gboolean
needs_person (void)
{
#if HAVE_X11
  if (is_on ("sway") || pel_person_is_there ())
    return TRUE;
#else
  return TRUE;
#endif
  g_test_skip ("Xorg's driver inputtest is not installed");
  return FALSE;
}

/* Presses the button of the dialog with this letter. */
static inline void
press_alt (char letter)
{
  g_autofree char         *chord = g_strdup_printf ("alt+%c", letter);
  g_autoptr (PelTestInput) input = NULL;
  g_autoptr (GError)       error = NULL;

#if HAVE_X11
  if (!is_on ("sway"))
    {
      pel_person_press (pel_person_get (), letter, TRUE);
      return;
    }
#endif
  input = pel_test_input_new (&error);
  g_assert_true (pel_test_input_chord (input, chord, &error));
}

/* Writes a reason into the dialog: it is before the button that has the keyboard at first. */
static inline void
type_reason (const char *text)
{
  g_autoptr (PelTestInput) input = NULL;
  g_autoptr (GError)       error = NULL;

#if HAVE_X11
  if (!is_on ("sway"))
    {
      pel_person_chord (pel_person_get (), 0xffe1 /* Shift */, 0xff09 /* Tab */);
      pel_person_type (pel_person_get (), text);
      return;
    }
#endif
  input = pel_test_input_new (&error);
  g_assert_true (pel_test_input_chord (input, "shift+Tab", &error));
  g_assert_true (pel_test_input_type (input, text, &error));
}
