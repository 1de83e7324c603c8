/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Real input at a compositor: where it goes, where it must not go, and that nothing stays down,
 * whatever ends it. The hands are in a process of their own (this program with “--hands”), which
 * can be killed, and whose windows these are not. */

#include "hands-case.h"
#include "sway-ipc.h"
#include "test-input.h"
#include "test-window.h"

#include "services/base/gate.h"
#include "services/base/guard.h"
#include "services/input/chord.h"

#include <gio/gunixinputstream.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WAIT_MS 20000
#define WIDTH   300
#define HEIGHT  200

/* the hands: a line is a gesture, of strokes between semicolons, and is answered with “ok” or the
 * name of an error; other lines do something to the gesture under way */

typedef struct
{
  Hands             hands;
  PelAddressee      addressee;
  char             *window_id;
  GCancellable     *cancellable;
  GDataInputStream *in;
  GMainLoop        *loop;
} Puppet;

static void
add_stroke (PelGesture *gesture, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", 3);
  double         first = words[1] != NULL ? g_ascii_strtod (words[1], NULL) : 0;
  double   second = words[1] != NULL && words[2] != NULL ? g_ascii_strtod (words[2], NULL) : 0;
  PelChord chord;

  if (g_str_equal (words[0], "move"))
    pel_gesture_move (gesture, (PelNativePoint){ first, second });
  else if (g_str_equal (words[0], "click"))
    pel_gesture_click (gesture, (PelButton) first, (guint) second, 60);
  else if (g_str_equal (words[0], "drag-to"))
    pel_gesture_drag (gesture,
                      PEL_BUTTON_LEFT,
                      pel_gesture_get_stroke (gesture, 0)->point,
                      (PelNativePoint){ first, second });
  else if (g_str_equal (words[0], "wheel"))
    pel_gesture_wheel (gesture, (int) first, (int) second);
  else if (g_str_equal (words[0], "pause"))
    pel_gesture_pause (gesture, (guint) first);
  else if (g_str_equal (words[0], "type"))
    pel_gesture_type (gesture, words[1], 0);
  else if (g_str_equal (words[0], "chord") && pel_chord_parse (words[1], &chord, NULL))
    pel_gesture_chord (gesture, chord.keysyms, chord.n_keysyms);
  else if (g_str_equal (words[0], "hold") && pel_chord_parse (words[1], &chord, NULL))
    pel_gesture_hold (gesture, chord.keysyms, chord.n_keysyms);
  else
    g_error ("“%s” is no stroke", text);
}

static void
made_cb (GObject *input, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  JsonObject        *details;

  pel_input_make_finish (PEL_INPUT (input), result, &error);
  details = error != NULL ? pel_error_get_details (error) : NULL;
  dprintf (STDOUT_FILENO,
           "%s%s\n",
           error == NULL ? "ok" : pel_error_code_to_string (pel_error_get_code (error)),
           details != NULL && json_object_has_member (details, "sent") ? " sent" : "");
}

static void
make (Puppet *puppet, const char *line)
{
  g_auto (GStrv)         strokes = g_strsplit (line, "; ", -1);
  g_autoptr (PelGesture) gesture = pel_gesture_new ();

  for (guint i = 0; strokes[i] != NULL; i++)
    add_stroke (gesture, strokes[i]);
  puppet->addressee.timeout_ms = GESTURE_MS;
  pel_input_make_async (puppet->hands.input,
                        gesture,
                        &puppet->addressee,
                        puppet->cancellable,
                        made_cb,
                        NULL);
}

static void
obey (Puppet *puppet, const char *line)
{
  if (g_str_equal (line, "cancel"))
    g_cancellable_cancel (puppet->cancellable);
  else if (g_str_equal (line, "stop"))
    pel_gate_close (PEL_GATE_STOPPED);
  else if (g_str_equal (line, "person"))
    pel_gate_note_person ();
  else if (g_str_has_prefix (line, "ours "))
    pel_guard_add_process (atoi (line + strlen ("ours ")));
  else if (g_str_has_prefix (line, "window "))
    puppet->addressee.window_id = puppet->window_id = g_strdup (line + strlen ("window "));
  else
    make (puppet, line);
}

static void
line_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  Puppet          *puppet = user_data;
  g_autofree char *line = g_data_input_stream_read_line_finish (puppet->in, result, NULL, NULL);

  if (line == NULL)
    {
      g_main_loop_quit (puppet->loop);
      return;
    }
  obey (puppet, line);
  g_data_input_stream_read_line_async (puppet->in, G_PRIORITY_DEFAULT, NULL, line_cb, puppet);
}

