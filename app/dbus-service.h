/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/**
 * PelDbusService:
 *
 * The object through which other processes call tools. It knows who its callers are by their bus
 * names: a caller that leaves the bus takes its calls with it.
 */
#define PEL_TYPE_DBUS_SERVICE (pel_dbus_service_get_type ())
G_DECLARE_FINAL_TYPE (PelDbusService, pel_dbus_service, PEL, DBUS_SERVICE, GObject)

#define PEL_SESSION_INTERFACE "io.github.pellucid.Session1"

/* @context is borrowed. Signals "client-arrived" and "client-left" report callers. */
PelDbusService *pel_dbus_service_new (const PelToolContext *context);

gboolean pel_dbus_service_export (PelDbusService  *self,
                                  GDBusConnection *connection,
                                  const char      *object_path,
                                  GError         **error);
void     pel_dbus_service_unexport (PelDbusService *self);

/* How many callers are on the bus now. */
guint pel_dbus_service_get_n_clients (PelDbusService *self);
