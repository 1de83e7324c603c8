/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/waiter.h"
#include "services/tool/tool-call.h"

/* What tools about a condition have in common: its arguments, in the long and in the short form,
 * and what they answer. */

/* clang-format off */
#define PEL_CONDITION_SHORT_FIELDS \
  { "selector",  PEL_FIELD_STRING,  PEL_FIELD_POSITIONAL, N_ ("The element that is meant; gone, count, state and value say more of it") }, \
  { "gone",      PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("The element or window is not there") }, \
  { "count",     PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Exactly this many elements match"), .minimum = 0, .maximum = 100000 }, \
  { "state",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("The element has this state: checked, !checked, enabled, focused …") }, \
  { "value",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("The element has this value; /…/ is a regular expression") }, \
  { "window",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("A window with this id or part of a title is there") }, \
  { "image",     PEL_FIELD_PATH,    PEL_FIELD_OPTIONAL, N_ ("The element, the window, or without either the whole desktop, looks as in this PNG") }, \
  { "tolerance", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Of image: so much may a channel differ and be the same, of 255 (default: 0)"), .minimum = 0, .maximum = 255 }, \
  { "max_different", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Of image: so many pixels may differ (default: 0)"), .minimum = 0, .maximum = G_MAXINT }

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
