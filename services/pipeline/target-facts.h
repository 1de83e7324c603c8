/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/errand.h"

/* What the policy is told of a target. Programs and windows are named by what the kernel and the
 * window system know of them as well as by what they call themselves. */
typedef struct
{
  PelPolicyTarget target;     /* borrows from the aim, the errand and this */
  char           *executable; /* (nullable) */
} PelTargetFacts;

void pel_target_facts_init (PelTargetFacts *self, const PelAim *aim, const PelErrand *errand);
void pel_target_facts_clear (PelTargetFacts *self);
