/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action-plan.h"

/* Pure: what a person would do with pointer and keys. FALSE: no gesture stands for this verb. */
gboolean pel_gesture_plan (const PelAction *action,
                           PelSnapshot     *snapshot,
                           PelElementId     id,
                           PelActionPlan   *plan);

/* Whether text can be typed into the element itself. What only holds such an element does not
 * count: the element in it that has the focus was not approved. */
gboolean pel_action_takes_text (PelSnapshot *snapshot, PelElementId id);

/* Whether it is one click of the left button with nothing held. */
gboolean pel_action_is_plain_click (const PelAction *action);
