/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/element/focus.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField result[] = {
  PEL_ELEMENT_FIELDS,
  PEL_ALONE_FIELDS,
  { "note", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Additional remarks") },
  { NULL },
};

static const PelColumn columns[] = {
  PEL_ELEMENT_COLUMNS,
  { "note", N_ ("Note") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FIELDS, NULL, NULL, columns, NULL },
  PEL_ANCESTORS_VIEW,
  { 0 },
};
/* clang-format on */

static void
set_bare (PelSnapshot *snapshot, GError **error)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);
  PelWindow  *active = desktop != NULL ? pel_desktop_find_active (desktop) : NULL;

  pel_set_error (error,
                 PEL_ERROR_ELEMENT_NOT_FOUND,
                 _ ("Run “pellucid doctor” to see whether its program exposes elements"),
                 _ ("The active window “%s” exposes no elements"),
                 active != NULL ? pel_window_get_info (active)->title : "");
}

static void
looked_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  PelToolCall            *call = pel_tool_call_get (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = pel_look_for_task_finish (async_result, &error);
  PelElementId            id;
  JsonObject             *data;

  if (snapshot == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  id = pel_focus_find (snapshot);
  if (id == PEL_ELEMENT_NONE)
    id = pel_focus_find_window (snapshot);
  if (id == PEL_ELEMENT_NONE)
    {
      set_bare (snapshot, &error);
      g_task_return_error (task, error);
      return;
    }
  pel_look_keep_for_task (task, snapshot);
  data = pel_element_to_result (snapshot, id);
  if (!pel_states_has (pel_snapshot_get_element (snapshot, id).states, PEL_STATE_FOCUSED))
    json_object_set_string_member (data,
                                   "note",
                                   _ ("No element in the active window reports keyboard "
                                      "focus; this is the window itself"));
  call->resolved_target = pel_element_to_resolved_target (snapshot, id, "focus", 1, NULL);
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

static void
run (GTask *task)
{
  PelLook look = { .kind = PEL_LOOK_ACTIVE_WINDOW };

  pel_look_for_task_async (task, &look, looked_cb, g_object_ref (task));
}

const PelTool pel_tool_get_focused = {
  .name = "ui_get_focused",
  .summary = N_ ("Find the element that has keyboard focus"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 5000,
  .result = result,
  .views = views,
  .run = run,
};
