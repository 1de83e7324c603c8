/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The person at their own devices, on sway: acting waits while they use them, and stops when they
 * press the panic key. The devices of the desktop's seat are theirs here: to sway they are like
 * Pellucid's own. */

#include "command.h"
#include "fixture-hands.h"
#include "hands-case.h"
#include "person-case.h"

#include "services/base/gate.h"
#include "services/input/wlr-person-watch.h"

#include <string.h>

#define N_GESTURES 12
#define SLOW_MS    100 /* between the keys of a text: somebody can come between */
#define TEXT       "abcdefghijkl"

static void
touch (PelTestInput *person)
{
  static int         n_touches;
  g_autoptr (GError) error = NULL;

  pel_test_input_move (person, 40 + n_touches++ % 40, 20, &error); /* on the first output */
  g_assert_no_error (error);
}

/* As a hand does it: for longer than one key of ours keeps the seat awake. */
static void
sweep (PelTestInput *person)
{
  gint64 end = g_get_monotonic_time () + SLOW_MS * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end)
    touch (person);
}

/* With the command line: the whole road */

static void
allow (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, "{\"default\": {\"act\": \"allow\"}}", -1, &error);
  g_assert_no_error (error);
}

static PelFixture *
start (void)
{
  gint64             deadline = get_deadline ();
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture = pel_fixture_start (&error, "fixture-gtk3", "--title", "Desk", NULL);

  g_assert_no_error (error);
  allow ();
  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "assert Slider:Slider");

      if (command->exit_code == 0)
        return fixture;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* It is done no sooner than they have rested since @time. */
static void
expect_late (gint64 time, const char *line)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_assert_cmpint (command->exit_code, ==, 0);
  g_assert_cmpint (g_get_monotonic_time () - time,
                   >=,
                   PEL_GATE_PERSON_MS * G_TIME_SPAN_MILLISECOND);
}

/* What is done after a touch of theirs is done, but not before they have rested. */
static void
test_waits (void)
{
  g_autoptr (PelFixture)   fixture = start ();
  g_autoptr (PelTestInput) person = make_person ();
  gint64                   time = g_get_monotonic_time ();

  touch (person);
  expect_late (time, "click Button:Button --clicks 2");
  pel_fixture_expect (fixture, "clicked button");
  time = g_get_monotonic_time ();
  press (person, "Shift_L");
  expect_late (time, "invoke Button:Button");
  pel_command_end_session ();
}

/* A text that is being typed rests with them, and goes on to its end. */
static void
test_waits_under_way (void)
{
  g_autoptr (PelFixture)   fixture = start ();
  g_autoptr (PelTestInput) person = make_person ();
  g_autoptr (GSubprocess)  typing =
      pel_command_start (NULL,
                         "type " TEXT " --target Edit:Entry --delay-ms 100 --timeout-ms 25000");
  g_autoptr (PelCommand) command = NULL;
  gint64                 since;

  pel_fixture_expect (fixture, "text entry \"ab*");
  sweep (person);
  since = g_get_monotonic_time ();
  pel_fixture_expect (fixture, "text entry \"*" TEXT "\"");
  g_assert_cmpint (g_get_monotonic_time () - since,
                   >,
                   PEL_GATE_PERSON_MS * G_TIME_SPAN_MILLISECOND);
  command = pel_command_wait (typing);
  g_assert_cmpint (command->exit_code, ==, 0);
  pel_command_end_session ();
}

/* Nothing goes on until the person says so, and it is written down who stopped it. */
static void
test_panic (void)
{
  g_autoptr (PelFixture)   fixture = start ();
  g_autoptr (PelTestInput) person = make_person ();
  g_autoptr (GSubprocess)  typing =
      pel_command_start (NULL,
                         "type " TEXT " --target Edit:Entry --delay-ms 300 --timeout-ms 25000");
  g_autoptr (PelCommand) stopped = NULL, refused = NULL, log = NULL, resumed = NULL, done = NULL;
  guint                  n_typed;

  pel_fixture_expect (fixture, "text entry \"ab*");
  press (person, PANIC_CHORD);
  stopped = pel_command_wait (typing);
  g_assert_cmpint (stopped->exit_code, ==, 4);
  n_typed = pel_fixture_count (fixture, "text entry *");
  refused = pel_command_run (NULL, "invoke Button:Button --timeout-ms 8000");
  g_assert_cmpint (refused->exit_code, ==, 4);
  g_assert_nonnull (strstr (refused->err, "stopped"));
  log = pel_command_run (NULL, "audit show --last 8 --json");
  g_assert_nonnull (strstr (log->out, "panic"));
  resumed = pel_command_run_at_terminal ("stop --resume");
  g_assert_cmpint (resumed->exit_code, ==, 0);
  g_assert_cmpuint (pel_fixture_count (fixture, "clicked *"), ==, 0);
  done = pel_command_run (NULL, "invoke Button:Button");
  g_assert_cmpint (done->exit_code, ==, 0);
  pel_fixture_expect (fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (fixture, "text entry *"), ==, n_typed);
  g_assert_null (strstr (TEXT, "q"));
  press (person, "q"); /* with nothing held */
  pel_fixture_expect (fixture, "key \"q\"");
  pel_command_end_session ();
}

