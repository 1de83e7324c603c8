/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What must not happen when elements are acted on: on ourselves, through another program's tree,
 * past a closed gate, twice, or without an end. */

#include "action-case.h"

#include "services/base/gate.h"
#include "services/base/guard.h"

#include <signal.h>
#include <string.h>

#define SHORT_MS 2000 /* what an action is given that cannot succeed */

static const char *const no_arguments[] = { NULL };

static PelAction
invoke (const PelElement *element)
{
  return (PelAction){ .bus_name = element->bus_name,
                      .path = element->path,
                      .verb = PEL_VERB_INVOKE,
                      .timeout_ms = ACTION_TIMEOUT_MS };
}

static gboolean
has_button (PelSnapshot *snapshot, gconstpointer name)
{
  return find_of_role (snapshot, PEL_ROLE_BUTTON, name) != PEL_ELEMENT_NONE;
}

/* Its strings live as long as @ret_snapshot. */
static PelElement
find_button (Stage *stage, const char *name, PelSnapshot **ret_snapshot)
{
  g_assert_true (look_until (stage->source, stage->bus_name, has_button, name));
  *ret_snapshot = look_at_program (stage->source, stage->bus_name);
  return pel_snapshot_get_element (*ret_snapshot,
                                   find_of_role (*ret_snapshot, PEL_ROLE_BUTTON, name));
}

static void
assert_fails (Stage *stage, const PelAction *action, PelErrorCode code)
{
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelActionOutcome) outcome = run_action (stage, action, &error);

  g_assert_null (outcome);
  g_assert_error (error, PEL_ERROR, (int) code);
}

/* Does it, and proves with that that nothing was done before. */
static void
assert_first_click (Stage *stage, const PelAction *action)
{
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelActionOutcome) outcome = run_action (stage, action, &error);

  g_assert_no_error (error);
  g_assert_nonnull (outcome);
  pel_fixture_expect (stage->fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (stage->fixture, "clicked *"), ==, 1);
}

static void
test_guard (void)
{
  Stage                   stage = { 0 };
  g_autoptr (PelSnapshot) snapshot = NULL;
  PelElement              button;
  PelAction               action;

  stage_open (&stage, "fixture-gtk4", no_arguments);
  button = find_button (&stage, "Button", &snapshot);
  action = invoke (&button);
  pel_guard_add_process (pel_fixture_get_pid (stage.fixture));
  assert_fails (&stage, &action, PEL_ERROR_DENIED);
  pel_guard_remove_process (pel_fixture_get_pid (stage.fixture));
  assert_first_click (&stage, &action);
  stage_close (&stage);
}

static gboolean
has_foreign (PelSnapshot *snapshot, gconstpointer unused)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if ((pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_FOREIGN) != 0)
      return TRUE;
  return FALSE;
}

/* Our button hangs in the tree of a program that is not ours. */
static void
test_graft (void)
{
  Stage                       stage = { 0 };
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autoptr (PelFixture)      hostile = NULL;
  g_autoptr (PelSnapshot)     snapshot = NULL, seen = NULL;
  g_autofree char            *target = NULL, *name = NULL;
  PelElement                  button, foreign = { 0 };
  PelAction                   action;

  stage_open (&stage, "fixture-gtk4", no_arguments);
  button = find_button (&stage, "Button", &snapshot);
  target = g_strdup_printf ("%s,%s", button.bus_name, button.path);
  hostile = pel_fixture_start (&error,
                               "fixture-hostile",
                               "--mode",
                               "graft",
                               "--no-cache",
                               "--target",
                               target,
                               NULL);
  g_assert_no_error (error);
  name = pel_a11y_wait_program (bus, pel_fixture_get_pid (hostile), 30000);
  g_clear_object (&stage.source); /* a fresh one knows at once who is there */
  stage.source = open_provider ();
  g_assert_true (look_until (stage.source, name, has_foreign, NULL));
  seen = look_at_program (stage.source, name);
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (seen); id++)
    if ((pel_snapshot_get_flags (seen, id) & PEL_ELEMENT_IS_FOREIGN) != 0)
      foreign = pel_snapshot_get_element (seen, id);
  g_assert_cmpstr (foreign.path, ==, button.path);
  action = invoke (&foreign);
  pel_guard_add_process (pel_fixture_get_pid (stage.fixture));
  assert_fails (&stage, &action, PEL_ERROR_DENIED);
  pel_guard_remove_process (pel_fixture_get_pid (stage.fixture));
  assert_first_click (&stage, &action);
  stage_close (&stage);
}

