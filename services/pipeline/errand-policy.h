/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/errand.h"
#include "services/policy/policy-store.h"

/* (transfer full): what the policy says to an errand, at @aim (nullable: before that is known). Of
 * several ends of it, the least allowed decides; it counts once where @is_counted. */
PelPolicyVerdict *pel_errand_decide (const PelErrand *self,
                                     const PelAim    *aim,
                                     PelPolicyStore  *store,
                                     PelPolicyStep    step,
                                     gboolean         is_counted);

/* FALSE with an error where an end of it is ours, or is not an element of the program that shows
 * it: a program can list objects of another one among its own, and what it says about itself, its
 * window and its executable would then speak for another program. */
gboolean pel_aim_check_owners (const PelAim *self, GError **error);

/* (nullable): what is set or typed, where it must not be written down: until the target (@aim,
 * nullable) is known, and where it goes into a window, it may be meant for a field for secrets. */
const char *pel_errand_get_secret (const PelErrand *self, const PelAim *aim);

/* (transfer full): the arguments, without a value that is @secret (nullable). */
JsonObject *pel_errand_dup_arguments (const PelErrand *self, const char *secret);
