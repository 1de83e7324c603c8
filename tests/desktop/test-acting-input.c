/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What must not happen when elements are acted on by hand: on ourselves, by whatever way; without
 * an end, whatever becomes of the program meanwhile; and nothing may stay pressed. */

#include "action-case.h"
#include "hands-case.h"

#include "services/base/guard.h"

#include <signal.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#define SHORT_MS 4000
#define FIRST_MS 50 /* the moments at which something happens to the program */
#define STEP_MS  25
#define N_STEPS  6

static const char *const no_arguments[] = { NULL };

typedef struct
{
  Stage stage;
  Hands hands;
} Desk;

static void
desk_open (Desk *desk, const char *program)
{
  stage_open (&desk->stage, program, no_arguments);
  hands_open (&desk->hands);
  desk->stage.input = desk->hands.input;
}

static void
desk_close (Desk *desk)
{
  hands_close (&desk->hands);
  stage_close (&desk->stage);
}

/* Its window may be mapped later than the program exposes it. */
static gboolean
has_button (PelSnapshot *snapshot, gconstpointer unused)
{
  PelElementId   id = find_of_role (snapshot, PEL_ROLE_BUTTON, "Button");
  PelNativePoint point;

  return id != PEL_ELEMENT_NONE && pel_snapshot_find_click_point (snapshot, id, &point);
}

/* Lives as long as @ret_snapshot. */
static PelElement
find (Desk *desk, PelRole role, const char *name, PelSnapshot **ret_snapshot)
{
  g_assert_true (look_until (desk->stage.source, desk->stage.bus_name, has_button, NULL));
  g_clear_object (ret_snapshot);
  *ret_snapshot = look_at_program (desk->stage.source, desk->stage.bus_name);
  return pel_snapshot_get_element (*ret_snapshot, find_of_role (*ret_snapshot, role, name));
}

/* With Shift, since a plain click is no matter for hands. */
static PelAction
click (const PelElement *element, guint timeout_ms)
{
  return (PelAction){ .bus_name = element->bus_name,
                      .path = element->path,
                      .verb = PEL_VERB_CLICK,
                      .fallback = TRUE,
                      .button = PEL_BUTTON_LEFT,
                      .n_clicks = 1,
                      .modifiers = { { XKB_KEY_Shift_L }, 1 },
                      .timeout_ms = timeout_ms };
}

/* A button goes down and up again, and a letter is a small one. */
static void
assert_nothing_is_held (void)
{
  Desk                         desk = { 0 };
  g_autoptr (PelSnapshot)      snapshot = NULL;
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelActionOutcome) clicked = NULL, typed = NULL;
  PelElement                   element;
  PelAction                    action;

  desk_open (&desk, "fixture-gtk3");
  element = find (&desk, PEL_ROLE_BUTTON, "Button", &snapshot);
  action = click (&element, ACTION_TIMEOUT_MS);
  clicked = run_action (&desk.stage, &action, &error);
  g_assert_no_error (error);
  pel_fixture_expect (desk.stage.fixture, "clicked button");
  element = find (&desk, PEL_ROLE_EDIT, "Entry", &snapshot);
  action = click (&element, ACTION_TIMEOUT_MS);
  action.verb = PEL_VERB_TYPE;
  action.text = "q";
  typed = run_action (&desk.stage, &action, &error);
  g_assert_no_error (error);
  pel_fixture_expect (desk.stage.fixture, "text entry \"*q*\"");
  desk_close (&desk);
}

static void
assert_denied (Desk *desk, const PelAction *action)
{
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelActionOutcome) outcome = run_action (&desk->stage, action, &error);

  g_assert_null (outcome);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_DENIED);
}

