/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/errand.h"

/* (transfer full) (nullable): with which arguments an errand comes, for the person who is asked:
 * “button: “right”, clicks: 2”. Those that only say where, how long and what afterwards are left
 * out; NULL where there are no others. What is secret (nullable) stays so. */
char *pel_errand_dup_details (const PelErrand *self, const char *secret);
