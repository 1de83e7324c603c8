/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField result[] = {
  { "opened", PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether the window is there") },
  { NULL },
};

static const PelView views[] = {
  { 0 },
};
/* clang-format on */

static void
run (GTask *task)
{
  const PelToolContext *context = pel_tool_call_get (task)->context;
  JsonObject           *data = json_object_new ();

  context->open_inspector (context->inspector_data);
  json_object_set_boolean_member (data, "opened", TRUE);
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

const PelTool pel_tool_inspect = {
  .name = "inspect",
  .summary = N_ ("Open the window of Pellucid, or raise it"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 10000,
  .result = result,
  .views = views,
  .run = run,
};
