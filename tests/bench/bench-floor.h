/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* How long @n_pings empty calls to a program take over a new connection to the bus at @address, as
 * many at a time as the provider has under way: nothing that asks as often can be faster. */
gboolean bench_floor_measure (
    const char *address, const char *bus_name, guint n_pings, double *ret_ms, GError **error);