static int
be_hands (void)
{
  Puppet                   puppet = { .cancellable = g_cancellable_new () };
  g_autoptr (GInputStream) base = g_unix_input_stream_new (STDIN_FILENO, FALSE);

  hands_open (&puppet.hands);
  puppet.in = g_data_input_stream_new (base);
  puppet.loop = g_main_loop_new (NULL, FALSE);
  g_data_input_stream_read_line_async (puppet.in, G_PRIORITY_DEFAULT, NULL, line_cb, &puppet);
  g_main_loop_run (puppet.loop);
  hands_close (&puppet.hands);
  g_main_loop_unref (puppet.loop);
  g_object_unref (puppet.in);
  g_object_unref (puppet.cancellable);
  g_free (puppet.window_id);
  return 0;
}

/* the tests */

typedef struct
{
  GSubprocess      *process;
  GDataInputStream *out;
  PelTestWindow    *window;
  PelTestInput     *person;
} Scene;

static void
command (const char *text)
{
  g_autoptr (GError) error = NULL;

  pel_sway_command (text, &error);
  g_assert_no_error (error);
}

static PelTestWindow *
show (const char *name, int x, int y, double scale)
{
  const PelTestPatch patch = { 0, 0, WIDTH, HEIGHT, 0xa0c040 };
  g_autoptr (GError) error = NULL;
  PelTestWindow     *window = pel_test_window_new (name, WIDTH, HEIGHT, &patch, 1, &error);

  g_assert_no_error (error);
  pel_test_window_place (window, x, y, scale, &error);
  g_assert_no_error (error);
  g_assert_true (pel_test_window_expect (window, "focus", WAIT_MS));
  return window;
}

static void
scene_open (Scene *scene)
{
  g_autoptr (GError) error = NULL;

  scene->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                     &error,
                                     "/proc/self/exe",
                                     "--hands",
                                     NULL);
  g_assert_no_error (error);
  scene->out = g_data_input_stream_new (g_subprocess_get_stdout_pipe (scene->process));
  scene->person = pel_test_input_new (&error);
  g_assert_no_error (error);
  scene->window = show ("Ground", 100, 120, 1);
  pel_test_window_tell_modifiers (scene->window);
}

static void
scene_close (Scene *scene)
{
  pel_test_window_free (scene->window);
  pel_test_input_free (scene->person);
  g_output_stream_close (g_subprocess_get_stdin_pipe (scene->process), NULL, NULL);
  g_subprocess_wait (scene->process, NULL, NULL);
  g_object_unref (scene->out);
  g_object_unref (scene->process);
}

static void
say (Scene *scene, const char *line)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *text = g_strconcat (line, "\n", NULL);

  g_output_stream_write_all (g_subprocess_get_stdin_pipe (scene->process),
                             text,
                             strlen (text),
                             NULL,
                             NULL,
                             &error);
  g_assert_no_error (error);
}

/* They answer within their own deadlines; what GLib says for tests is no answer. */
static void
hear (Scene *scene, const char *expected)
{
  g_autofree char *answer = g_data_input_stream_read_line (scene->out, NULL, NULL, NULL);

  while (answer != NULL && g_strchug (answer)[0] == '#')
    {
      g_free (answer);
      answer = g_data_input_stream_read_line (scene->out, NULL, NULL, NULL);
    }
  g_assert_cmpstr (answer, ==, expected);
}

static void
make_well (Scene *scene, const char *line)
{
  g_test_message ("%s", line);
  say (scene, line);
  hear (scene, "ok");
}

static void
expect (Scene *scene, const char *event)
{
  if (!pel_test_window_expect (scene->window, event, WAIT_MS))
    g_error ("no “%s” but:\n%s", event, pel_test_window_get_events (scene->window));
}

static guint
count (Scene *scene, const char *event)
{
  g_auto (GStrv) lines = g_strsplit (pel_test_window_get_events (scene->window), "\n", -1);
  guint          n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += g_str_equal (lines[i], event);
  return n;
}

/* where */

/* clang-format off */
static const struct { const char *rule; int x, y; double scale; } grounds[] = {
  { "output HEADLESS-1 scale 1 position 0 0",          100,   120, 1    },
  { "output HEADLESS-2 scale 1.5 position 1280 0",     1400,  100, 1.5  },
  { "output HEADLESS-2 scale 1.25 position -1536 -120", -1400, -20, 1.25 },
  { "output HEADLESS-2 scale 1.75 position -1100 36",  -1000, 100, 1.75 },
  { "output HEADLESS-2 scale 1.5 position 1280 0",     50,    60,  1    },
};
static const struct { double x, y; } spots[] = {
  { 0, 0 }, { 10.5, 20.25 }, { 149.75, 99.5 }, { 299.75, 199.75 },
};
/* clang-format on */

