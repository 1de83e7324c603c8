/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition-check.h"

/* Checks a leaf of a condition: fills in what is seen of it and its verdict. What must be read
 * first is added to @wanted (of PelWanted). */
void pel_leaf_check (PelLeaf                *self,
                     const PelCondition     *condition,
                     const PelConditionView *view,
                     GArray                 *wanted);

/* Whether what a leaf is about has ended since it was first seen; the error says what. Remembers
 * what it is about now. */
gboolean pel_leaf_is_lost (PelLeaf                *self,
                           const PelCondition     *condition,
                           const PelConditionView *view,
                           GError                **error);

/* Whether @print (of what it is about) has been the same for long enough; else in how many ms it
 * will have been. */
void pel_leaf_check_quiet (PelLeaf *self, PelFingerprint print, guint for_ms, gint64 now);

/* (transfer full): of the bus names of the programs that an “idle” one is about. */
GPtrArray *pel_leaf_find_idle_programs (const PelCondition *condition, PelSnapshot *snapshot);

/* Of an “idle” one. */
void
pel_leaf_check_idle (PelLeaf *self, const PelCondition *condition, const PelConditionView *view);