static gboolean
close_gate_cb (gpointer unused)
{
  pel_gate_close (PEL_GATE_STOPPED);
  return G_SOURCE_REMOVE;
}

/* Closed from the beginning, and closed on the way. */
static void
test_gate (void)
{
  Stage                   stage = { 0 };
  g_autoptr (PelSnapshot) snapshot = NULL;
  PelElement              button;
  PelAction               action;

  stage_open (&stage, "fixture-gtk3", no_arguments);
  button = find_button (&stage, "Button", &snapshot);
  action = invoke (&button);
  close_gate_cb (NULL);
  assert_fails (&stage, &action, PEL_ERROR_DENIED);
  pel_gate_open (PEL_GATE_STOPPED);
  g_idle_add (close_gate_cb, NULL);
  assert_fails (&stage, &action, PEL_ERROR_DENIED);
  pel_gate_open (PEL_GATE_STOPPED);
  assert_first_click (&stage, &action);
  stage_close (&stage);
}

/* Nothing is done where somebody only asks, or means another one. */
static void
test_restraint (void)
{
  Stage                        stage = { 0 };
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelSnapshot)      snapshot = NULL;
  g_autoptr (PelActionOutcome) outcome = NULL;
  PelElement                   button;
  PelAction                    action;

  stage_open (&stage, "fixture-gtk3", no_arguments);
  button = find_button (&stage, "Button", &snapshot);
  action = invoke (&button);
  action.dry_run = TRUE;
  outcome = run_action (&stage, &action, &error);
  g_assert_no_error (error);
  g_assert_true (outcome->is_dry_run);
  g_assert_cmpstr (outcome->deed, ==, "do action “click”");
  g_assert_null (outcome->effect);
  action.dry_run = FALSE;
  action.name = "Another";
  action.native_role = button.native_role;
  assert_fails (&stage, &action, PEL_ERROR_STALE_REF);
  action.name = NULL;
  action.path = "/org/a11y/atspi/accessible/999999";
  assert_fails (&stage, &action, PEL_ERROR_STALE_REF);
  action.path = button.path;
  assert_first_click (&stage, &action);
  stage_close (&stage);
}

/* A program that has been stopped: an error, and nothing happens when it goes on. */
static void
test_stopped (gconstpointer program)
{
  Stage                        stage = { 0 };
  g_autoptr (PelSnapshot)      snapshot = NULL;
  g_autoptr (PelActionOutcome) outcome = NULL;
  g_autoptr (GError)           error = NULL;
  PelElement                   button;
  PelAction                    action;
  pid_t                        pid;

  if (!pel_fixture_is_built (program))
    {
      g_test_skip ("the toolkit is not here");
      return;
    }
  stage_open (&stage, program, no_arguments);
  button = find_button (&stage, "Button", &snapshot);
  action = invoke (&button);
  action.timeout_ms = SHORT_MS;
  pid = pel_snapshot_get_program (snapshot, button.program)->pid;
  kill (pid, SIGSTOP);
  outcome = run_action_once (&stage, &action, &error);
  kill (pid, SIGCONT);
  g_assert_null (outcome);
  g_assert_true (is_only_busy (error) || g_error_matches (error, PEL_ERROR, PEL_ERROR_TIMEOUT));
  g_clear_object (&stage.source); /* it would wait before it asks again */
  stage.source = open_provider ();
  g_clear_object (&snapshot);
  button = find_button (&stage, "Button", &snapshot);
  action = invoke (&button);
  assert_first_click (&stage, &action);
  stage_close (&stage);
}

static gboolean
kill_cb (gpointer pid)
{
  kill (GPOINTER_TO_INT (pid), SIGKILL);
  return G_SOURCE_REMOVE;
}

