/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/errand.h"
#include "services/tool/target.h"

/* What the tools that act on an element share: their arguments become an errand, which goes through
 * the pipeline, and its report becomes their result. */

/* clang-format off */
#define PEL_ACT_TARGET_FIELD \
  { "target", PEL_FIELD_TARGET, PEL_FIELD_REQUIRED, PEL_TARGET_SUMMARY }

#define PEL_ACT_FIELDS \
  PEL_TARGET_FIRST_FIELD, \
  { "verify",  PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("What must hold afterwards: {\"state\": …}, {\"value\": …}, {\"focus\": true}, {\"gone\": true}, {\"changed\": true}, or a condition as with wait") }, \
  { "dry_run", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Do everything but the act, and say what would be done") }
/* clang-format on */

#define PEL_ACT_TIMEOUT_MS 10000
#define PEL_ACT_GRACE_MS   2000

extern const PelField pel_act_result[];
extern const PelView  pel_act_views[];

/* @action says what is to be done: its verb, and what its texts and numbers are, which are read
 * from the arguments and borrowed from them. Ends @task. */
void pel_act_call_run (GTask *task, const PelAction *action);
