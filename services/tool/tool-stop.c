/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool-call.h"
#include "services/tool/tool-permit.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField arguments[] = {
  { "resume", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Resume automation; only the person may do this") },
  { NULL },
};

static const PelField result[] = {
  { "stopped", PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether all automation has been stopped") },
  { "text",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The same as text") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TEXT, "text", NULL, NULL, NULL },
  { 0 },
};
/* clang-format on */

/* Who stops what it does itself may do so; to let it go on is the person's to say. */
static void
refuse (GTask *task)
{
  PelPolicyVerdict *verdict = pel_policy_verdict_new (PEL_DECISION_DENY, PEL_ERROR_DENIED);
  GError           *error = NULL;

  verdict->hint =
      g_strdup (_ ("Ask the person to run it in a terminal, or to press Resume in the inspector"));
  pel_policy_verdict_add_reason (verdict, "%s", _ ("Only the person may do this"));
  pel_tool_permit_check (pel_tool_call_get (task), verdict, &error);
  g_task_return_error (task, error);
}

static void
run (GTask *task)
{
  PelToolCall     *call = pel_tool_call_get (task);
  PelStopper      *stopper = call->context->stopper;
  g_autofree char *who = pel_caller_dup_words (call->caller.identity);
  GError          *error = NULL;
  gboolean         is_resume =
      json_object_get_boolean_member_with_default (call->arguments, "resume", FALSE);
  JsonObject *data;

  if (is_resume && pel_caller_get_info (call->caller.identity)->kind == PEL_CALLER_AGENT)
    {
      refuse (task);
      return;
    }
  if (is_resume &&
      (!pel_tool_permit_terminal (call, &error) || !pel_stopper_resume (stopper, who, &error)))
    {
      g_task_return_error (task, error);
      return;
    }
  if (!is_resume)
    pel_stopper_stop (stopper, who);
  data = json_object_new ();
  json_object_set_boolean_member (data, "stopped", !is_resume);
  json_object_set_string_member (
      data,
      "text",
      is_resume ? _ ("Automation resumed.")
                : _ ("All automation has been stopped. Resume it with “pellucid stop --resume”."));
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

const PelTool pel_tool_stop = {
  .name = "stop",
  .summary = N_ ("Stop all automation immediately, until the person resumes it"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
