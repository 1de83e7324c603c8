/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action.h"

/* Sets PEL_ERROR_PATTERN_UNSUPPORTED: the element does not do this, and “patterns” and “actions” in
 * the details list what it supports instead. */
void pel_action_refuse (const PelAction         *action,
                        const PelElement        *element,
                        const PelElementReading *reading,
                        GError                 **error);
