/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the window source finds the pointer of a real sway, against real input. */

#include "sway-source-case.h"
#include "test-input.h"

static void
test_place (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelTestInput)    input = pel_test_input_new (&error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (PelDesktop) desktop = NULL;
      const PelMonitor      *monitor;
      const PelPhysicalPoint steps[] = { { 0, 0 }, { 1, 1 }, { 333, 211 }, { -2, -3 } };

      command ("%s", layouts[i].rule);
      desktop = query_well (source);
      monitor = find_monitor (desktop, layouts[i].output);
      for (gsize j = 0; j < G_N_ELEMENTS (steps); j++)
        {
          const PelPhysicalRect *p = &monitor->physical;
          PelPhysicalPoint       aim = { p->x + (p->width + steps[j].x) % p->width,
                                         p->y + (p->height + steps[j].y) % p->height };
          PelNativePoint         native = pel_monitor_point_to_native (monitor, aim);
          PelNativePoint         found;
          PelPhysicalPoint       hit = { 0 };

          pel_test_input_move (input, native.x, native.y, &error);
          g_assert_no_error (error);
          found = locate_well (source);
          pel_monitor_layout_to_physical (pel_desktop_get_layout (desktop), found, &hit, &error);
          g_assert_no_error (error);
          g_test_message ("%s: %d,%d is native %.3f,%.3f, found %.3f,%.3f",
                          layouts[i].rule,
                          aim.x,
                          aim.y,
                          native.x,
                          native.y,
                          found.x,
                          found.y);
          g_assert_cmpint (hit.x, ==, aim.x);
          g_assert_cmpint (hit.y, ==, aim.y);
        }
    }
  command ("%s", layouts[1].rule);
}

/* On the first output, where the window has come to rest. */
static void
aim_at (PelTestInput *input, PelWindowSource *source, const char *title, const char *id)
{
  const FixtureWidget   *widget = fixture_find (id);
  PelNativeRect          part = { widget->x, widget->y, widget->width, widget->height };
  g_autoptr (PelDesktop) desktop = NULL;
  g_autoptr (GError)     error = NULL;
  const PelWindowInfo   *info;

  command ("[title=\"^%s$\"] move absolute position 100 90", title);
  assert_agrees (source, title, FIRST, widget->colour, part, 0);
  desktop = query_well (source);
  info = find_title (desktop, title);
  pel_test_input_move (input,
                       info->content.x + widget->x + widget->width / 2,
                       info->content.y + widget->y + widget->height / 2,
                       &error);
  g_assert_no_error (error);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  return *(const int *) a < *(const int *) b ? -1 : 1;
}

/* The window below keeps its clicks, and gets each once. */
static void
test_click_through (gconstpointer data)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelTestInput)    input = pel_test_input_new (&error);
  g_autoptr (PelFixture)      fixture = start (source, data, "below", "server");
  int                         times[20];

  g_assert_no_error (error);
  aim_at (input, source, "below", "button");
  pel_fixture_forget (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    {
      gint64 begin = g_get_monotonic_time ();

      locate_well (source);
      times[i] = (int) (g_get_monotonic_time () - begin);
    }
  pel_test_input_click (input, 1, &error);
  g_assert_no_error (error);
  pel_fixture_expect (fixture, "clicked button");
  aim_at (input, source, "below", "toggle");
  pel_test_input_click (input, 1, &error);
  g_assert_no_error (error);
  pel_fixture_expect (fixture, "toggled toggle on");
  g_assert_cmpuint (pel_fixture_count (fixture, "clicked *"), ==, 1);
  g_assert_cmpuint (pel_fixture_count (fixture, "pointer press *"), ==, 2);

  qsort (times, G_N_ELEMENTS (times), sizeof times[0], compare_times);
  g_test_message ("a probe took %d µs at best, %d µs in the middle, %d µs at worst",
                  times[0],
                  times[G_N_ELEMENTS (times) / 2],
                  times[G_N_ELEMENTS (times) - 1]);
}