static void
test_places (void)
{
  Scene scene = { 0 };

  scene_open (&scene);
  for (gsize i = 0; i < G_N_ELEMENTS (grounds); i++)
    {
      g_autoptr (GError) error = NULL;

      command (grounds[i].rule);
      pel_test_window_place (scene.window, grounds[i].x, grounds[i].y, grounds[i].scale, &error);
      g_assert_no_error (error);
      for (gsize j = 0; j < G_N_ELEMENTS (spots); j++)
        {
          g_autofree char *line = g_strdup_printf ("move %g %g; click 1 1",
                                                   grounds[i].x + spots[j].x,
                                                   grounds[i].y + spots[j].y);
          g_autofree char *event = g_strdup_printf ("move %g,%g", spots[j].x, spots[j].y);

          pel_test_window_forget (scene.window);
          make_well (&scene, line);
          expect (&scene, "release 1");
          g_assert_cmpuint (count (&scene, "press 1"), ==, 1);
          g_assert_cmpuint (count (&scene, event), >=, 1);
        }
    }
  scene_close (&scene);
}

/* clang-format off */
static const struct { const char *line; const char *events[6]; } gestures[] = {
  { "move 150 150; click 1 1",          { "move 50,30", "press 1", "release 1" } },
  { "move 151 150; click 3 1",          { "press 3", "release 3" } },
  { "move 151 150; click 2 1",          { "press 2", "release 2" } },
  { "move 152 150; wheel 0 1",          { "wheel 0,1" } },
  { "move 152 150; wheel -1 0",         { "wheel -1,0" } },
  { "move 150 150; drag-to 250 200",    { "press 1", "move 100,55", "move 150,80", "release 1" } },
  { "chord ctrl+s",                     { "key Control_L", "modifiers 4", "key s", "lifted s", "modifiers 0" } },
  { "chord shift+F10",                  { "key Shift_L", "modifiers 1", "key F10" } },
  { "chord alt+F4",                     { "modifiers 8", "key F4", "lifted F4", "modifiers 0" } },
  { "chord super+k",                    { "key Super_L", "modifiers 64", "key k" } },
  { "type Aé中",                        { "key A", "lifted A", "key eacute", "key U4E2D", "lifted U4E2D" } },
};
/* clang-format on */

static void
test_gestures (void)
{
  Scene scene = { 0 };

  scene_open (&scene);
  for (gsize i = 0; i < G_N_ELEMENTS (gestures); i++)
    {
      pel_test_window_forget (scene.window);
      make_well (&scene, gestures[i].line);
      for (gsize j = 0; j < G_N_ELEMENTS (gestures[i].events); j++)
        if (gestures[i].events[j] != NULL)
          expect (&scene, gestures[i].events[j]);
    }
  scene_close (&scene);
}

/* The person's keyboard writes what it wrote before. */
static void
test_layout (void)
{
  g_autoptr (GError) error = NULL;
  Scene              scene = { 0 };

  scene_open (&scene);
  pel_test_input_set_layout (scene.person, "de", &error);
  make_well (&scene, "type yж中y");
  pel_test_input_chord (scene.person, "z", &error);
  pel_test_input_chord (scene.person, "udiaeresis", &error);
  g_assert_no_error (error);
  expect (&scene, "key z");
  expect (&scene, "key udiaeresis");
  pel_test_window_forget (scene.window);
  make_well (&scene, "type ж");
  expect (&scene, "key U0436");
  pel_test_input_set_layout (scene.person, "us", &error);
  g_assert_no_error (error);
  scene_close (&scene);
}

/* where not */

static char *
find_window (const char *name)
{
  g_autoptr (PelDesktop) desktop = NULL;
  Hands                  hands = { 0 };
  char                  *id = NULL;

  hands_open (&hands);
  desktop = hands_look (&hands);
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if (g_str_equal (info->title, name))
        id = g_strdup (info->id);
    }
  hands_close (&hands);
  g_assert_nonnull (id);
  return id;
}

/* clang-format off */
static const struct { const char *line; const char *answer; } refusals[] = {
  { "move 150 150; click 1 1",    "obscured"                },
  { "move 150 150; wheel 0 1",    "obscured"                },
  { "chord ctrl+s",               "obscured"                },
  { "type a",                     "obscured"                },
  { "move 10000 10; click 1 1",   "out_of_bounds"           },
  { "move 600 600; click 1 1",    "obscured"                },
  { "type \x01",                  "capability_unavailable"  },
};
/* clang-format on */

