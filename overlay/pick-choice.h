/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/region/picker.h"
#include "services/region/region-registry.h"

/**
 * PelPickChoice:
 *
 * What a person has chosen so far, and how that is marked: a GPtrArray that owns PelPickeds, the
 * last chosen first, none twice.
 */
typedef GPtrArray PelPickChoice;

PelPickChoice *pel_pick_choice_new (void);

/* One more, which a second time is none. */
void pel_pick_choice_toggle (PelPickChoice *self, PelSnapshot *snapshot, PelElementId id);

/* As the last one, whether it had been chosen before or not. */
void pel_pick_choice_put_last (PelPickChoice *self, PelSnapshot *snapshot, PelElementId id);

/* Marks all of it as selected, instead of what was. */
void pel_pick_choice_mark (PelPickChoice *self, PelRegionRegistry *registry);

/* The same for a moment, so that the person sees what was understood. */
void pel_pick_choice_confirm (PelPickChoice *self, PelRegionRegistry *registry);