/* With hands of our own: what they do, and when the gate closes */

typedef struct
{
  Hands           hands;
  PelFixture     *fixture;
  PelTestInput   *person;
  PelPersonWatch *watch;
  PelOracleBox    first; /* where “button” is */
  char           *window_id;
  PelAddressee    addressee;
} Desk;

static void
address (Desk *desk)
{
  g_autoptr (PelDesktop) desktop = hands_look (&desk->hands);

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if (!g_str_equal (info->title, "Desk"))
        continue;
      desk->window_id = g_strdup (info->id);
      desk->addressee = (PelAddressee){ .window_id = desk->window_id, .pid = info->pid };
    }
  g_assert_nonnull (desk->window_id);
}

static void
await_closed (void)
{
  gint64 deadline = get_deadline ();

  while (!pel_gate_is_closed (PEL_GATE_PERSON))
    go_on (deadline);
}

static void
await_open (void)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;

  pel_gate_wait_async (0, WAIT_SECONDS * 1000, NULL, hands_done_cb, &result);
  hands_await (&result);
  pel_gate_wait_finish (result, &error);
  g_assert_no_error (error);
}

/* The person is heard from when this returns, and rests. */
static void
desk_open (Desk *desk)
{
  gint64             deadline = get_deadline ();
  g_autoptr (GError) error = NULL;

  *desk = (Desk){ .person = make_person () };
  hands_open (&desk->hands);
  desk->watch = pel_wlr_person_watch_new (PEL_WLR_INPUT (desk->hands.input), &error);
  g_assert_no_error (error);
  desk->fixture = pel_fixture_start (&error, "fixture-gtk3", "--title", "Desk", NULL);
  g_assert_no_error (error);
  desk->first = find_widget ("button");
  address (desk);
  while (!pel_gate_is_closed (PEL_GATE_PERSON))
    {
      touch (desk->person);
      go_on (deadline);
    }
  await_open ();
}

static void
desk_close (Desk *desk)
{
  pel_fixture_stop (desk->fixture);
  g_object_unref (desk->watch);
  hands_close (&desk->hands);
  pel_test_input_free (desk->person);
  g_free (desk->window_id);
}

static PelNativePoint
find_point (Desk *desk, const char *id)
{
  const FixtureWidget *button = fixture_find ("button"), *widget = fixture_find (id);

  return (PelNativePoint){ desk->first.x + widget->x - button->x + widget->width / 2.,
                           desk->first.y + widget->y - button->y + widget->height / 2. };
}

/* Clicks with rests between them that are long enough to be judged, and keys without any. */
static PelGesture *
make_own_gesture (Desk *desk, guint pause_ms)
{
  PelGesture *gesture = pel_gesture_new ();

  pel_gesture_move (gesture, find_point (desk, "button"));
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 2, pause_ms);
  pel_gesture_move (gesture, find_point (desk, "entry"));
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 1, 0);
  pel_gesture_type (gesture, "many keys in a row", 0);
  pel_gesture_pause (gesture, pause_ms);
  return gesture;
}

static gboolean
assert_open_cb (gpointer unused)
{
  g_assert_false (pel_gate_is_closed (PEL_GATE_PERSON));
  return G_SOURCE_CONTINUE;
}

/* Our own hands do not hold us up. Looked at all the while: a gesture that was held up goes on, and
 * the gate is open again when it ends. */
