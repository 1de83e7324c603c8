/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action.h"

/* Which element does it: mostly @id itself, else a part that stands for it, as a scroll bar for
 * what is scrolled. Never PEL_ELEMENT_NONE. */
PelElementId
pel_action_find_agent (const PelAction *action, PelSnapshot *snapshot, PelElementId id);
