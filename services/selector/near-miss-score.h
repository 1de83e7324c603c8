/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/element-answer.h"

/* (transfer full): of PelElementId: those of @ranges (of PelElementRange) that come nearest to a
 * MATCH that none of them is, the best first, at most @max. One for which nothing holds that tells
 * elements apart, and nothing is similar, is none; a program that is another than the one that was
 * asked for is named once. */
GArray *pel_near_miss_rank (const PelSelectorStep *step,
                            PelAnswers            *answers,
                            const GArray          *ranges,
                            guint                  max);
