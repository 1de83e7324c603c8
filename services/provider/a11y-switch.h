/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* The desktop's accessibility service on the session bus: its switch, which some toolkits look at
 * when they start, and the address of the accessibility bus. */

typedef struct
{
  gboolean is_enabled; /* org.a11y.Status.IsEnabled */
  char    *address;    /* of the accessibility bus */
} PelA11ySwitch;

void pel_a11y_switch_free (PelA11ySwitch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelA11ySwitch, pel_a11y_switch_free)

/* Reading starts the service where it is not running. */
void           pel_a11y_switch_read_async (GDBusConnection    *session_bus,
                                           GCancellable       *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer            user_data);
PelA11ySwitch *pel_a11y_switch_read_finish (GAsyncResult *result, GError **error);

void     pel_a11y_switch_enable_async (GDBusConnection    *session_bus,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data);
gboolean pel_a11y_switch_enable_finish (GAsyncResult *result, GError **error);