/* It ends at some moment of an action: that ends too, well or badly. */
static void
test_dying (void)
{
  for (guint delay_ms = 0; delay_ms <= 120; delay_ms += 15)
    {
      Stage                        stage = { 0 };
      g_autoptr (GError)           error = NULL;
      g_autoptr (PelSnapshot)      snapshot = NULL;
      g_autoptr (PelActionOutcome) outcome = NULL;
      PelElement                   button;
      PelAction                    action;
      pid_t                        pid;

      stage_open (&stage, "fixture-gtk3", no_arguments);
      button = find_button (&stage, "Button", &snapshot);
      action = invoke (&button);
      pid = pel_fixture_get_pid (stage.fixture);
      g_timeout_add (delay_ms, kill_cb, GINT_TO_POINTER (pid));
      outcome = run_action_once (&stage, &action, &error);
      g_test_message ("after %u ms: %s",
                      delay_ms,
                      outcome != NULL ? outcome->words : error->message);
      g_assert_true (outcome != NULL || error->domain == PEL_ERROR);
      g_assert_true (pel_fixture_wait_end (stage.fixture, 20000));
      stage_close (&stage);
    }
}

/* (nullable): the window that has the keyboard. */
static PelWindow *
find_active (PelSnapshot *snapshot)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    if ((pel_window_get_info (pel_desktop_get_window (desktop, i))->states & PEL_WINDOW_ACTIVE) !=
        0)
      return pel_desktop_get_window (desktop, i);
  return NULL;
}

static gboolean
is_active (PelSnapshot *snapshot, gconstpointer pid)
{
  PelWindow *window = find_active (snapshot);

  return window != NULL && pel_window_get_info (window)->pid == GPOINTER_TO_INT (pid);
}

/* The keyboard stays with another program, and where it was in this one. */
static void
test_quiet (gconstpointer program)
{
  static const struct
  {
    PelVerb     verb;
    PelRole     role;
    const char *name, *text, *log;
  } rows[] = {
    { PEL_VERB_INVOKE, PEL_ROLE_BUTTON, "Button", NULL, "clicked button" },
    { PEL_VERB_SET_VALUE, PEL_ROLE_SLIDER, "Slider", "30", "value slider 30" },
    { PEL_VERB_SET_VALUE, PEL_ROLE_SPINNER, "Spin button", "7", "value spin 7" },
  };
  Stage                  stage = { 0 };
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) other = NULL;
  gpointer               pid;

  if (!pel_fixture_is_built (program))
    {
      g_test_skip ("the toolkit is not here");
      return;
    }
  stage_open (&stage, program, no_arguments);
  other = pel_fixture_start (&error, "fixture-gtk4", "--title", "other", NULL);
  g_assert_no_error (error);
  pid = GINT_TO_POINTER (pel_fixture_get_pid (other));
  g_assert_true (look_until (stage.source, stage.bus_name, is_active, pid));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PelSnapshot)      before = look_at_program (stage.source, stage.bus_name);
      g_autoptr (PelSnapshot)      after = NULL;
      g_autoptr (PelActionOutcome) outcome = NULL;
      PelElementId                 id = find_of_role (before, rows[i].role, rows[i].name);
      PelElement                   element;
      PelAction                    action;

      g_assert_cmpuint (id, !=, PEL_ELEMENT_NONE);
      element = pel_snapshot_get_element (before, id);
      action = invoke (&element);
      action.verb = rows[i].verb;
      action.text = rows[i].text;
      pel_fixture_forget (stage.fixture);
      outcome = run_action (&stage, &action, &error);
      g_assert_no_error (error);
      pel_fixture_expect (stage.fixture, rows[i].log);
      g_assert_cmpuint (pel_fixture_count (stage.fixture, "focused *"), ==, 0);
      g_assert_false (outcome->effect->has_focus_moved);
      after = look_at_program (stage.source, stage.bus_name);
      g_assert_true (is_active (after, pid));
    }
  stage_close (&stage);
}

int
main (int argc, char *argv[])
{
  static const char *const toolkits[] = {
    "fixture-gtk3", "fixture-gtk4", "fixture-qt5", "fixture-qt6", "fixture-web",
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/acting/guard", test_guard);
  g_test_add_func ("/acting/graft", test_graft);
  g_test_add_func ("/acting/gate", test_gate);
  g_test_add_func ("/acting/restraint", test_restraint);
  g_test_add_func ("/acting/dying", test_dying);
  for (guint i = 0; i < G_N_ELEMENTS (toolkits); i++)
    {
      g_autofree char *stopped = g_strdup_printf ("/acting/stopped/%s", toolkits[i]);
      g_autofree char *quiet = g_strdup_printf ("/acting/quiet/%s", toolkits[i]);

      g_test_add_data_func (stopped, toolkits[i], test_stopped);
      g_test_add_data_func (quiet, toolkits[i], test_quiet);
    }
  return g_test_run ();
}
