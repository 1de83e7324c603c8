/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/* What a program says on the accessibility bus, read with plain GDBus calls and no code of the
 * product. Everything waits at most twenty seconds. Interfaces are named short: “Accessible”. */

#define PEL_A11Y_ROOT "/org/a11y/atspi/accessible/root"
#define PEL_A11Y_NODE "/org/a11y/atspi/accessible/"

/* One accessible object. */
typedef struct
{
  char *bus_name;
  char *path;
  char *name;
  char *id; /* AccessibleId, else the attribute “id”; "" if it has neither */
  guint role;
} PelA11yNode;

void pel_a11y_node_free (PelA11yNode *self);

GDBusConnection *pel_a11y_connect (GError **error); /* (transfer full) */

/* The body of the answer. (transfer full) */
GVariant *pel_a11y_call (GDBusConnection *bus,
                         const char      *bus_name,
                         const char      *path,
                         const char      *interface,
                         const char      *method,
                         GVariant        *arguments,
                         GError         **error);

/* The value, out of its variant. (transfer full) */
GVariant *pel_a11y_get (GDBusConnection *bus,
                        const char      *bus_name,
                        const char      *path,
                        const char      *interface,
                        const char      *property,
                        GError         **error);

/* The process behind a name; 0: it is gone. */
/* Sets the number that it has, as someone with a screen reader does. */
gboolean
pel_a11y_set_number (GDBusConnection *bus, const PelA11yNode *node, double number, GError **error);

pid_t pel_a11y_get_pid (GDBusConnection *bus, const char *bus_name);

/* The bus name of the program of a process or of a descendant, as soon as the registry lists it.
 * (transfer full) (nullable) */
char *pel_a11y_wait_program (GDBusConnection *bus, pid_t pid, int timeout_ms);

/* The tree below the root of a program, at most @max nodes. (element-type PelA11yNode)
 * (transfer full) */
GPtrArray *pel_a11y_walk (GDBusConnection *bus, const char *bus_name, guint max);

/* The same, without what is below nodes of the role @leaf. */
GPtrArray *pel_a11y_walk_to (GDBusConnection *bus, const char *bus_name, guint max, guint leaf);

/* org.a11y.Status.IsEnabled on the session bus; fail the test where it cannot be reached. */
gboolean pel_a11y_read_switch (void);
void     pel_a11y_set_switch (gboolean is_on);
