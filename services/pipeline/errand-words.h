/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/errand.h"

/* (transfer full): what an errand wants, in words for the person who is asked: what the tool does,
 * and with which arguments, less those that only say where, how long and what afterwards. What is
 * secret (nullable) stays so. */
char *pel_errand_dup_words (const PelErrand *self, const char *secret);
