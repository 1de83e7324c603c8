/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* Where the session bus is, without starting one of our own: GIO would, over X11. (transfer full);
 * fails with PEL_ERROR_CAPABILITY_UNAVAILABLE. */
char *pel_bus_address_find (GError **error);
