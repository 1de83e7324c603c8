/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "config.h"

#include <glib.h>

#if HAVE_LIBELOGIND
#include <elogind/sd-bus.h>
#elif HAVE_BASU
#include <basu/sd-bus.h>
#else
#include <systemd/sd-bus.h>
#endif

/* Calls of a walk are many: dispatch takes turns with redrawing, a bounded number at a time. Below
 * it, a window that is drawn without a pause, as with a spinner where drawing is slow, would be all
 * that ever happens. The number is that of GDK_PRIORITY_REDRAW, which is not known here. */
#define PEL_BUS_PRIORITY (G_PRIORITY_HIGH_IDLE + 20)

/* A connection to the message bus at @address, which is someone's text: only one socket of this
 * machine will do, since sd-bus would run a program for “unixexec:”. Its Hello is under way.
 * (transfer full) (nullable) */
sd_bus *pel_bus_open (const char *address);

/* Called once, when the connection has ended. All calls in flight have failed by then. */
typedef void (*PelBusClosedFunc) (gpointer user_data);

/* Runs @bus on the default main context until it closes. Destroy the source before the bus goes. */
GSource *pel_bus_source_new (sd_bus *bus, PelBusClosedFunc closed, gpointer user_data);
