/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Windows are told to do things; the window system itself says whether they did. */

#include "test-window.h"
#include "window-control-case.h"

#include "services/base/gate.h"

#include <string.h>

typedef enum
{
  EVERYWHERE,
  ON_X11,
  BY_XWAYLAND, /* on sway, as a program for X11 */
} Where;

/* clang-format off */
static const struct { const char *name; const char *decorations; Where where; } programs[] = {
  { "fixture-gtk3", "server"              },
  { "fixture-gtk3", "none",   ON_X11      },
  { "fixture-gtk3", "server", BY_XWAYLAND },
  { "fixture-gtk4", "client"              },
  { "fixture-qt5",  "server", ON_X11      },
  { "fixture-qt6",  "server"              },
};
/* clang-format on */

/* Of a tiled window that lies below others. */
static const PelWindowOperation impossible[] = {
  PEL_WINDOW_FRONT,
  PEL_WINDOW_MOVE,
  PEL_WINDOW_RESIZE,
  PEL_WINDOW_MAXIMIZE,
};

static PelFixture *
start (Desk       *desk,
       const char *name,
       const char *decorations,
       const char *title,
       const char *position,
       char      **ret_id)
{
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture = pel_fixture_start (&error,
                                           name,
                                           "--title",
                                           title,
                                           "--position",
                                           position,
                                           "--decorations",
                                           decorations,
                                           NULL);

  g_assert_no_error (error);
  *ret_id = desk_await (desk, title);
  return fixture;
}

static void
expect_already (Desk *desk, const char *id, PelWindowOperation operation)
{
  g_autoptr (GError)     error = NULL;
  PelWindowReply         reply = PEL_WINDOW_PENDING;
  PelWindowOrder         order = { .window_id = id, .operation = operation };
  g_autoptr (PelDesktop) desktop = desk_run (desk, &order, &reply, &error);

  g_assert_no_error (error);
  g_assert_cmpint (reply, ==, PEL_WINDOW_ALREADY);
}

/* In front and with the keyboard are two things. */
static void
check_order (Desk *desk, const char *id, const char *other)
{
  g_autoptr (GError)     error = NULL;
  PelWindowOrder         order = { .window_id = other, .operation = PEL_WINDOW_FOCUS };
  g_autoptr (PelDesktop) desktop = desk_run (desk, &order, NULL, &error);
  PelWindowView          view;

  g_assert_no_error (error); /* it may have had the keyboard, as the last to be shown */
  expect_already (desk, other, PEL_WINDOW_FOCUS);
  view = desk_do (desk, id, PEL_WINDOW_FRONT);
  g_assert_cmpint (view.height_in_stack, >, pel_window_eye_look (other).height_in_stack);
  /* of two floating windows, sway raises the one that has the keyboard */
  g_assert_true (is_sway () ? view.is_active : pel_window_eye_look (other).is_active);
  expect_already (desk, id, PEL_WINDOW_FRONT);
  if (is_sway ())
    {
      desk_refuse (desk,
                   &(PelWindowOrder){ .window_id = id, .operation = PEL_WINDOW_BACK },
                   PEL_ERROR_CAPABILITY_UNAVAILABLE);
      return;
    }
  view = desk_do (desk, id, PEL_WINDOW_BACK);
  g_assert_cmpint (view.height_in_stack, <, pel_window_eye_look (other).height_in_stack);
  expect_already (desk, id, PEL_WINDOW_BACK);
  g_assert_true (desk_do (desk, id, PEL_WINDOW_FOCUS).is_active);
}

static void
check_place (Desk *desk, const char *id)
{
  PelWindowView view = pel_window_eye_look (id);

  desk_place (desk, id, PEL_WINDOW_MOVE, (PelNativeRect){ 333, 417, 0, 0 });
  desk_place (desk,
              id,
              PEL_WINDOW_RESIZE,
              (PelNativeRect){ 0, 0, view.width + 37, view.height + 23 });
  desk_place (desk, id, PEL_WINDOW_MOVE, (PelNativeRect){ 301, 402, 0, 0 });
}