static void
test_refused (void)
{
  g_autofree char *id = NULL, *line = NULL;
  PelTestWindow   *cover;
  Scene            scene = { 0 };

  scene_open (&scene);
  id = find_window ("Ground");
  line = g_strconcat ("window ", id, NULL);
  say (&scene, line);
  make_well (&scene, "move 150 150; click 1 1");
  cover = show ("Cover", 100, 120, 1);
  pel_test_window_forget (cover);
  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_test_message ("%s", refusals[i].line);
      say (&scene, refusals[i].line);
      hear (&scene, refusals[i].answer);
    }
  pel_test_input_chord (scene.person, "Escape", NULL); /* after all that could have come */
  g_assert_true (pel_test_window_expect (cover, "lifted Escape", WAIT_MS));
  g_assert_null (strstr (pel_test_window_get_events (cover), "press"));
  g_assert_null (strstr (pel_test_window_get_events (cover), "wheel"));
  g_assert_null (strstr (pel_test_window_get_events (cover), "key s"));
  pel_test_window_free (cover);
  scene_close (&scene);
}

/* What is ours is hit by nothing, named or not. */
static void
test_ours (void)
{
  g_autofree char *line = g_strdup_printf ("ours %d", getpid ());
  Scene            scene = { 0 };

  scene_open (&scene);
  pel_test_window_forget (scene.window);
  say (&scene, line);
  for (gsize i = 0; i < 4; i++)
    {
      say (&scene, refusals[i].line);
      hear (&scene, "denied");
    }
  pel_test_input_chord (scene.person, "Escape", NULL);
  expect (&scene, "lifted Escape");
  g_assert_null (strstr (pel_test_window_get_events (scene.window), "press"));
  g_assert_null (strstr (pel_test_window_get_events (scene.window), "wheel"));
  scene_close (&scene);
}

/* nothing stays down */

/* clang-format off */
static const struct { const char *name; const char *line; int signal; const char *answer; } ends[] = {
  { "called off",        "cancel", 0,       "cancelled sent" },
  { "stopped",           "stop",   0,       "denied sent"    },
  { "the person is there", "person", 0,     "denied sent"    },
  { "killed",            NULL,     SIGKILL, NULL             },
  { "terminated",        NULL,     SIGTERM, NULL             },
};
/* clang-format on */

/* Whether @event was told after the last @other. */
static gboolean
is_after (Scene *scene, const char *event, const char *other)
{
  const char *events = pel_test_window_get_events (scene->window);
  const char *last = g_strrstr (events, event), *last_other = g_strrstr (events, other);

  return last_other == NULL || (last != NULL && last > last_other);
}

/* A program that gets the keyboard anew forgets what was down. */
static gboolean
is_nothing_down (Scene *scene)
{
  return count (scene, "press 1") == count (scene, "release 1") &&
         is_after (scene, "modifiers 0", "modifiers 4") &&
         (is_after (scene, "lifted Control_L", "key Control_L") ||
          is_after (scene, "focus", "key Control_L"));
}

/* Somewhere in a row of drags: a button is down nearly all the time. */
static void
test_let_go (gconstpointer data)
{
  g_autoptr (GString) line = g_string_new ("move 150 150; hold ctrl");
  gint64              end = g_get_monotonic_time () + WAIT_MS * G_TIME_SPAN_MILLISECOND;
  gsize               i = GPOINTER_TO_SIZE (data);
  Scene               scene = { 0 };

  scene_open (&scene);
  for (guint n = 0; n < 100; n++)
    g_string_append (line, "; drag-to 250 200");
  say (&scene, line->str);
  expect (&scene, "modifiers 4");
  expect (&scene, "press 1");
  if (ends[i].line != NULL)
    say (&scene, ends[i].line);
  else
    g_subprocess_send_signal (scene.process, ends[i].signal);
  if (ends[i].answer != NULL)
    hear (&scene, ends[i].answer);
  else
    g_subprocess_wait (scene.process, NULL, NULL);
  while (!is_nothing_down (&scene) && g_get_monotonic_time () < end)
    pel_test_window_expect (scene.window, "nothing", 50);
  if (!is_nothing_down (&scene))
    g_error ("Something stays down:\n%s", pel_test_window_get_events (scene.window));
  scene_close (&scene);
}

int
main (int argc, char **argv)
{
  if (argc == 2 && g_str_equal (argv[1], "--hands"))
    {
      g_test_init (&argc, &argv, NULL);
      return be_hands ();
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wayland-input/places", test_places);
  g_test_add_func ("/wayland-input/gestures", test_gestures);
  g_test_add_func ("/wayland-input/layout", test_layout);
  g_test_add_func ("/wayland-input/refused", test_refused);
  g_test_add_func ("/wayland-input/ours", test_ours);
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *path = g_strconcat ("/wayland-input/let-go/", ends[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_let_go);
    }
  return g_test_run ();
}
