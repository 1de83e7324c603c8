/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/bus-address.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

char *
pel_bus_address_find (GError **error)
{
  const char      *address = g_getenv ("DBUS_SESSION_BUS_ADDRESS");
  g_autofree char *socket = g_build_filename (g_get_user_runtime_dir (), "bus", NULL);

  if (address != NULL && address[0] != '\0')
    return g_strdup (address);
  if (g_file_test (socket, G_FILE_TEST_EXISTS))
    {
      g_autofree char *escaped = g_dbus_address_escape_value (socket);

      return g_strconcat ("unix:path=", escaped, NULL);
    }
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Log in to a desktop, or use dbus-run-session"),
                 _ ("No session bus is available"));
  return NULL;
}
