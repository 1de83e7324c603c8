/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* Whether something can be shown above the windows of @desktop. Fails with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE, or the error that drawing ended with. */
gboolean pel_overlay_check (const PelToolContext *context, PelDesktop *desktop, GError **error);
