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
/* Of what has patterns, but may be done by hand as well. */
#define PEL_ACT_FALLBACK_FIELD \
  { "fallback", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Use pointer and keyboard where the element has no pattern for it") }
/* clang-format on */

#define PEL_ACT_TIMEOUT_MS 10000
#define PEL_ACT_GRACE_MS   2000

/* The rest of a tool that acts. */
#define PEL_ACT_TOOL                                                                     \
  .tool_class = PEL_TOOL_ACT, .offers = PEL_OFFER_ALL, .timeout_ms = PEL_ACT_TIMEOUT_MS, \
  .grace_ms = PEL_ACT_GRACE_MS, .result = pel_act_result, .views = pel_act_views

extern const PelField pel_act_result[];
extern const PelView  pel_act_views[];

/* @action says what is to be done: its verb, and what its texts and numbers are, which are read
 * from the arguments and borrowed from them. Ends @task. */
void pel_act_call_run (GTask *task, const PelAction *action);

/* What it is done with. */
PelActionContext pel_act_call_get_context (const PelToolCall *call);

/* For tools that act on something else than an element. @errand says how its target is found and
 * what is done to it; who asks, with what arguments, until when and what must hold afterwards is
 * filled in here. Takes @data, the errand's own. Ends @task. */
void pel_act_call_run_errand (GTask *task, const PelErrand *errand, GDestroyNotify free_data);

/* For tools that do not act, but go the same way: @done is called with @task (transfer full) and
 * calls pel_pipeline_run_finish(). Or else it ends @task. */
void pel_act_call_send (GTask              *task,
                        const PelErrand    *errand,
                        GDestroyNotify      free_data,
                        GAsyncReadyCallback done);
