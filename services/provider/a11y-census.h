/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/* One program on the accessibility bus, as it says of itself; only the process id is the bus's
 * own word. */
typedef struct
{
  char    *bus_name;
  pid_t    pid;
  char    *name;
  char    *toolkit; /* "gtk", "GTK", "Qt", "Chromium"; (nullable) */
  char    *toolkit_version;
  int      n_children; /* windows that it exposes; -1 where it did not say */
  gboolean is_answering;
} PelA11yProgram;

/* Who is on the accessibility bus at @address. Every program is asked at once, a few small
 * questions each, and has half a second for them: one that hangs holds no one up. The array owns
 * its PelA11yProgram elements. */
void       pel_a11y_census_async (const char         *address,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
GPtrArray *pel_a11y_census_finish (GAsyncResult *result, GError **error);
