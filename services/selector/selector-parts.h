/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector.h"

/* For who builds a selector: empty ones, and how a part that is not yet in one is given up. A part
 * that is appended to the array it belongs to is freed with it. */

PelSelector *pel_selector_new (void);

void pel_selector_alternative_init (PelSelectorAlternative *self);
void pel_selector_alternative_clear (PelSelectorAlternative *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelSelectorAlternative, pel_selector_alternative_clear)

/* With an empty array of terms where it is a MATCH. */
void pel_selector_step_init (PelSelectorStep *self, PelSelectorStepKind kind);
void pel_selector_step_clear (PelSelectorStep *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelSelectorStep, pel_selector_step_clear)

void pel_selector_term_clear (PelSelectorTerm *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelSelectorTerm, pel_selector_term_clear)