static void
check_states (Desk *desk, const char *id)
{
  PelWindowView before = pel_window_eye_look (id), view;

  if (!is_sway ())
    {
      g_assert_true (desk_do (desk, id, PEL_WINDOW_MAXIMIZE).is_maximized);
      expect_already (desk, id, PEL_WINDOW_MAXIMIZE);
      desk_refuse (desk,
                   &(PelWindowOrder){
                       .window_id = id, .operation = PEL_WINDOW_MOVE, .bounds = { 50, 350, 0, 0 } },
                   PEL_ERROR_CAPABILITY_UNAVAILABLE);
      g_assert_false (desk_do (desk, id, PEL_WINDOW_RESTORE).is_maximized);
    }
  g_assert_true (desk_do (desk, id, PEL_WINDOW_FULLSCREEN_ON).is_fullscreen);
  view = desk_do (desk, id, PEL_WINDOW_RESTORE);
  g_assert_false (view.is_fullscreen);
  g_assert_true (desk_do (desk, id, PEL_WINDOW_MINIMIZE).is_minimized);
  expect_already (desk, id, PEL_WINDOW_MINIMIZE);
  g_assert_false (desk_do (desk, id, PEL_WINDOW_RESTORE).is_minimized);
  expect_already (desk, id, PEL_WINDOW_RESTORE);
  g_assert_true (desk_do (desk, id, PEL_WINDOW_MINIMIZE).is_minimized);
  view = desk_do (desk, id, PEL_WINDOW_FOCUS);
  g_assert_true (view.is_active && !view.is_minimized);
  /* sway takes a size that a program draws late for its wish */
  g_assert_cmpfloat (view.width, ==, is_sway () ? view.width : before.width);
  g_assert_cmpfloat (view.height, ==, is_sway () ? view.height : before.height);
}

static void
check_program (Desk *desk, const char *name, const char *decorations)
{
  g_autofree char       *id = NULL, *other = NULL;
  g_autoptr (PelFixture) fixture = start (desk, name, decorations, "told", "210,400", &id);
  g_autoptr (PelFixture) cover = start (desk, "fixture-gtk3", "server", "other", "260,420", &other);

  g_test_message ("%s, decorations %s", name, decorations);
  check_order (desk, id, other);
  check_place (desk, id);
  check_states (desk, id);
  g_assert_false (desk_do (desk, id, PEL_WINDOW_CLOSE).is_there);
  pel_fixture_expect (fixture, "closed");
}

/* A tiled window's place belongs to sway; it comes back from the scratchpad as it was. The keyboard
 * stays with a tiled one when a floating one comes to the front. */
static void
test_tiled (Desk *desk, gconstpointer unused)
{
  g_autofree char       *id = NULL, *other = NULL, *third = NULL;
  g_autofree char       *command = NULL;
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture = start (desk, "fixture-gtk3", "server", "tiled", "0,0", &id);
  g_autoptr (PelFixture) one = start (desk, "fixture-gtk3", "server", "one", "0,0", &other);
  g_autoptr (PelFixture) two = start (desk, "fixture-gtk3", "server", "two", "0,0", &third);

  command = g_strdup_printf ("[con_id=%s] floating disable, focus", id);
  pel_sway_command (command, &error);
  g_assert_no_error (error);
  g_assert_true (desk_do (desk, other, PEL_WINDOW_FRONT).height_in_stack >
                 pel_window_eye_look (third).height_in_stack);
  g_assert_true (pel_window_eye_look (id).is_active);
  for (guint i = 0; i < G_N_ELEMENTS (impossible); i++)
    desk_refuse (desk,
                 &(PelWindowOrder){
                     .window_id = id, .operation = impossible[i], .bounds = { 10, 20, 300, 200 } },
                 PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_true (desk_do (desk, id, PEL_WINDOW_MINIMIZE).is_minimized);
  g_assert_cmpint (desk_do (desk, id, PEL_WINDOW_RESTORE).height_in_stack, ==, 0);
}

static void
test_operations (Desk *desk, gconstpointer unused)
{
  g_autofree char *backend = g_strdup (g_getenv ("GDK_BACKEND"));

  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      if (!pel_fixture_is_built (programs[i].name) ||
          programs[i].where == (is_sway () ? ON_X11 : BY_XWAYLAND))
        {
          g_test_message ("no %s here", programs[i].name);
          continue;
        }
      if (programs[i].where == BY_XWAYLAND)
        g_setenv ("GDK_BACKEND", "x11", TRUE);
      check_program (desk, programs[i].name, programs[i].decorations);
      g_setenv ("GDK_BACKEND", backend != NULL ? backend : "", TRUE);
    }
}

