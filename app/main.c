/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* pellucid-session: the one process of a desktop that sees and acts. */

#include "config.h"

#include "app/application.h"
#include "services/base/error.h"
#include "services/base/privacy.h"
#include "services/base/strict-log.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <unistd.h>

static int
fail (const char *message, int exit_code)
{
  g_printerr ("%s\n", message);
  return exit_code;
}

/* Asked to end, it goes as from its menu. */
static gboolean
quit_cb (gpointer user_data)
{
  g_application_quit (G_APPLICATION (user_data));
  return G_SOURCE_REMOVE;
}

int
main (int argc, char **argv)
{
  g_autoptr (PelApplication) application = NULL;
  g_autoptr (GError)         error = NULL;
  int no_display = pel_error_get_exit_code (PEL_ERROR_CAPABILITY_UNAVAILABLE);

  pel_privacy_forbid_cores ();
  pel_strict_log_init ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, PEL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  /* Ctrl+C at the terminal of the client that started us is not for us */
  setsid ();

  if (!gtk_init_check ())
    return fail (_ ("Cannot connect to the display"), no_display);
  g_set_prgname (PEL_APP_ID);
  application = pel_application_new ();
  if (!g_application_register (G_APPLICATION (application), NULL, &error))
    /* another session was first, and serves all clients: that is as good */
    return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_FAILED)
               ? 0
               : fail (error->message, pel_error_get_exit_code (pel_error_get_code (error)));
  g_unix_signal_add (SIGTERM, quit_cb, application);
  g_unix_signal_add (SIGINT, quit_cb, application);
  return g_application_run (G_APPLICATION (application), argc, argv);
}