/* By its element, and at its place whoever is meant; then it is no longer ours. */
static void
test_guard (void)
{
  Desk                         desk = { 0 };
  g_autoptr (PelSnapshot)      snapshot = NULL;
  g_autoptr (GError)           error = NULL, refusal = NULL;
  g_autoptr (PelGesture)       gesture = pel_gesture_new ();
  g_autoptr (PelActionOutcome) outcome = NULL;
  PelElement                   button;
  PelNativePoint               point;
  PelAction                    action;

  desk_open (&desk, "fixture-gtk4");
  button = find (&desk, PEL_ROLE_BUTTON, "Button", &snapshot);
  g_assert_true (pel_snapshot_find_click_point (snapshot, button.id, &point));
  action = click (&button, ACTION_TIMEOUT_MS);
  pel_guard_add_process (pel_fixture_get_pid (desk.stage.fixture));
  assert_denied (&desk, &action);
  pel_gesture_move (gesture, point);
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 1, 0);
  g_assert_false (hands_try (&desk.hands, gesture, (PelAddressee){ 0 }, &refusal));
  g_assert_error (refusal, PEL_ERROR, PEL_ERROR_DENIED);
  pel_guard_remove_process (pel_fixture_get_pid (desk.stage.fixture));
  outcome = run_action (&desk.stage, &action, &error);
  g_assert_no_error (error);
  pel_fixture_expect (desk.stage.fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (desk.stage.fixture, "pointer press *"), ==, 1);
  desk_close (&desk);
}

static gboolean
has_foreign (PelSnapshot *snapshot, gconstpointer unused)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if ((pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_FOREIGN) != 0)
      return TRUE;
  return FALSE;
}

/* Our button hangs in the tree of a program that is not ours: no hand reaches it through that. */
static void
test_graft (void)
{
  Desk                        desk = { 0 };
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autoptr (PelFixture)      hostile = NULL;
  g_autoptr (PelSnapshot)     snapshot = NULL, seen = NULL;
  g_autofree char            *target = NULL, *name = NULL;
  PelElement                  button, foreign = { 0 };
  PelAction                   action;

  desk_open (&desk, "fixture-gtk4");
  button = find (&desk, PEL_ROLE_BUTTON, "Button", &snapshot);
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
  g_clear_object (&desk.stage.source); /* a fresh one knows at once who is there */
  desk.stage.source = open_provider ();
  g_assert_true (look_until (desk.stage.source, name, has_foreign, NULL));
  seen = look_at_program (desk.stage.source, name);
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (seen); id++)
    if ((pel_snapshot_get_flags (seen, id) & PEL_ELEMENT_IS_FOREIGN) != 0)
      foreign = pel_snapshot_get_element (seen, id);
  pel_guard_add_process (pel_fixture_get_pid (desk.stage.fixture));
  action = click (&foreign, ACTION_TIMEOUT_MS);
  assert_denied (&desk, &action);
  pel_guard_remove_process (pel_fixture_get_pid (desk.stage.fixture));
  g_assert_cmpuint (pel_fixture_count (desk.stage.fixture, "pointer press *"), ==, 0);
  desk_close (&desk);
}

