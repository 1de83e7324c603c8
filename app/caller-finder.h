/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/caller.h"

/* Who a name on the bus is, as reported by the bus and the kernel. Never fails: one of whom nothing
 * is known is an agent. The bus answers at once or not at all: there is a limit of a second. */
void       pel_caller_finder_find_async (GDBusConnection    *connection,
                                         const char         *name,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
PelCaller *pel_caller_finder_find_finish (GAsyncResult *result);