static void run (const char *format, ...) G_GNUC_PRINTF (1, 2);

static void
run (const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *line = NULL;
  va_list            args;
  int                status;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  g_spawn_command_line_sync (line, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

/* Where it is on another workspace, that one is shown. */
static void
check_elsewhere (Desk *desk, const char *id, PelWindowOperation operation)
{
  gint64         deadline = g_get_monotonic_time () + 30 * G_TIME_SPAN_SECOND;
  PelWindowState states = PEL_WINDOW_VISIBLE;

  if (is_sway ())
    run ("swaymsg -q '[con_id=%s] move container to workspace elsewhere; workspace 1'", id);
  else
    run ("sh -c 'wmctrl -s 0 && wmctrl -i -r %s -t 1'", id);
  while ((states & PEL_WINDOW_VISIBLE) != 0)
    {
      g_autoptr (PelDesktop) desktop = desk_query (desk);
      PelWindow             *window = pel_desktop_find_window (desktop, id);

      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      states = window != NULL ? pel_window_get_info (window)->states : states;
    }
  desk_do (desk, id, operation);
  g_free (desk_await (desk, "elsewhere"));
}

static void
test_elsewhere (Desk *desk, gconstpointer unused)
{
  g_autofree char       *id = NULL, *other = NULL;
  g_autoptr (PelFixture) fixture =
      start (desk, "fixture-gtk3", "server", "elsewhere", "210,400", &id);
  g_autoptr (PelFixture) stays = start (desk, "fixture-gtk3", "server", "here", "260,420", &other);

  check_elsewhere (desk, id, PEL_WINDOW_FOCUS);
  g_assert_true (pel_window_eye_look (id).is_active);
  check_elsewhere (desk, id, PEL_WINDOW_FRONT);
}

/* Smaller than its program, or sway, allows: it is told how large it became. */
static void
test_smaller (Desk *desk, gconstpointer unused)
{
  g_autofree char       *id = NULL, *size = NULL;
  g_autoptr (PelFixture) fixture = start (desk, "fixture-gtk3", "none", "small", "210,400", &id);
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelDesktop) desktop = NULL;
  PelWindowOrder         order = {
            .window_id = id, .operation = PEL_WINDOW_RESIZE, .bounds = { 0, 0, 30, 20 }, .timeout_ms = 4000
  };
  PelWindowView view;

  desktop = desk_run (desk, &order, NULL, &error);
  view = pel_window_eye_look (id);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_COMMAND_FAILED);
  g_test_message ("%s", error->message);
  size = g_strdup_printf ("%g×%g", view.width, view.height);
  g_assert_nonnull (strstr (error->message, size));
  g_assert_true (json_object_get_boolean_member (pel_error_get_details (error), "sent"));
}

static void
test_stays_open (Desk *desk, gconstpointer unused)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "stays", "--stay-open", NULL);
  g_autofree char *id = desk_await (desk, "stays");
  PelWindowReply   reply = PEL_WINDOW_DONE;
  PelWindowOrder   order = { .window_id = id, .operation = PEL_WINDOW_CLOSE, .timeout_ms = 4000 };
  g_autoptr (PelDesktop) desktop = desk_run (desk, &order, &reply, &error);

  g_assert_no_error (error);
  g_assert_cmpint (reply, ==, PEL_WINDOW_PENDING);
  pel_fixture_expect (fixture, "asked to close");
  g_assert_true (pel_window_eye_look (id).is_there);
}

