/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/condition-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField arguments[] = {
  PEL_CONDITION_SHORT_FIELDS,
  { "condition", PEL_FIELD_MAP, PEL_FIELD_OPTIONAL, PEL_CONDITION_FORMS },
  { NULL },
};
/* clang-format on */

static void
run (GTask *task)
{
  pel_condition_call_run (task, PEL_WAIT_FOR_A_VERDICT);
}

const PelTool pel_tool_assert = {
  .name = "ui_assert",
  .summary =
      N_ ("Check that a condition on elements, windows, text, idleness or an image holds now"),
  .when = N_ ("Use ui_wait if it may take time"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 10000,
  .grace_ms = PEL_CONDITION_GRACE_MS,
  .arguments = arguments,
  .result = pel_condition_call_result,
  .views = pel_condition_call_views,
  .run = run,
};
