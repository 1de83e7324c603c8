/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The panes of the inspector beside its tree: what programs cost, and what happens. */

#include "inspector-case.h"

#include <signal.h>

/* A program has its row while it is there, and for a while after; counting can begin anew. */
static void
test_bus_programs (InspectorCase *self, gconstpointer unused)
{
  g_autoptr (PelFixture) fixture = start_fixture ("Costly");

  inspector_case_press (self, "Bus");
  run_command ("snapshot fixture-gtk3 --scope app");
  inspector_case_wait (self, "Calls", TRUE);
  inspector_case_wait (self, "\u2068fixture-gtk3", TRUE);
  inspector_case_wait (self, "1 program, ", TRUE);
  g_clear_pointer (&fixture, pel_fixture_stop);
  inspector_case_wait (self, "disconnected", TRUE);
  inspector_case_press (self, "Reset");
  inspector_case_wait (self, "disconnected", FALSE);
  inspector_case_wait (self, "No Calls Yet", TRUE);
}

/* Into the field of this name. */
static void
write_text (InspectorCase *self, const char *field, const char *text)
{
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (GVariant)  answer = NULL;
  g_autoptr (GError)    error = NULL;
  const PelA11yNode    *node;

  inspector_case_wait (self, field, TRUE);
  nodes = inspector_case_walk (self);
  node = find_named (nodes, field);
  answer = pel_a11y_call (self->bus,
                          node->bus_name,
                          node->path,
                          "EditableText",
                          "SetTextContents",
                          g_variant_new ("(s)", text),
                          &error);
  g_assert_no_error (error);
}

/* What happens is listed; what happens during a pause is only counted. Newer versions of GTK tell
 * only of rows that are in sight, so few are wanted. */
static void
test_events_listed (InspectorCase *self, gconstpointer unused)
{
  g_autoptr (PelFixture) first = NULL;
  g_autoptr (PelFixture) second = NULL;

  inspector_case_press (self, "Events");
  inspector_case_wait (self, "Started ", TRUE);
  write_text (self, "Filter by text", "window");
  first = start_fixture ("Visitor");
  inspector_case_wait (self, "Window “\u2068Visitor", TRUE);
  inspector_case_press (self, "Pause");
  inspector_case_wait (self, "Paused: ", TRUE);
  inspector_case_press (self, "Clear");
  inspector_case_wait (self, "Window “\u2068Visitor", FALSE);
  second = start_fixture ("Unseen");
  inspector_case_wait (self, "Paused: 0", FALSE);
  inspector_case_wait (self, "Window “\u2068Unseen", FALSE);
  inspector_case_press (self, "Pause");
  inspector_case_wait (self, "Paused: ", FALSE);
  g_clear_pointer (&first, pel_fixture_stop);
  inspector_case_wait (self, "Window “\u2068Visitor", TRUE);
}

/* What waits and what came of it; here nobody answers, and it is called off. */
static void
test_approvals_listed (InspectorCase *self, gconstpointer unused)
{
  g_autoptr (PelFixture)  fixture = start_fixture ("Wanted");
  g_autoptr (GSubprocess) call = NULL;
  g_autoptr (PelCommand)  command = NULL;

  inspector_case_press (self, "Approvals");
  inspector_case_wait (self, "No Requests Yet", TRUE);
  run_command ("wait Button:Button");
  call = pel_command_start (NULL, "invoke Button:Button");
  inspector_case_wait (self, "Waiting for you", TRUE);
  inspector_case_wait (self, "Automate this desktop, Waiting for you, 1:", TRUE);
  g_subprocess_send_signal (call, SIGINT);
  command = pel_command_wait (call);
  inspector_case_wait (self, "Withdrawn", TRUE);
  inspector_case_wait (self, "Waiting for you", FALSE);
}

/* Writes over a letter of the first line of the record, as somebody who has something to hide. */
static void
damage_record (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_state_dir (), "pellucid", "audit", "audit-00000001.jsonl", NULL);
  g_autofree char *text = NULL;
  char            *word;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  word = strstr (text, "log_begun");
  g_assert_nonnull (word);
  *word = 'L';
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* The record in words, an act as one entry; that it is whole, and where it is not. */
static void
test_audit_shown (InspectorCase *self, gconstpointer unused)
{
  g_autoptr (PelCommand) refused = pel_command_run (NULL, "stop --resume");

  g_assert_cmpint (refused->exit_code, ==, 4);
  inspector_case_press (self, "Audit");
  inspector_case_wait (self, "Stop or resume, Denied, ", TRUE);
  inspector_case_press (self, "Verify");
  inspector_case_wait (self, "The audit log is intact", TRUE);
  damage_record ();
  inspector_case_press (self, "Verify");
  inspector_case_wait (self, "The audit log was altered or damaged: ", TRUE);
  inspector_case_wait (self, "The audit log is intact", FALSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func)                 \
  g_test_add ("/inspector-panes/" path, \
              InspectorCase,            \
              NULL,                     \
              inspector_case_set_up,    \
              func,                     \
              inspector_case_tear_down)
  ADD ("bus/programs", test_bus_programs);
  ADD ("events/listed", test_events_listed);
  ADD ("approvals/listed", test_approvals_listed);
  ADD ("audit/shown", test_audit_shown);
  return g_test_run ();
}
