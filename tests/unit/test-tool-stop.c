/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Stopping all acting: who may, what is written down, and that whatever is under way ends. */

#include "services/base/gate.h"
#include "services/base/json.h"
#include "tests/unit/audit-desk.h"
#include "tests/unit/tool-desk.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define LOG     "audit-00000001.jsonl"
#define WAIT_MS 20000

typedef struct
{
  ToolDesk  desk;
  AuditDesk audit;
  guint     n_changes;
} StopDesk;

static void
changed_cb (StopDesk *self)
{
  self->n_changes++;
}

static void
set_caller (StopDesk *self, PelCallerKind kind)
{
  const PelCallerInfo info = { .kind = kind, .pid = 4711, .executable = "/usr/bin/robot" };

  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  self->desk.identity = pel_caller_new (&info);
}

static PelElementReading *
read_cb (const PelReadingRequest *request, gpointer unused)
{
  PelElementReading *reading = pel_element_reading_new ();
  PelActionInfo      action = { g_strdup ("click"), g_strdup (""), g_strdup ("") };

  reading->has_place = TRUE;
  reading->place_width = reading->place_height = 10;
  g_array_append_val (reading->actions, action);
  return reading;
}

static void
set_up (StopDesk *self, gconstpointer data)
{
  tool_desk_set_up (&self->desk, data);
  audit_desk_init (&self->audit);
  self->desk.context.audit = pel_audit_log_new (self->audit.place);
  self->desk.context.policy = pel_policy_store_new (&(PelPolicyPlaces){ NULL });
  g_object_unref (self->desk.context.stopper);
  self->desk.context.stopper = pel_stopper_new (self->desk.context.audit, NULL);
  g_signal_connect_swapped (self->desk.context.stopper, "changed", G_CALLBACK (changed_cb), self);
  set_caller (self, PEL_CALLER_TERMINAL);
  pel_fake_element_source_set_read_func (self->desk.elements, read_cb, self);
}

static void
tear_down (StopDesk *self, gconstpointer data)
{
  PelAuditLog *audit = g_steal_pointer (&self->desk.context.audit);

  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  g_clear_object (&self->desk.context.policy);
  tool_desk_tear_down (&self->desk, data);
  g_object_unref (audit);
  audit_desk_clear (&self->audit);
  g_assert_false (pel_gate_is_closed (PEL_GATE_STOPPED));
}

/* The notes and results of the log, in order; waits until there are @n of them. */
static char *
read_log (StopDesk *self, guint n)
{
  gint64              deadline = g_get_monotonic_time () + WAIT_MS * G_TIME_SPAN_MILLISECOND;
  g_autoptr (GString) seen = g_string_new (NULL);

  for (guint n_seen = 0; n_seen < n;)
    {
      g_autofree char *text = audit_desk_read (&self->audit, LOG, NULL);
      g_auto (GStrv)   lines = g_strsplit (text != NULL ? text : "", "\n", -1);

      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
      g_string_truncate (seen, 0);
      n_seen = 0;
      for (guint i = 1; lines[0] != NULL && lines[i] != NULL && lines[i + 1] != NULL; i++)
        {
          g_autoptr (JsonObject) line = pel_json_parse_object (lines[i], -1, NULL);

          g_assert_nonnull (line);
          g_string_append_printf (seen,
                                  "%s %s;",
                                  json_object_get_string_member_with_default (line, "event", "-"),
                                  json_object_get_string_member_with_default (line, "result", "-"));
          n_seen++;
        }
    }
  return g_strdup (seen->str);
}

/* Whatever ends a stopped session, the next one is stopped as well. */
static void
test_outlives (StopDesk *self, gconstpointer unused)
{
  g_autofree char *path = audit_desk_dup_path (&self->audit, "state/stopped");
  g_autofree char *folder = g_path_get_dirname (path);
  PelStopper      *stopper = pel_stopper_new (NULL, path);

  g_assert_false (pel_stopper_is_stopped (stopper));
  pel_stopper_stop (stopper, "the panic key");
  g_object_unref (stopper);
  g_assert_false (pel_gate_is_closed (PEL_GATE_STOPPED));
  stopper = pel_stopper_new (NULL, path);
  g_assert_true (pel_stopper_is_stopped (stopper));
  g_assert_true (pel_gate_is_closed (PEL_GATE_STOPPED));
  g_assert_true (pel_stopper_resume (stopper, "the person", NULL));
  g_object_unref (stopper);
  stopper = pel_stopper_new (NULL, path);
  g_assert_false (pel_stopper_is_stopped (stopper));
  g_object_unref (stopper);
  g_assert_cmpint (symlink ("/nowhere", path), ==, 0); /* whatever it is */
  stopper = pel_stopper_new (NULL, path);
  g_assert_true (pel_stopper_is_stopped (stopper));
  g_object_unref (stopper);
  g_remove (path);
  g_rmdir (folder);
}