static void
test_together (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelTestInput)    input = pel_test_input_new (&error);
  g_autoptr (GCancellable)    cancellable = g_cancellable_new ();
  GAsyncResult               *results[5] = { NULL };

  g_assert_no_error (error);
  pel_test_input_move (input, 211.5, 97.5, &error);
  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    pel_window_source_locate_pointer_async (source,
                                            i == 2 ? cancellable : NULL,
                                            done_cb,
                                            &results[i]);
  g_cancellable_cancel (cancellable);
  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      PelNativePoint           point = { 0 };
      gboolean                 ok;

      await (&results[i]);
      result = results[i];
      ok = pel_window_source_locate_pointer_finish (source, result, &point, &error);
      if (i == 2)
        {
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_clear_error (&error);
          continue;
        }
      g_assert_no_error (error);
      g_assert_true (ok);
      g_assert_cmpfloat (point.x, ==, 211.5);
      g_assert_cmpfloat (point.y, ==, 97.5);
    }
}

/* At whatever moment a call is given up, nothing stays in front of the window. */
static void
test_cancelled (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelTestInput)    input = pel_test_input_new (&error);
  g_autoptr (PelFixture)      fixture = start (source, "fixture-gtk3", "cancelled", "server");

  g_assert_no_error (error);
  aim_at (input, source, "cancelled", "button");
  for (guint n_turns = 0; n_turns < 12; n_turns++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GAsyncResult) result = NULL;
      PelNativePoint           point;

      g_test_message ("cancelled after %u turns of the main loop", n_turns);
      pel_fixture_forget (fixture);
      pel_window_source_locate_pointer_async (source, cancellable, done_cb, &result);
      for (guint i = 0; i < n_turns && result == NULL; i++)
        g_main_context_iteration (NULL, TRUE);
      g_cancellable_cancel (cancellable);
      await (&result);
      if (!pel_window_source_locate_pointer_finish (source, result, &point, &error))
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&error);
      pel_test_input_click (input, 1, &error);
      g_assert_no_error (error);
      pel_fixture_expect (fixture, "clicked button");
    }
}

/* While a button is down, sway keeps the pointer where it was pressed and tells nobody else. */
static void
test_grabbed (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelTestInput)    input = pel_test_input_new (&error);
  g_autoptr (PelFixture)      fixture = start (source, "fixture-gtk3", "grabbed", "server");
  PelNativePoint              point;
  gint64                      begin;

  g_assert_no_error (error);
  aim_at (input, source, "grabbed", "button");
  pel_fixture_forget (fixture);
  pel_test_input_press (input, 1, &error);
  g_assert_no_error (error);
  begin = g_get_monotonic_time ();
  g_assert_false (locate (source, &point, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 350 * 1000);
  g_test_message ("%s (%s)", error->message, pel_error_get_hint (error));
  g_clear_error (&error);

  pel_test_input_release (input, 1, &error);
  g_assert_no_error (error);
  pel_fixture_expect (fixture, "clicked button");
  locate_well (source);
  g_assert_cmpuint (pel_fixture_count (fixture, "clicked *"), ==, 1);
}

/* An open menu has grabbed the pointer: whether it is found or not, the menu stays open. */
static void
test_menu (gconstpointer data)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelTestInput)    input = pel_test_input_new (&error);
  g_autoptr (PelFixture)      fixture = start (source, data, "menu", "server");
  gint64                      end = g_get_monotonic_time () + WAIT_MS * 1000;
  PelNativePoint              point;

  g_assert_no_error (error);
  aim_at (input, source, "menu", "context");
  pel_fixture_forget (fixture);
  pel_test_input_click (input, 3, &error);
  g_assert_no_error (error);
  pel_fixture_expect (fixture, "context-menu shown");
  if (!locate (source, &point, &error))
    {
      g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
      g_test_message ("%s", error->message);
      g_clear_error (&error);
    }
  /* only an open menu takes these keys */
  pel_test_input_chord (input, "Down", &error);
  g_assert_no_error (error);
  pel_test_input_chord (input, "Return", &error);
  g_assert_no_error (error);
  pel_fixture_expect (fixture, "menu context-*");
  /* the program lets go a little later */
  while (!locate (source, &point, &error) && g_get_monotonic_time () < end)
    g_clear_error (&error);
  g_assert_no_error (error);
}

