/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/side-picture.h"

#include "services/base/json.h"
#include "services/tool/tool-permit.h"

#include <glib/gi18n.h>

#define MAX_PIXELS 1150000 /* what language models look at without reducing it themselves */

const PelColumn pel_side_picture_columns[] = {
  { "file_path", N_ ("File") },
  { "width", N_ ("Width") },
  { "height", N_ ("Height") },
  { NULL },
};

static gboolean
is_wanted (PelToolCall *call, PelSidePictureDefault otherwise)
{
  if (call->context->camera == NULL)
    return json_object_get_boolean_member_with_default (call->arguments,
                                                        "include_screenshot",
                                                        FALSE);
  if (json_object_has_member (call->arguments, "include_screenshot"))
    return json_object_get_boolean_member (call->arguments, "include_screenshot");
  return otherwise == PEL_SIDE_PICTURE_FOR_AGENTS &&
         pel_caller_get_info (call->caller.identity)->kind == PEL_CALLER_AGENT &&
         pel_tool_permit_would_allow (call, "ui_capture");
}

static void
taken_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  JsonObject          *data = g_object_get_data (G_OBJECT (task), "side-picture");
  g_autofree char     *text = pel_tool_call_finish (result);
  g_autoptr (JsonNode) node = pel_json_parse_large (text, -1, 64, 256 * 1024 * 1024, NULL);
  JsonObject          *envelope = node != NULL ? json_node_get_object (node) : NULL;

  if (envelope != NULL && json_object_has_member (envelope, "data"))
    json_object_set_object_member (data,
                                   "screenshot",
                                   json_object_ref (
                                       json_object_get_object_member (envelope, "data")));
  else if (envelope != NULL && json_object_has_member (envelope, "error"))
    json_object_set_string_member (
        data,
        "screenshot_error",
        json_object_get_string_member (json_object_get_object_member (envelope, "error"),
                                       "message"));
  g_task_return_pointer (task, json_object_ref (data), (GDestroyNotify) json_object_unref);
}

void
pel_side_picture_return (GTask                *task,
                         JsonObject           *data,
                         JsonObject           *shot,
                         PelSidePictureDefault otherwise)
{
  PelToolCall         *call = pel_tool_call_get (task);
  g_autoptr (JsonNode) node = pel_json_take_object (shot);
  g_autofree char     *text = NULL;
  PelToolCaller        caller = call->caller;

  if (!is_wanted (call, otherwise))
    {
      g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
      return;
    }
  if (!json_object_has_member (shot, "max_pixels"))
    json_object_set_int_member (shot, "max_pixels", MAX_PIXELS);
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_object_set_data_full (G_OBJECT (task),
                          "side-picture",
                          data,
                          (GDestroyNotify) json_object_unref);
  caller.is_quiet = TRUE; /* the time of who waits for it would run out meanwhile */
  caller.progress = NULL;
  caller.event = NULL;
  pel_tool_call_async (call->context,
                       &caller,
                       "ui_capture",
                       text,
                       g_task_get_cancellable (task),
                       taken_cb,
                       g_object_ref (task));
}

JsonObject *
pel_side_picture_of_element (PelSnapshot *snapshot, PelElementId id)
{
  PelElement       element = pel_snapshot_get_element (snapshot, id);
  g_autofree char *name = g_strconcat (element.bus_name, element.path, NULL);
  JsonObject      *shot = json_object_new ();

  json_object_set_string_member (shot, "target", name);
  return shot;
}
