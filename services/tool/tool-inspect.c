/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/target.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField arguments[] = {
  { "target", PEL_FIELD_TARGET, PEL_FIELD_OPTIONAL | PEL_FIELD_POSITIONAL, PEL_TARGET_SUMMARY },
  PEL_TARGET_FIRST_FIELD,
  { NULL },
};

static const PelField result[] = {
  { "opened", PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether the inspector is open") },
  { NULL },
};

static const PelView views[] = {
  { 0 },
};
/* clang-format on */

static void
open_inspector (GTask *task, const char *bus_name, guint ref)
{
  const PelToolContext *context = pel_tool_call_get (task)->context;
  JsonObject           *data = json_object_new ();

  context->open_inspector (context->inspector_data, bus_name, ref);
  json_object_set_boolean_member (data, "opened", TRUE);
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

static void
resolved_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  GError               *error = NULL;
  g_autoptr (PelTarget) target = pel_target_resolve_finish (async_result, &error);
  PelElement            element;

  if (target == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  element = pel_snapshot_get_element (target->snapshot, target->id);
  open_inspector (task,
                  pel_snapshot_get_program (target->snapshot, element.program)->bus_name,
                  element.ref);
}

static void
run (GTask *task)
{
  JsonObject *call_arguments = pel_tool_call_get (task)->arguments;

  if (json_object_has_member (call_arguments, "target"))
    pel_target_resolve_async (task,
                              json_object_get_member (call_arguments, "target"),
                              resolved_cb,
                              g_object_ref (task));
  else
    open_inspector (task, NULL, 0);
}

const PelTool pel_tool_inspect = {
  .name = "inspect",
  .summary = N_ ("Open or raise the inspector, and select an element in it"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