/* The keyboard stays where it was. */
static void
test_keyboard (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelTestInput)    input = pel_test_input_new (&error);
  g_autoptr (PelFixture)      fixture = start (source, "fixture-gtk3", "keyboard", "server");

  g_assert_no_error (error);
  aim_at (input, source, "keyboard", "entry");
  pel_test_input_click (input, 1, &error);
  g_assert_no_error (error);
  pel_fixture_expect (fixture, "focused entry");
  pel_test_input_type (input, "a", &error);
  pel_fixture_expect (fixture, "text entry \"a\"");
  locate_well (source);
  pel_test_input_type (input, "b", &error);
  g_assert_no_error (error);
  pel_fixture_expect (fixture, "text entry \"ab\"");
}

/* Wherever sway stops in the course of a call, the call ends in time, and the next one goes well
 * when sway goes on. */
static void
test_stepped_pointer (void)
{
  g_autoptr (PelWindowSource) source = NULL;
  g_autoptr (PelStepper)      stepper = interpose ("WAYLAND_DISPLAY", &source);
  guint                       n_failed = 0;

  locate_well (source);
  for (guint n_steps = 0; n_steps < 100; n_steps++)
    {
      g_autoptr (GError) error = NULL;
      PelNativePoint     point;
      gint64             begin = g_get_monotonic_time ();
      gint64             took;
      gboolean           has_stopped;

      pel_stepper_arm (stepper, n_steps, get_sway ());
      locate (source, &point, &error);
      took = g_get_monotonic_time () - begin;
      has_stopped = pel_stepper_has_stopped (stepper);
      pel_stepper_resume (stepper);
      g_test_message ("stopped at step %u: %s after %d ms",
                      n_steps,
                      error != NULL ? error->message : "found",
                      (int) (took / 1000));
      g_assert_cmpint (took, <, 350000);
      n_failed += error != NULL;
      locate_well (source);
      if (!has_stopped)
        break;
    }
  g_assert_cmpuint (n_failed, >, 2);
}

/* The connection breaks while a call is under way, and before one. */
static void
test_broken (void)
{
  g_autoptr (PelWindowSource) source = NULL;
  g_autoptr (PelStepper)      stepper = interpose ("WAYLAND_DISPLAY", &source);
  g_autoptr (GAsyncResult)    result = NULL;
  g_autoptr (PelDesktop)      desktop = NULL;
  g_autoptr (GError)          error = NULL;
  PelNativePoint              point;
  gint64                      begin;

  locate_well (source);
  pel_stepper_arm (stepper, 1, get_sway ());
  pel_window_source_locate_pointer_async (source, NULL, done_cb, &result);
  while (!pel_stepper_has_stopped (stepper) && result == NULL)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (result);
  begin = g_get_monotonic_time ();
  g_clear_pointer (&stepper, pel_stepper_free);
  await (&result);
  g_assert_false (pel_window_source_locate_pointer_finish (source, result, &point, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_test_message ("%s", error->message);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 250000);
  g_clear_error (&error);

  g_assert_false (locate (source, &point, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_clear_error (&error);
  desktop = query (source, NULL, &error);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_null (desktop);
}

int
main (int argc, char **argv)
{
  static const char *const programs[] = { "fixture-gtk3", "fixture-gtk4" };

  g_test_init (&argc, &argv, NULL);
  command ("focus output " FIRST);
  g_test_add_func ("/wayland-pointer/place", test_place);
  g_test_add_func ("/wayland-pointer/together", test_together);
  g_test_add_func ("/wayland-pointer/cancelled", test_cancelled);
  g_test_add_func ("/wayland-pointer/grabbed", test_grabbed);
  g_test_add_func ("/wayland-pointer/keyboard", test_keyboard);
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *click = g_strdup_printf ("/wayland-pointer/click/%s", programs[i]);
      g_autofree char *menu = g_strdup_printf ("/wayland-pointer/menu/%s", programs[i]);

      if (!pel_fixture_is_built (programs[i]))
        continue;
      g_test_add_data_func (click, programs[i], test_click_through);
      g_test_add_data_func (menu, programs[i], test_menu);
    }
  g_test_add_func ("/wayland-pointer/stepped", test_stepped_pointer);
  g_test_add_func ("/wayland-pointer/broken", test_broken);
  return g_test_run ();
}
