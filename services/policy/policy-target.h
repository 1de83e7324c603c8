/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/policy/policy-question.h"

/* What a snapshot holds about an element, for a question about it: window, program, role and name.
 * The executable is that of the program's process. What is done to it and how it was found is left
 * for the caller to say. The rest lives as long as @snapshot. */
PelPolicyTarget pel_policy_target_from_element (PelSnapshot *snapshot, PelElementId id);

/* The same of a window; (nullable): of a place where there is none. */
PelPolicyTarget pel_policy_target_from_window (PelWindow *window);

/* Frees what the target owns: the executable. */
void pel_policy_target_clear (PelPolicyTarget *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelPolicyTarget, pel_policy_target_clear)
