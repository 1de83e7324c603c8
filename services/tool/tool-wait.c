/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/condition-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField arguments[] = {
  PEL_CONDITION_SHORT_FIELDS,
  { "until",     PEL_FIELD_MAP, PEL_FIELD_OPTIONAL, PEL_CONDITION_FORMS },
  { "condition", PEL_FIELD_MAP, PEL_FIELD_OPTIONAL, N_ ("Same as until") },
  { "while_acting", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Give up as soon as automation is stopped, as a script does between acts") },
  { NULL },
};
/* clang-format on */

static void
run (GTask *task)
{
  pel_condition_call_run (task, PEL_WAIT_UNTIL_IT_HOLDS);
}

const PelTool pel_tool_wait = {
  .name = "ui_wait",
  .summary = N_ ("Wait until a condition on elements, windows, text, idleness or an image holds"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 10000,
  .grace_ms = PEL_CONDITION_GRACE_MS,
  .arguments = arguments,
  .result = pel_condition_call_result,
  .views = pel_condition_call_views,
  .run = run,
};