/* What would have the next session stopped cannot be removed: this one stays stopped as well, and
 * says so. */
static void
test_stays (StopDesk *self, gconstpointer unused)
{
  g_autofree char *path = audit_desk_dup_path (&self->audit, "stopped");
  g_autofree char *failure = NULL;

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0); /* unlink() fails for a folder */
  g_object_unref (self->desk.context.stopper);
  self->desk.context.stopper = pel_stopper_new (self->desk.context.audit, path);
  failure = tool_desk_fail (&self->desk, "stop", "{'resume': true}");
  g_assert_true (g_str_has_prefix (failure, "command_failed: Automation stays stopped"));
  g_assert_nonnull (strstr (failure, path));
  g_assert_true (pel_stopper_is_stopped (self->desk.context.stopper));
  g_assert_true (pel_gate_is_closed (PEL_GATE_STOPPED));
  g_assert_cmpint (g_rmdir (path), ==, 0);
  tool_desk_call (&self->desk, "stop", "{'resume': true}");
  g_assert_false (pel_gate_is_closed (PEL_GATE_STOPPED));
}

/* clang-format off */
static const struct { PelCallerKind kind; const char *arguments; gboolean is_allowed, is_stopped; guint n_changes; } steps[] = {
  { PEL_CALLER_TERMINAL, "{'resume': true}", TRUE,  FALSE, 0 },
  { PEL_CALLER_AGENT,    "{}",               TRUE,  TRUE,  1 },
  { PEL_CALLER_TERMINAL, "{}",               TRUE,  TRUE,  1 },
  { PEL_CALLER_AGENT,    "{'resume': true}", FALSE, TRUE,  1 },
  { PEL_CALLER_TERMINAL, "{'resume': true}", TRUE,  FALSE, 2 },
  { PEL_CALLER_OPERATOR, "{}",               TRUE,  TRUE,  3 },
  { PEL_CALLER_OPERATOR, "{'resume': true}", TRUE,  FALSE, 4 },
};
/* clang-format on */

static void
test_steps (StopDesk *self, gconstpointer unused)
{
  g_autofree char *log = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("step %" G_GSIZE_FORMAT, i);
      set_caller (self, steps[i].kind);
      if (steps[i].is_allowed)
        {
          JsonObject *data = tool_desk_call (&self->desk, "stop", steps[i].arguments);

          g_assert_cmpint (json_object_get_boolean_member (data, "stopped"),
                           ==,
                           steps[i].is_stopped);
        }
      else
        {
          g_autofree char *failure = tool_desk_fail (&self->desk, "stop", steps[i].arguments);

          g_assert_true (g_str_has_prefix (failure, "denied"));
        }
      g_assert_cmpint (pel_gate_is_closed (PEL_GATE_STOPPED), ==, steps[i].is_stopped);
      g_assert_cmpuint (self->n_changes, ==, steps[i].n_changes);
    }
  log = read_log (self, 5);
  g_assert_cmpstr (log, ==, "stopped -;- denied;resumed -;stopped -;resumed -;");
}

static void
test_refused (StopDesk *self, gconstpointer unused)
{
  g_autofree char *failure = NULL;
  JsonObject      *error;

  tool_desk_call (&self->desk, "stop", "{}");
  failure = tool_desk_fail (&self->desk, "ui_invoke", "{'target': 'e5'}");
  g_assert_cmpstr (failure, ==, "denied: All automation has been stopped");
  error = json_object_get_object_member (self->desk.envelope, "error");
  g_assert_nonnull (strstr (json_object_get_string_member (error, "hint"), "stop --resume"));
  g_assert_cmpuint (pel_fake_element_source_get_n_acts (self->desk.elements), ==, 0);
  tool_desk_call (&self->desk, "ui_snapshot", "{}"); /* reading goes on */
  tool_desk_call (&self->desk, "stop", "{'resume': true}");
  tool_desk_call (&self->desk, "ui_invoke", "{'target': 'e5'}");
  g_assert_cmpuint (pel_fake_element_source_get_n_acts (self->desk.elements), ==, 1);
}

