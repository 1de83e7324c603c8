/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition.h"

#include <gio/gio.h>

/* Reads every baseline of a condition once, before anybody waits for it. Fails with
 * PEL_ERROR_INVALID_ARGUMENT where one is missing or no PNG, and when it is cancelled. */
void     pel_baselines_check_async (const PelCondition *condition,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
gboolean pel_baselines_check_finish (GAsyncResult *result, GError **error);
