/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action.h"

/**
 * PelActionPlan:
 *
 * The acts that a wish becomes, one after another, or a gesture where it takes real input; neither
 * where what is wanted holds already.
 */
typedef struct
{
  GPtrArray *acts; /* of PelElementAct, without their timeouts */
  gboolean   is_already;

  gboolean    is_by_hand;
  gboolean    needs_focus; /* the element must have the keyboard first */
  gboolean    needs_point; /* a click must reach it */
  PelGesture *gesture;     /* (nullable) by hand: none where it cannot be reached */

  char *deed; /* “do action “click””, for people; "" where there is nothing to do */
} PelActionPlan;

void pel_action_plan_free (PelActionPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelActionPlan, pel_action_plan_free)

/* What has to be read of the agent before it can be planned. */
PelReadingFlags pel_action_get_needs (PelVerb verb);

/* Pure: from what was seen and read to what is to be done. @agent is the one that
 * pel_action_find_agent() named, @reading is of it. Fails with PEL_ERROR_PATTERN_UNSUPPORTED, with
 * * “patterns” and “actions” of the element in the details, and PEL_ERROR_INVALID_ARGUMENT. */
PelActionPlan *pel_action_plan_new (const PelAction         *action,
                                    PelSnapshot             *snapshot,
                                    PelElementId             id,
                                    PelElementId             agent,
                                    const PelElementReading *reading,
                                    GError                 **error);
