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
      g_test_message ("%s", outcome->words);
      g_assert_false (outcome->effect->has_focus_moved);
      after = look_at_program (stage.source, stage.bus_name);
      g_assert_true (is_active (after, pid));
    }
  stage_close (&stage);
}

typedef struct
{
  const char *program;
  PelRole     role;
  PelVerb     verb;
  struct
  {
    const char *name, *text, *log;
  } acts[2];
} UnheardCase;

/* clang-format off */
static const UnheardCase unheard_cases[] = {
  { "fixture-gtk4", PEL_ROLE_SLIDER,    PEL_VERB_SET_VALUE, { { "Slider", "33", "value slider 33" }, { "Slider", "71", "value slider 71" } } },
  { "fixture-gtk3", PEL_ROLE_LIST_ITEM, PEL_VERB_SELECT,    { { "row-4",  NULL, "selected list row-4" }, { "row-2",  NULL, "selected list row-2" } } },
};
/* clang-format on */

static PelElementId
find_unheard (PelSnapshot *snapshot, const UnheardCase *row, guint act)
{
  return row->role == PEL_ROLE_LIST_ITEM ? find_showing (snapshot, row->role, row->acts[act].name)
                                         : find_of_role (snapshot, row->role, row->acts[act].name);
}

static gboolean
has_unheard (PelSnapshot *snapshot, gconstpointer row)
{
  return find_unheard (snapshot, row, 0) != PEL_ELEMENT_NONE;
}

/* No event tells of it, and all the same the effect is seen at once, and by whoever looks next. */
static void
test_unheard (gconstpointer data)
{
  const UnheardCase *row = data;
  Stage              stage = { 0 };

  stage_open (&stage, row->program, no_arguments);
  g_assert_true (look_until (stage.source, stage.bus_name, has_unheard, row));
  for (guint i = 0; i < G_N_ELEMENTS (row->acts); i++)
    {
      g_autoptr (GError)           error = NULL;
      g_autoptr (PelSnapshot)      before = look_at_program (stage.source, stage.bus_name);
      g_autoptr (PelSnapshot)      after = NULL;
      g_autoptr (PelActionOutcome) outcome = NULL;
      PelElement element = pel_snapshot_get_element (before, find_unheard (before, row, i));
      PelAction  action = invoke (&element);

      action.verb = row->verb;
      action.text = row->acts[i].text;
      outcome = run_action (&stage, &action, &error);
      g_assert_no_error (error);
      pel_fixture_expect (stage.fixture, row->acts[i].log);
      g_test_message ("%s", outcome->words);
      g_assert_cmpint (outcome->effect->verdict, ==, PEL_EFFECT_CONFIRMED);
      after = look_at_program (stage.source, stage.bus_name);
      element = pel_snapshot_get_element (after, find_unheard (after, row, i));
      if (row->acts[i].text != NULL)
        g_assert_cmpstr (element.value, ==, row->acts[i].text);
      else
        g_assert_true (pel_states_has (element.states, PEL_STATE_SELECTED));
    }
  if (row->verb == PEL_VERB_SELECT)
    {
      g_autoptr (PelSnapshot) last = look_at_program (stage.source, stage.bus_name);
      PelStates               states = pel_snapshot_get_states (last, find_unheard (last, row, 0));

      g_assert_false (pel_states_has (states, PEL_STATE_SELECTED));
    }
  stage_close (&stage);
}

/* Somebody else has moved a slider, and no event tells: whoever looks for values sees it. */
static void
test_unheard_by_others (void)
{
  Stage                        stage = { 0 };
  g_autoptr (PelElementSource) watcher = open_provider ();
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelActionOutcome) outcome = NULL;
  g_autoptr (PelSnapshot)      seen = NULL, before = NULL;
  PelLook                      values = { .kind = PEL_LOOK_PROGRAM,
                                          .flags = PEL_LOOK_VALUES,
                                          .timeout_ms = LOOK_TIMEOUT_MS };
  gint64                       deadline;
  PelElement                   slider;
  PelAction                    action;

  stage_open (&stage, "fixture-gtk4", no_arguments);
  g_assert_true (look_until (stage.source, stage.bus_name, has_unheard, &unheard_cases[0]));
  g_assert_true (look_until (watcher, stage.bus_name, has_unheard, &unheard_cases[0]));
  values.target = stage.bus_name;
  before = look (watcher, &values);
  slider = pel_snapshot_get_element (before, find_unheard (before, &unheard_cases[0], 0));
  g_assert_cmpstr (slider.value, !=, "33");
  action = invoke (&slider);
  action.verb = PEL_VERB_SET_VALUE;
  action.text = "33";
  outcome = run_action (&stage, &action, &error);
  g_assert_no_error (error);
  deadline = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;
  do
    {
      g_clear_object (&seen);
      seen = look (watcher, &values);
      slider = pel_snapshot_get_element (seen, find_unheard (seen, &unheard_cases[0], 0));
    }
  while (!g_str_equal (slider.value, "33") && g_get_monotonic_time () < deadline);
  g_assert_cmpstr (slider.value, ==, "33");
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
  g_test_add_func ("/acting/unheard/by-others", test_unheard_by_others);
  for (guint i = 0; i < G_N_ELEMENTS (unheard_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/acting/unheard/%s", unheard_cases[i].program);

      g_test_add_data_func (path, &unheard_cases[i], test_unheard);
    }
  for (guint i = 0; i < G_N_ELEMENTS (toolkits); i++)
    {
      g_autofree char *stopped = g_strdup_printf ("/acting/stopped/%s", toolkits[i]);
      g_autofree char *quiet = g_strdup_printf ("/acting/quiet/%s", toolkits[i]);

      g_test_add_data_func (stopped, toolkits[i], test_stopped);
      g_test_add_data_func (quiet, toolkits[i], test_quiet);
    }
  return g_test_run ();
}
