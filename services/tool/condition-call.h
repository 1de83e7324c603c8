/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/waiter.h"
#include "services/tool/tool-call.h"

/* What tools about a condition have in common: its arguments, in the long and in the short form,
 * and what they answer. */

/* clang-format off */
#define PEL_CONDITION_SHORT_FIELDS \
  { "selector",  PEL_FIELD_STRING,  PEL_FIELD_POSITIONAL, N_ ("Element to check; refine with gone, count, state or value") }, \
  { "gone",      PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("The element or window does not exist") }, \
  { "count",     PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Exactly this many elements match"), .minimum = 0, .maximum = 100000 }, \
  { "state",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("The element has this state: checked, !checked, enabled, focused …") }, \
  { "value",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("The element has this value; /…/ is a regular expression") }, \
  { "window",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("A window with this id, or with this in its title, exists") }, \
  { "image",     PEL_FIELD_PATH,    PEL_FIELD_OPTIONAL, N_ ("The element or window (default: the whole desktop) looks like this PNG file") }, \
  { "tolerance", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("With image: ignore differences up to this much per channel, out of 255 (default: 0)"), .minimum = 0, .maximum = 255 }, \
  { "max_different", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("With image: allow this many different pixels (default: 0)"), .minimum = 0, .maximum = G_MAXINT }

#define PEL_CONDITION_FORMS \
  N_ ("One of {\"window\": {title, exists}}, {\"element\": {selector, state, value, count}}, {\"text\": …}, " \
      "{\"stable\": {selector, for_ms}}, {\"idle\": {app, for_ms}}, " \
      "{\"image\": {baseline, selector, window, monitor, tolerance, masks, max_different, padding}}, {\"all\": […]}, {\"any\": […]}, {\"not\": …}")
/* clang-format on */

extern const PelField pel_condition_call_result[];
extern const PelView  pel_condition_call_views[];

/* How long a call may take beyond its time, which the waiter keeps itself: what it saw last is
 * worth telling. */
#define PEL_CONDITION_GRACE_MS 2000

/* Runs the call of @task: waits for its condition, and answers. */
void pel_condition_call_run (GTask *task, PelWaitMode mode);
