/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whoever is killed in the middle of real input on X11, nothing stays pressed and the keyboard is
 * as it was; and what is refused is not pressed at all. */

#include "input-case.h"
#include "x11-reply.h"

#include "services/base/gate.h"
#include "services/base/guard.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

#define N_KILLS    12
#define CLEAN_MS   20000
#define HAND_MS    60 /* at most, until it is killed */
#define CHILD_WORD "--gestures"

/* What the server says of keys, buttons and their meanings. */
typedef struct
{
  xcb_connection_t *xcb;
  GBytes           *mapping; /* as it was */
} Server;

static GBytes *
get_mapping (xcb_connection_t *xcb)
{
  const xcb_setup_t                *setup = xcb_get_setup (xcb);
  guint                             n_codes = setup->max_keycode - setup->min_keycode + 1;
  xcb_get_keyboard_mapping_reply_t *reply =
      xcb_get_keyboard_mapping_reply (xcb,
                                      xcb_get_keyboard_mapping (xcb, setup->min_keycode, n_codes),
                                      NULL);
  GByteArray *first = g_byte_array_new ();

  g_assert_nonnull (reply);
  /* the first two levels: how many there are in all may differ */
  for (guint i = 0; i < n_codes; i++)
    g_byte_array_append (first,
                         (const guint8 *) (xcb_get_keyboard_mapping_keysyms (reply) +
                                           i * reply->keysyms_per_keycode),
                         2 * sizeof (xcb_keysym_t));
  free (reply);
  return g_byte_array_free_to_bytes (first);
}

static void
server_open (Server *server)
{
  g_autoptr (GError) error = NULL;

  server->xcb = pel_x11_connect (&error);
  g_assert_no_error (error);
  server->mapping = get_mapping (server->xcb);
}

static void
server_close (Server *server)
{
  g_bytes_unref (server->mapping);
  xcb_disconnect (server->xcb);
}

static gboolean
is_clean (Server *server)
{
  static const guint8 none[32];
  xcb_window_t        root = xcb_setup_roots_iterator (xcb_get_setup (server->xcb)).data->root;
  xcb_query_keymap_reply_t *keys =
      xcb_query_keymap_reply (server->xcb, xcb_query_keymap (server->xcb), NULL);
  xcb_query_pointer_reply_t *pointer =
      xcb_query_pointer_reply (server->xcb, xcb_query_pointer (server->xcb, root), NULL);
  g_autoptr (GBytes) mapping = get_mapping (server->xcb);
  gboolean is_up = memcmp (keys->keys, none, sizeof none) == 0 && (pointer->mask & 0x1f00) == 0;

  free (keys);
  free (pointer);
  return is_up && g_bytes_equal (mapping, server->mapping);
}

static void
await_clean (Server *server)
{
  gint64 deadline = g_get_monotonic_time () + CLEAN_MS * G_TIME_SPAN_MILLISECOND;

  while (!is_clean (server))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (10000);
    }
}

/* All that can be held at once: modifiers, a button, keys that have been given a meaning. */
static PelGesture *
new_mixture (void)
{
  static const guint32 keysyms[] = { 0xffe1 /* Shift_L */, 0xffe3 /* Control_L */ };
  PelGesture          *gesture = pel_gesture_new ();

  pel_gesture_type (gesture, "漢字Ω", 5);
  pel_gesture_hold (gesture, keysyms, G_N_ELEMENTS (keysyms));
  pel_gesture_drag (gesture, PEL_BUTTON_LEFT, get_middle ("slider"), place_in ("slider", 20));
  pel_gesture_let_go (gesture, keysyms, G_N_ELEMENTS (keysyms));
  return gesture;
}

/* Anybody's: the window may lose the keyboard to the drag. */
static const PelAddressee anybody = { .timeout_ms = GESTURE_TIMEOUT_MS };

static void
test_hand_killed (void)
{
  Stage             stage = { 0 };
  Server            server;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint             n_hit = 0;

  server_open (&server);
  stage_open (&stage, "fixture-gtk3");
  enter_field (&stage, "entry");
  await_clean (&server);
  for (guint i = 0; i < N_KILLS; i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError)       error = NULL;
      PelGesture              *gesture = new_mixture ();
      gint64 end = g_get_monotonic_time () + g_rand_int_range (rand, 0, HAND_MS * 1000);

      pel_input_make_async (stage.input, gesture, &anybody, NULL, input_done_cb, &result);
      pel_gesture_unref (gesture);
      while (g_get_monotonic_time () < end)
        g_main_context_iteration (NULL, FALSE);
      kill (pel_x11_input_get_hand_pid (PEL_X11_INPUT (stage.input)), SIGKILL);
      input_await (&result);
      if (!pel_input_make_finish (stage.input, result, &error))
        n_hit++;
      await_clean (&server);
      enter_field (&stage, "entry");
    }
  g_test_message ("%u of %d gestures were hit", n_hit, N_KILLS);
  g_assert_cmpuint (n_hit, >, 0);
  await_clean (&server);
  stage_close (&stage);
  server_close (&server);
}