/* Whose program has ended, at once or before the order has come about. */
static void
test_gone (Desk *desk, gconstpointer unused)
{
  g_autofree char       *id = NULL;
  g_autoptr (PelFixture) fixture = start (desk, "fixture-gtk3", "none", "gone", "210,400", &id);
  gint64                 deadline = g_get_monotonic_time () + 30 * G_TIME_SPAN_SECOND;

  g_clear_pointer (&fixture, pel_fixture_stop);
  while (pel_window_eye_look (id).is_there)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
  desk_refuse (desk,
               &(PelWindowOrder){ .window_id = id, .operation = PEL_WINDOW_FOCUS },
               PEL_ERROR_WINDOW_NOT_FOUND);
  desk_refuse (desk,
               &(PelWindowOrder){ .window_id = "no such id", .operation = PEL_WINDOW_FOCUS },
               PEL_ERROR_WINDOW_NOT_FOUND);
}

/* What is ours is nobody's target. */
static void
test_ours (Desk *desk, gconstpointer unused)
{
  const PelTestPatch        patch = { 0, 0, 300, 200, 0x12ab34 };
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) window = pel_test_window_new ("ours", 300, 200, &patch, 1, &error);
  g_autofree char          *id = NULL;

  g_assert_no_error (error);
  id = desk_await (desk, "ours");
  for (PelWindowOperation i = 0; i < PEL_N_WINDOW_OPERATIONS; i++)
    {
      PelWindowOrder order = { .window_id = id, .operation = i, .bounds = { 40, 340, 333, 222 } };
      g_autoptr (GError)     refusal = NULL;
      PelWindowReply         reply = PEL_WINDOW_DONE;
      g_autoptr (PelDesktop) desktop = desk_run (desk, &order, &reply, &refusal);

      if (desktop != NULL) /* nothing needed to be done */
        g_assert_cmpint (reply, ==, PEL_WINDOW_ALREADY);
      else
        g_assert_error (refusal, PEL_ERROR, PEL_ERROR_DENIED);
    }
  g_assert_true (pel_window_eye_look (id).is_there);
}

/* While acting is stopped, nothing goes out. */
static void
test_stopped (Desk *desk, gconstpointer unused)
{
  g_autofree char       *id = NULL;
  g_autoptr (PelFixture) fixture = start (desk, "fixture-gtk3", "none", "kept", "210,400", &id);

  pel_gate_close (PEL_GATE_STOPPED);
  desk_refuse (desk,
               &(PelWindowOrder){ .window_id = id, .operation = PEL_WINDOW_MINIMIZE },
               PEL_ERROR_DENIED);
  pel_gate_open (PEL_GATE_STOPPED);
  g_assert_false (pel_window_eye_look (id).is_minimized);
  g_assert_true (desk_do (desk, id, PEL_WINDOW_MINIMIZE).is_minimized);
}

/* clang-format off */
static const struct { const char *path; void (*test) (Desk *desk, gconstpointer unused); } tests[] = {
  { "/window-control/operations/all",    test_operations },
  { "/window-control/workspace/shown",   test_elsewhere  },
  { "/window-control/refused/smaller",   test_smaller    },
  { "/window-control/close/stays-open",  test_stays_open },
  { "/window-control/gone/not-found",    test_gone       },
  { "/window-control/guard/ours",        test_ours       },
  { "/window-control/gate/stopped",      test_stopped    },
};
/* clang-format on */

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Desk, NULL, desk_open, tests[i].test, desk_close);
  if (is_sway ())
    g_test_add ("/window-control/operations/tiled", Desk, NULL, desk_open, test_tiled, desk_close);
  return g_test_run ();
}
