/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/errand.h"

/* (transfer full) (nullable): with which arguments an errand comes, for the person who is asked:
 * “button: “right”, clicks: 2”. What says most stands first, and no value is so long that it hides
 * the next. Those that only say how long and what afterwards are left out, and the target where
 * @aim shows it; NULL where there are no others. */
char *pel_errand_dup_details (const PelErrand *self, const PelAim *aim);
