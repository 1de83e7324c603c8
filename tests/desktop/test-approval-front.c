/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A question is seen, also by somebody who works in a window that fills the screen. */

#include "config.h"

#include "approval-case.h"
#include "pixel-oracle.h"
#include "sway-ipc.h"

#if HAVE_X11
#include "x11-reply.h"
#endif

#define GROUND    0xf6f5f4 /* of the dialog: the fixture has no such colour */
#define TOLERANCE 4

/* (transfer full): a window by its title, as “windows” tells of it. */
static JsonObject *
find_window (const char *title)
{
  g_autofree char       *line = g_strdup_printf ("windows --json --filter '%s'", title);
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);
  g_autoptr (JsonObject) data = pel_command_parse_data (command);
  JsonArray             *windows = json_object_get_array_member (data, "windows");

  g_assert_cmpuint (json_array_get_length (windows), >, 0);
  return json_object_ref (json_array_get_object_element (windows, 0));
}

#if HAVE_X11

static xcb_atom_t
intern (xcb_connection_t *xcb, const char *name)
{
  g_autoptr (GError)       error = NULL;
  xcb_intern_atom_reply_t *reply =
      pel_x11_await (xcb, xcb_intern_atom (xcb, FALSE, strlen (name), name).sequence, &error);
  xcb_atom_t atom;

  g_assert_no_error (error);
  atom = reply->atom;
  free (reply);
  return atom;
}

static void
fill_x11 (xcb_window_t window)
{
  g_autoptr (GError)         error = NULL;
  xcb_connection_t          *xcb = pel_x11_connect (&error);
  xcb_window_t               root = xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root;
  xcb_client_message_event_t event = { .response_type = XCB_CLIENT_MESSAGE,
                                       .format = 32,
                                       .window = window,
                                       .type = intern (xcb, "_NET_WM_STATE") };

  event.data.data32[0] = 1; /* add */
  event.data.data32[1] = intern (xcb, "_NET_WM_STATE_FULLSCREEN");
  event.data.data32[3] = 2; /* as a pager asks, for the person */
  xcb_send_event (xcb,
                  FALSE,
                  root,
                  XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY,
                  (const char *) &event);
  g_assert_true (pel_x11_sync (xcb, &error));
  xcb_disconnect (xcb);
}

#endif

static PelOracleBox
get_bounds (JsonObject *window)
{
  JsonObject *bounds = json_object_get_object_member (window, "bounds");

  return (PelOracleBox){ json_object_get_int_member (bounds, "x"),
                         json_object_get_int_member (bounds, "y"),
                         json_object_get_int_member (bounds, "width"),
                         json_object_get_int_member (bounds, "height") };
}

/* Where the program is and the dialog is not. */
static void
click_corner (void)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelTestInput)   input = pel_test_input_new (&error);
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);

  g_assert_true (pel_test_input_move (input, 20, image->height - 20, &error));
  g_assert_true (pel_test_input_click (input, 1, &error));
}

/* The program fills its screen, and the person works in it. */
static void
fill_screen (void)
{
  gint64                     deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GError)         error = NULL;
  g_autoptr (JsonObject)     window = find_window ("fixture");
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);
  PelOracleBox               box = get_bounds (window);

#if HAVE_X11
  if (!is_on ("sway"))
    fill_x11 (strtoul (json_object_get_string_member (window, "window_id"), NULL, 0));
#endif
  if (is_on ("sway"))
    g_assert_true (pel_sway_command ("fullscreen enable", &error));
  while (box.width != image->width || box.height != image->height)
    {
      g_clear_pointer (&window, json_object_unref);
      window = find_window ("fixture");
      box = get_bounds (window);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  click_corner ();
}

/* How much of the place of the dialog is the dialog. */
static double
measure_dialog (void)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (JsonObject)     window = find_dialog ();
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);
  PelOracleBox               box;
  guint                      n = 0, n_all = 0;

  if (window == NULL || !json_object_has_member (window, "bounds"))
    return 0;
  box = get_bounds (window);
  for (int y = MAX (box.y, 0); y < MIN (box.y + box.height, image->height); y++)
    for (int x = MAX (box.x, 0); x < MIN (box.x + box.width, image->width); x++)
      {
        guint32 pixel = pel_oracle_read (image, x, y);
        guint   off = 0;

        for (guint shift = 0; shift < 24; shift += 8)
          off = MAX (off, (guint) ABS ((int) (pixel >> shift & 255) - (GROUND >> shift & 255)));
        n += off <= TOLERANCE;
        n_all++;
      }
  return n_all > 0 ? (double) n / n_all : 0;
}

/* Whoever types does not have to stop: a window manager may then keep the dialog in the back. */
static void
type_on (Case *self)
{
  gint64                   deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  gboolean                 is_there = FALSE;

  self->call = pel_command_start (NULL, ACT);
  while (!is_there)
    {
      g_autoptr (JsonObject) window = NULL;

      g_assert_true (pel_test_input_type (input, "abcdefgh", &error));
      window = find_dialog ();
      is_there = window != NULL;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static void
expect_dialog (void)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  while (measure_dialog () < 0.4)
    {
      if (g_get_monotonic_time () < deadline)
        continue;
      pel_oracle_save (pel_oracle_capture (NULL, NULL), "wrong-front.png", NULL);
      g_error ("the dialog cannot be seen; see wrong-front.png");
    }
}

/* It is seen, and on X11, where the window goes on to fill the screen, also by who goes on to work
 * in that. */
static void
test_full_screen (Case *self, gconstpointer unused)
{
  fill_screen ();
  type_on (self);
  expect_dialog ();
  if (is_on ("sway"))
    return;
  click_corner ();
  wait_ms (AFTER_MS);
  expect_dialog ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/approval-front/full-screen",
              Case,
              NULL,
              set_up_program,
              test_full_screen,
              tear_down);

  return g_test_run ();
}
