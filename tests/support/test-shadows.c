/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With xfwm4 and a compositor a GTK program draws its own shadow inside its window and says so in
 * _GTK_FRAME_EXTENTS; with openbox it does not. Tests of geometry rely on both. */

#include "x11-reply.h"

#include <gtk/gtk.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#define WINDOW_MS 20000
#define TICK_US   20000

static char *self_path;

static void G_GNUC_NORETURN
show_window (void)
{
  GtkWidget *window;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  gtk_init ();
  window = gtk_window_new ();
  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 300);
  gtk_window_present (GTK_WINDOW (window));
  while (TRUE)
    g_main_context_iteration (NULL, TRUE);
}

/* Up to four numbers of a property. */
static guint
read_property (xcb_connection_t *connection, xcb_window_t window, const char *name, guint32 *ret)
{
  xcb_atom_t                atom = pel_x11_intern (connection, name);
  xcb_get_property_reply_t *reply =
      pel_x11_await (connection,
                     xcb_get_property (connection, 0, window, atom, XCB_GET_PROPERTY_TYPE_ANY, 0, 4)
                         .sequence,
                     NULL);
  guint length = reply != NULL ? (guint) xcb_get_property_value_length (reply) : 0;

  if (length > 0)
    memcpy (ret, xcb_get_property_value (reply), length);
  free (reply);
  return length / 4;
}

static xcb_window_t
await_client (xcb_connection_t *connection)
{
  xcb_window_t root = xcb_setup_roots_iterator (xcb_get_setup (connection)).data->root;
  gint64       end = g_get_monotonic_time () + WINDOW_MS * 1000;
  guint32      clients[4];

  while (read_property (connection, root, "_NET_CLIENT_LIST", clients) == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_usleep (TICK_US);
    }
  return clients[0];
}

static void
test_shadows (void)
{
  g_autoptr (GError)              error = NULL;
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess)         program = NULL;
  xcb_connection_t               *connection = pel_x11_connect (&error);
  guint32                         extents[4] = { 0 };
  xcb_window_t                    client;

  g_assert_no_error (error);
  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  program = g_subprocess_launcher_spawn (launcher, &error, self_path, "--window", NULL);
  g_assert_no_error (error);
  client = await_client (connection);
  if (strcmp (g_getenv ("PEL_DESKTOP_KIND"), "x11-xfwm") == 0)
    {
      g_assert_cmpuint (read_property (connection, client, "_GTK_FRAME_EXTENTS", extents), ==, 4);
      for (gsize i = 0; i < G_N_ELEMENTS (extents); i++)
        g_assert_cmpuint (extents[i], >, 0);
    }
  else
    g_assert_cmpuint (read_property (connection, client, "_GTK_FRAME_EXTENTS", extents), ==, 0);
  g_subprocess_send_signal (program, SIGKILL);
  g_subprocess_wait (program, NULL, NULL);
  xcb_disconnect (connection);
}

int
main (int argc, char **argv)
{
  if (argc == 2 && strcmp (argv[1], "--window") == 0)
    show_window ();

  self_path = argv[0];
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desktops/shadows", test_shadows);
  return g_test_run ();
}