static void
test_own (void)
{
  Desk  desk;
  guint look_id;

  desk_open (&desk);
  look_id = g_timeout_add (SLOW_MS, assert_open_cb, NULL);
  for (guint i = 0; i < N_GESTURES; i++)
    {
      g_autoptr (PelGesture) gesture = make_own_gesture (&desk, i % 3 * SLOW_MS);

      hands_make (&desk.hands, gesture, desk.addressee);
    }
  assert_open_cb (NULL);
  g_source_remove (look_id);
  pel_fixture_expect (desk.fixture, "clicked button");
  touch (desk.person);
  await_closed ();
  await_open ();
  desk_close (&desk);
}

typedef struct
{
  PelTestInput *person;
  int           is_over; /* atomic */
} Restless;

static gpointer
sweep_on (gpointer data)
{
  Restless *restless = data;

  while (!g_atomic_int_get (&restless->is_over))
    touch (restless->person);
  return NULL;
}

/* They move the pointer all the while, and our own hands move it too, as one may who was asked by
 * them: the seat is never idle, so nothing new is told of it, and still they are heard. */
static void
test_between (void)
{
  g_autoptr (PelGesture)   gesture = pel_gesture_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  Restless                 restless = { NULL, FALSE };
  GThread                 *thread;
  Desk                     desk;

  desk_open (&desk);
  restless.person = desk.person;
  thread = g_thread_new ("person", sweep_on, &restless);
  await_closed ();
  desk.addressee.own_since = G_MAXINT64;
  pel_gesture_move (gesture, find_point (&desk, "button"));
  hands_make (&desk.hands, gesture, desk.addressee);
  pel_gate_wait_async (0, PEL_GATE_PERSON_MS * 3 / 2, NULL, hands_done_cb, &result);
  hands_await (&result);
  g_assert_false (pel_gate_wait_finish (result, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_DENIED);
  g_atomic_int_set (&restless.is_over, TRUE);
  g_thread_join (thread);
  await_open ();
  desk_close (&desk);
}

static void
close_cb (PelPersonWatch *watch, gboolean *is_stopped)
{
  if (!*is_stopped)
    pel_gate_close (PEL_GATE_STOPPED);
  *is_stopped = TRUE;
}

static void
await_stop (const gboolean *is_stopped)
{
  gint64 deadline = get_deadline ();

  while (!*is_stopped)
    go_on (deadline);
}

/* Clicks with Shift held, and keeps that down for longer than any test takes. */
static PelGesture *
make_endless_gesture (Desk *desk)
{
  const guint32 shift[] = { 0xffe1 };
  PelGesture   *gesture = pel_gesture_new ();

  pel_gesture_move (gesture, find_point (desk, "button"));
  pel_gesture_hold (gesture, shift, G_N_ELEMENTS (shift));
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 1, 0);
  pel_gesture_pause (gesture, WAIT_SECONDS * 1000);
  pel_gesture_let_go (gesture, shift, G_N_ELEMENTS (shift));
  return gesture;
}

/* What is held when they press it goes up. */
static void
test_panic_lets_go (void)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelGesture)   gesture = NULL;
  gboolean                 is_stopped = FALSE;
  PelChord                 chord;
  Desk                     desk;

  desk_open (&desk);
  gesture = make_endless_gesture (&desk);
  desk.addressee.timeout_ms = GESTURE_MS;
  g_signal_connect (desk.watch, "stop", G_CALLBACK (close_cb), &is_stopped);
  pel_chord_parse (PANIC_CHORD, &chord, NULL);
  pel_person_watch_set_panic_chord (desk.watch, &chord, &error);
  g_assert_no_error (error);
  pel_input_make_async (desk.hands.input, gesture, &desk.addressee, NULL, hands_done_cb, &result);
  pel_fixture_expect (desk.fixture, "clicked button");
  press (desk.person, PANIC_CHORD);
  hands_await (&result);
  g_assert_false (pel_input_make_finish (desk.hands.input, result, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_DENIED);
  press (desk.person, "q");
  pel_fixture_expect (desk.fixture, "key \"q\"");
  await_stop (&is_stopped);
  pel_gate_open (PEL_GATE_STOPPED);
  await_open ();
  desk_close (&desk);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/person/waits/before", test_waits);
  g_test_add_func ("/person/waits/under-way", test_waits_under_way);
  g_test_add_func ("/person/panic/stops", test_panic);
  g_test_add_func ("/person/own", test_own);
  g_test_add_func ("/person/between", test_between);
  g_test_add_func ("/person/panic/lets-go", test_panic_lets_go);
  return g_test_run ();
}
