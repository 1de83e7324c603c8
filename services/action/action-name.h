/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/verb.h"
#include "services/element/element-reading.h"

/* How toolkits call what a verb asks for: one table for all of them, each row with its test. */

/* An action does one thing, or it turns the present state into the other one. */
typedef enum
{
  PEL_ACTION_NAME_NONE,
  PEL_ACTION_NAME_SETS,
  PEL_ACTION_NAME_FLIPS,
} PelActionNameKind;

/* The action among @actions (of PelActionInfo) that fits @verb best on an element of this role;
 * @ret_index is set where it is not PEL_ACTION_NAME_NONE. What only some roles mean by a name
 * (“press” opens a combo box) is taken of those only. */
PelActionNameKind
pel_action_name_find (const GArray *actions, PelVerb verb, PelRole role, guint *ret_index);

/* Its index by its name, whatever the case; -1 where it has none of this name. */
int pel_action_name_find_named (const GArray *actions, const char *name);