/* The program that makes gestures until it is killed. */
static void
make_gestures (void)
{
  Stage stage = { .input = open_input () };

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  for (;;)
    make_for (stage.input, &anybody, new_mixture (), NULL);
}

static void
test_session_killed (void)
{
  g_autoptr (PelFixture) fixture = NULL;
  g_autoptr (GError)     error = NULL;
  g_autoptr (GRand)      rand = g_rand_new_with_seed (11);
  Server                 server;

  server_open (&server);
  fixture = pel_fixture_start (&error, "fixture-gtk3", "--position", "200,100", NULL);
  g_assert_no_error (error);
  for (guint i = 0; i < N_KILLS / 2; i++)
    {
      g_autoptr (GSubprocess) child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE,
                                                        &error,
                                                        "/proc/self/exe",
                                                        CHILD_WORD,
                                                        NULL);

      g_assert_no_error (error);
      pel_fixture_forget (fixture);
      g_assert_nonnull (pel_fixture_wait (fixture, "pointer press slider *", 20000));
      g_usleep ((gulong) g_rand_int_range (rand, 0, 300000)); /* at any step */
      g_subprocess_force_exit (child);
      g_subprocess_wait (child, NULL, &error);
      g_assert_no_error (error);
      await_clean (&server);
    }
  server_close (&server);
}

static void
assert_refused (Stage *stage, const PelAddressee *addressee, PelGesture *gesture, PelErrorCode code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (make_for (stage->input, addressee, gesture, &error));
  g_assert_error (error, PEL_ERROR, (int) code);
}

/* What is ours, what is not the addressee's, what is nowhere. */
static void
test_refused (void)
{
  Stage        stage = { 0 };
  PelAddressee wrong = { .pid = 1, .timeout_ms = GESTURE_TIMEOUT_MS };
  PelAddressee right;
  PelGesture  *outside = pel_gesture_new ();

  stage_open (&stage, "fixture-gtk4");
  right = address (&stage);
  enter_field (&stage, "entry");
  pel_fixture_forget (stage.fixture);
  assert_refused (&stage, &wrong, new_click ("button", PEL_BUTTON_LEFT, 1), PEL_ERROR_OBSCURED);
  assert_refused (&stage, &wrong, new_chord ("x"), PEL_ERROR_OBSCURED);
  assert_refused (&stage, &wrong, new_text ("x"), PEL_ERROR_OBSCURED);
  pel_gesture_move (outside, (PelNativePoint){ 30000, 5 });
  assert_refused (&stage, &right, outside, PEL_ERROR_OUT_OF_BOUNDS);
  pel_guard_add_process (right.pid);
  assert_refused (&stage, &right, new_click ("button", PEL_BUTTON_LEFT, 1), PEL_ERROR_DENIED);
  assert_refused (&stage, &right, new_text ("x"), PEL_ERROR_DENIED);
  assert_refused (&stage, &anybody, new_chord ("x"), PEL_ERROR_DENIED);
  pel_guard_remove_process (right.pid);
  pel_gate_close (PEL_GATE_STOPPED);
  assert_refused (&stage, &right, new_text ("x"), PEL_ERROR_DENIED);
  pel_gate_open (PEL_GATE_STOPPED);
  make (&stage, new_chord ("F2"));
  pel_fixture_expect (stage.fixture, "key F2");
  g_assert_cmpuint (pel_fixture_count (stage.fixture, "pointer press *"), ==, 0);
  g_assert_cmpuint (pel_fixture_count (stage.fixture, "text *"), ==, 0);
  stage_close (&stage);
}

int
main (int argc, char **argv)
{
  if (argc == 2 && g_str_equal (argv[1], CHILD_WORD))
    {
      argc = 1;
      g_test_init (&argc, &argv, NULL);
      make_gestures ();
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/x11-hand/refused", test_refused);
  g_test_add_func ("/x11-hand/killed", test_hand_killed);
  g_test_add_func ("/x11-hand/session-killed", test_session_killed);
  return g_test_run ();
}