/* What does nothing is told whether acting is stopped or not, and goes on when it is being. */
static void
test_dry_run (StopDesk *self, gconstpointer unused)
{
  JsonObject *data;

  tool_desk_call (&self->desk, "stop", "{}");
  data = tool_desk_call (&self->desk, "ui_invoke", "{'target': 'e5', 'dry_run': true}");
  g_assert_true (json_object_get_boolean_member (data, "dry_run"));
  tool_desk_call (&self->desk, "stop", "{'resume': true}");

  tool_desk_begin (&self->desk, "ui_invoke", "{'target': 'e5', 'dry_run': true}");
  pel_stopper_stop (self->desk.context.stopper, "a test");
  tool_desk_end (&self->desk);
  g_assert_cmpstr (json_object_get_string_member (self->desk.envelope, "status"), ==, "success");
  g_assert_cmpuint (pel_fake_element_source_get_n_acts (self->desk.elements), ==, 0);
}

static void
expect_stopped (StopDesk *self)
{
  JsonObject *error;

  pel_stopper_stop (self->desk.context.stopper, "a test");
  tool_desk_end (&self->desk);
  error = json_object_get_object_member (self->desk.envelope, "error");
  g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, "denied");
  g_assert_nonnull (
      strstr (json_object_get_string_member (error, "message"), "All automation has been stopped"));
}

/* In the middle of the checks before an act, which wait for the program. */
static void
test_before_act (StopDesk *self, gconstpointer unused)
{
  pel_fake_element_source_set_read_manner (self->desk.elements, PEL_FAKE_WAITS);
  tool_desk_begin (&self->desk, "ui_invoke", "{'target': 'e5', 'timeout_ms': 60000}");
  while (pel_fake_element_source_get_n_waiting_reads (self->desk.elements) == 0)
    g_main_context_iteration (NULL, TRUE);
  expect_stopped (self);
  g_assert_cmpuint (pel_fake_element_source_get_n_acts (self->desk.elements), ==, 0);
}

/* After it, when something is waited for that does not come. */
static void
test_after_act (StopDesk *self, gconstpointer unused)
{
  JsonObject *error;
  guint       n_looks;

  tool_desk_begin (
      &self->desk,
      "ui_invoke",
      "{'target': 'e5', 'timeout_ms': 60000, 'verify': {'window': {'title': 'Saved'}}}");
  while (pel_fake_element_source_get_n_acts (self->desk.elements) == 0)
    g_main_context_iteration (NULL, TRUE);
  /* what came of it is looked at for a short time, then the condition until it holds */
  n_looks = pel_fake_element_source_get_n_looks (self->desk.elements);
  while (pel_fake_element_source_get_n_looks (self->desk.elements) < n_looks + 6)
    g_main_context_iteration (NULL, TRUE);
  expect_stopped (self);
  error = json_object_get_object_member (self->desk.envelope, "error");
  g_assert_true (
      json_object_get_boolean_member (json_object_get_object_member (error, "details"), "sent"));
}

#define WAIT_FOR_SAVED "{'window': 'Saved', 'timeout_ms': 60000, 'while_acting': true}"

/* Between two acts of a script; also where acting had been stopped before. */
static void
test_wait (StopDesk *self, gconstpointer unused)
{
  g_autofree char *failure = NULL;
  guint            n_looks;

  tool_desk_begin (&self->desk, "ui_wait", WAIT_FOR_SAVED);
  n_looks = pel_fake_element_source_get_n_looks (self->desk.elements);
  while (pel_fake_element_source_get_n_looks (self->desk.elements) < n_looks + 1)
    g_main_context_iteration (NULL, TRUE);
  expect_stopped (self);
  failure = tool_desk_fail (&self->desk, "ui_wait", WAIT_FOR_SAVED);
  g_assert_cmpstr (failure, ==, "denied: All automation has been stopped");
  tool_desk_call (&self->desk, "ui_wait", "{'selector': 'Button:7'}"); /* reading goes on */
}

#define ADD(path, test) g_test_add (path, StopDesk, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool-stop/steps", test_steps);
  ADD ("/tool-stop/outlives", test_outlives);
  ADD ("/tool-stop/stays", test_stays);
  ADD ("/tool-stop/refused", test_refused);
  ADD ("/tool-stop/dry-run", test_dry_run);
  ADD ("/tool-stop/wait", test_wait);
  ADD ("/tool-stop/before-act", test_before_act);
  ADD ("/tool-stop/after-act", test_after_act);
  return g_test_run ();
}
