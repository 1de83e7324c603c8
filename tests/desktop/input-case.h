/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of real input on X11 share: a fixture, the input, gestures that wait for their
 * end. Widgets are found by their colours, on the pixels of the screen. */

#pragma once

#include "fixture-hands.h"

#include "services/base/error.h"
#include "services/input/chord.h"
#include "services/input/x11-input.h"
#include "services/window/x11-window-source.h"

#include <string.h>

#define GESTURE_TIMEOUT_MS 30000 /* on a busy machine */

static const char *const toolkits[] = { "fixture-gtk3", "fixture-gtk4", "fixture-qt5",
                                        "fixture-qt6",  "fixture-web",  NULL };

typedef struct
{
  PelFixture *fixture;
  PelInput   *input;
  PelWindow  *window;
} Stage;

static inline PelInput *
open_input (void)
{
  g_autofree char *hand = g_test_build_filename (G_TEST_BUILT, "..", "app", "pellucid-hand", NULL);
  g_autoptr (GError) error = NULL;
  PelInput          *input = pel_x11_input_new (hand, &error);

  g_assert_no_error (error);
  return input;
}

static inline void
stage_close (Stage *stage)
{
  g_clear_object (&stage->input);
  g_clear_object (&stage->window);
  g_clear_pointer (&stage->fixture, pel_fixture_stop);
}

static inline void
input_done_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static inline void
input_await (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* (transfer full): a browser's window is not of the process that was started. */
static inline PelWindow *
find_window (const char *title)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelWindowSource) windows = pel_x11_window_source_new (&error);
  gint64 deadline = g_get_monotonic_time () + FIND_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;

  g_assert_no_error (error);
  while (g_get_monotonic_time () < deadline)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (PelDesktop)   desktop = NULL;

      pel_window_source_query_async (windows, NULL, input_done_cb, &result);
      input_await (&result);
      desktop = pel_window_source_query_finish (windows, result, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
        {
          PelWindow *window = pel_desktop_get_window (desktop, i);

          if (strstr (pel_window_get_info (window)->title, title) != NULL)
            return g_object_ref (window);
        }
    }
  g_error ("There is no window “%s”", title);
}

static inline void
stage_open (Stage *stage, const char *program)
{
  static guint       n_opened; /* the window of the one before may go only now */
  g_autofree char   *title = g_strdup_printf ("Input case %u.", ++n_opened);
  g_autoptr (GError) error = NULL;

  stage->fixture =
      pel_fixture_start (&error, program, "--position", "200,100", "--title", title, NULL);
  g_assert_no_error (error);
  stage->input = open_input ();
  stage->window = find_window (title);
}

/* Takes @gesture. */
static inline gboolean
make_for (PelInput *input, const PelAddressee *addressee, PelGesture *gesture, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  pel_input_make_async (input, gesture, addressee, NULL, input_done_cb, &result);
  pel_gesture_unref (gesture);
  input_await (&result);
  return pel_input_make_finish (input, result, error);
}

static inline PelAddressee
address (Stage *stage)
{
  const PelWindowInfo *info = pel_window_get_info (stage->window);

  return (
      PelAddressee){ .window_id = info->id, .pid = info->pid, .timeout_ms = GESTURE_TIMEOUT_MS };
}

/* Takes @gesture, and succeeds. */
static inline void
make (Stage *stage, PelGesture *gesture)
{
  g_autoptr (GError) error = NULL;
  PelAddressee       addressee = address (stage);

  make_for (stage->input, &addressee, gesture, &error);
  g_assert_no_error (error);
}

static inline PelNativePoint
get_middle (const char *id)
{
  PelOracleBox box = find_widget (id);

  return (PelNativePoint){ box.x + box.width / 2, box.y + box.height / 2 };
}

/* @x pixels from its left edge. */
static inline PelNativePoint
place_in (const char *id, int x)
{
  PelOracleBox box = find_widget (id);

  return (PelNativePoint){ box.x + x, box.y + box.height / 2 };
}

static inline PelGesture *
new_click_at (PelNativePoint point, PelButton button, guint n_clicks)
{
  PelGesture *gesture = pel_gesture_new ();

  /* a hand does not jump: some toolkits want to see movement inside the widget */
  pel_gesture_move (gesture, (PelNativePoint){ point.x - 2, point.y });
  pel_gesture_move (gesture, point);
  pel_gesture_click (gesture, button, n_clicks, 40);
  return gesture;
}

static inline PelGesture *
new_click (const char *id, PelButton button, guint n_clicks)
{
  return new_click_at (get_middle (id), button, n_clicks);
}

static inline PelGesture *
new_chord (const char *text)
{
  PelGesture        *gesture = pel_gesture_new ();
  g_autoptr (GError) error = NULL;
  PelChord           chord;

  pel_chord_parse (text, &chord, &error);
  g_assert_no_error (error);
  pel_gesture_chord (gesture, chord.keysyms, chord.n_keysyms);
  return gesture;
}

static inline PelGesture *
new_text (const char *text)
{
  PelGesture *gesture = pel_gesture_new ();

  pel_gesture_type (gesture, text, 0);
  return gesture;
}

/* A click into a field, which then has the keyboard. */
static inline void
enter_field (Stage *stage, const char *id)
{
  g_autofree char *press = g_strdup_printf ("pointer press %s *", id);

  pel_fixture_forget (stage->fixture);
  make (stage, new_click (id, PEL_BUTTON_LEFT, 1));
  pel_fixture_expect (stage->fixture, press);
}
