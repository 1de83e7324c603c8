/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/desktop-json.h"
#include "services/tool/tools.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

#define MIN_SIZE 50

/* clang-format off */
static const PelField arguments[] = {
  { "filter",         PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Only windows whose title contains this text (case-insensitive)") },
  { "include_hidden", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Also list menus, tooltips, windows smaller than 50×50 and windows without a process") },
  { NULL },
};

static const PelField result[] = {
  { "windows", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("Windows, topmost first"), .fields = pel_window_fields },
  { NULL },
};

static const PelColumn columns[] = {
  { "window_id",    N_ ("ID")      },
  { "bounds",       N_ ("Bounds")  },
  { "monitor",      N_ ("Monitor") },
  { "process_name", N_ ("Process") },
  { "pid",          N_ ("PID")     },
  { "states",       N_ ("States")  },
  { "title",        N_ ("Title")   },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE, "windows", NULL, columns, N_ ("No windows.") },
  { 0 },
};
/* clang-format on */

static gboolean
is_wanted (const PelWindowInfo *info, const PelPhysicalRect *bounds, JsonObject *call_arguments)
{
  if (json_object_get_boolean_member_with_default (call_arguments, "include_hidden", FALSE))
    return TRUE;
  return !(info->states & PEL_WINDOW_UNMANAGED) && info->pid != 0 && bounds->width >= MIN_SIZE &&
         bounds->height >= MIN_SIZE;
}

/* A window's place among the others does not depend on the filter. */
static JsonArray *
list_windows (PelDesktop *desktop, JsonObject *call_arguments)
{
  const char *filter = json_object_get_string_member_with_default (call_arguments, "filter", "");
  JsonArray  *windows = json_array_new ();
  guint       z_order = 0;

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));
      PelPhysicalRect      bounds;

      pel_desktop_to_physical (desktop, &info->bounds, &bounds);
      if (!is_wanted (info, &bounds, call_arguments))
        continue;
      if (pel_title_has_part (info->title, filter))
        json_array_add_object_element (windows, pel_window_to_json (desktop, info, z_order));
      z_order++;
    }
  return windows;
}

static void
queried_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)      task = user_data;
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelDesktop) desktop = pel_desktop_query_for_task_finish (task, async_result, &error);
  JsonObject            *data;

  if (desktop == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  data = json_object_new ();
  json_object_set_array_member (data,
                                "windows",
                                list_windows (desktop, pel_tool_call_get (task)->arguments));
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

static void
run (GTask *task)
{
  pel_desktop_query_for_task (g_object_ref (task), queried_cb);
}

const PelTool pel_tool_list_windows = {
  .name = "ui_list_windows",
  .alias = "windows",
  .summary = N_ ("List the windows, topmost first"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 5000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
