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
  { "verify",  PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("Must hold afterwards: {\"state\": …}, {\"value\": …}, {\"focus\": true}, {\"gone\": true}, {\"changed\": true}, or a condition as in wait") }, \
  { "dry_run", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Do everything except the act, and report what would be done") }
/* For acts that use patterns, but can use real input instead. */
#define PEL_ACT_FALLBACK_FIELD \
  { "fallback", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Use pointer and keyboard if the element has no pattern for it") }
/* clang-format on */

#define PEL_ACT_TIMEOUT_MS 10000
#define PEL_ACT_GRACE_MS   2000

/* The rest of a tool that acts. */
#define PEL_ACT_TOOL                                                                     \
  .tool_class = PEL_TOOL_ACT, .offers = PEL_OFFER_ALL, .timeout_ms = PEL_ACT_TIMEOUT_MS, \
  .grace_ms = PEL_ACT_GRACE_MS, .result = pel_act_result, .views = pel_act_views

extern const PelField pel_act_result[];
extern const PelView  pel_act_views[];

/* @action is what to do: its verb, and the texts and numbers, which are borrowed from the
 * arguments. Returns from @task. */
void pel_act_call_run (GTask *task, const PelAction *action);

/* The services that actions use. */
PelActionContext pel_act_call_get_context (const PelToolCall *call);

/* For tools that act on something other than an element. @errand says how its target is found and
 * what is done to it; the caller, arguments, deadline and verification are filled in here. Takes
 * @data, which the errand owns. Returns from @task. */
void pel_act_call_run_errand (GTask *task, const PelErrand *errand, GDestroyNotify free_data);

/* For tools that do not act but use the pipeline: @done is called with @task (transfer full) and
 * calls pel_pipeline_run_finish(). If the arguments are wrong, @task returns the error instead. */
void pel_act_call_send (GTask              *task,
                        const PelErrand    *errand,
                        GDestroyNotify      free_data,
                        GAsyncReadyCallback done);
