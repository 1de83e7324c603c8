/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition-check.h"

/* What was seen at the last check. @view is that of the check; costs more than one. */

/* (transfer full): one sentence about the leaves because of which it does not hold, translated. */
char *pel_condition_report_to_text (const PelCondition     *condition,
                                    const PelConditionView *view,
                                    PelConditionMemory     *memory);

/* (transfer full): of each leaf {condition, holds, matches, seen, near_misses?, windows?,
 * n_different?, changes?}. */
JsonArray *pel_condition_report_to_json (const PelCondition     *condition,
                                         const PelConditionView *view,
                                         PelConditionMemory     *memory);