/* A drag is let go of only where it was to end; else the pointer goes back first. */
static void
test_drop (void)
{
  static const PelAddressee nobody = { .pid = 1 };
  Desk                      desk = { 0 };
  g_autoptr (PelSnapshot)   snapshot = NULL;
  g_autoptr (PelGesture)    gesture = pel_gesture_new ();
  g_autoptr (GError)        error = NULL;
  PelElement                slider;
  PelAddressee              owner = { 0 };
  PelNativePoint            from, to;

  desk_open (&desk, "fixture-gtk3");
  slider = find (&desk, PEL_ROLE_SLIDER, "Slider", &snapshot);
  owner.pid = pel_fixture_get_pid (desk.stage.fixture);
  from = (PelNativePoint){ slider.bounds.x + slider.bounds.width / 2,
                           slider.bounds.y + slider.bounds.height / 2 };
  to = (PelNativePoint){ from.x + 20, from.y };
  pel_gesture_drag (gesture, PEL_BUTTON_LEFT, from, to);
  owner.drop = &nobody;
  g_assert_false (hands_try (&desk.hands, gesture, owner, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_OBSCURED);
  g_assert_true (was_sent (error));
  pel_fixture_expect (desk.stage.fixture, "pointer press slider *");
  pel_fixture_forget (desk.stage.fixture);
  owner.drop = &(PelAddressee){ .pid = owner.pid };
  hands_make (&desk.hands, gesture, owner);
  pel_fixture_expect (desk.stage.fixture, "pointer press slider *");
  desk_close (&desk);
  assert_nothing_is_held ();
}

typedef struct
{
  pid_t pid;
  int   signal;
  guint timer;
} Blow;

static gboolean
strike_cb (gpointer data)
{
  Blow *blow = data;

  blow->timer = 0;
  kill (blow->pid, blow->signal);
  return G_SOURCE_REMOVE;
}

/* What happens to it at some moment of an act: that ends in time, well or badly. */
static void
strike_at (Desk *desk, Blow *blow, guint delay_ms)
{
  g_autoptr (PelSnapshot)      snapshot = NULL;
  g_autoptr (GError)           error = NULL;
  g_autoptr (PelActionOutcome) outcome = NULL;
  PelElement                   button = find (desk, PEL_ROLE_BUTTON, "Button", &snapshot);
  PelAction                    action = click (&button, SHORT_MS);
  gint64                       begin = g_get_monotonic_time ();

  blow->pid = pel_snapshot_get_program (snapshot, button.program)->pid;
  blow->timer = g_timeout_add (delay_ms, strike_cb, blow);
  outcome = run_action_once (&desk->stage, &action, &error);
  if (blow->timer != 0) /* the act was over before: it is struck at rest */
    {
      g_source_remove (blow->timer);
      strike_cb (blow);
    }
  g_test_message ("after %u ms: %s", delay_ms, outcome != NULL ? outcome->words : error->message);
  g_assert_true (outcome != NULL || error->domain == PEL_ERROR);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 2 * SHORT_MS * G_TIME_SPAN_MILLISECOND);
}

/* Each time another one: a browser that was stopped may have left the bus. */
static void
test_stopped (gconstpointer program)
{
  if (pel_fixture_skip (program))
    return;
  for (guint i = 0; i < N_STEPS; i += 2)
    {
      Blow blow = { .signal = SIGSTOP };
      Desk desk = { 0 };

      desk_open (&desk, program);
      strike_at (&desk, &blow, FIRST_MS + i * STEP_MS);
      kill (blow.pid, SIGCONT);
      desk_close (&desk);
    }
  assert_nothing_is_held ();
}

static void
test_dying (void)
{
  for (guint i = 0; i < N_STEPS; i++)
    {
      Blow blow = { .signal = SIGKILL };
      Desk desk = { 0 };

      desk_open (&desk, "fixture-gtk3");
      strike_at (&desk, &blow, FIRST_MS + i * STEP_MS);
      g_assert_true (pel_fixture_wait_end (desk.stage.fixture, 20000));
      desk_close (&desk);
    }
  assert_nothing_is_held ();
}

int
main (int argc, char *argv[])
{
  static const char *const toolkits[] = {
    "fixture-gtk3", "fixture-gtk4", "fixture-qt5", "fixture-qt6", "fixture-web",
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (toolkits); i++)
    {
      g_autofree char *path = g_strdup_printf ("/acting-input/stopped-%s", toolkits[i]);

      g_test_add_data_func (path, toolkits[i], test_stopped);
    }
  g_test_add_func ("/acting-input/guard", test_guard);
  g_test_add_func ("/acting-input/graft", test_graft);
  g_test_add_func ("/acting-input/drop", test_drop);
  g_test_add_func ("/acting-input/dying", test_dying);
  return g_test_run ();
}
