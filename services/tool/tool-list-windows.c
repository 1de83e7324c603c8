/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json.h"
#include "services/tool/desktop-json.h"
#include "services/tool/tools.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

#define MIN_SIZE 50

/* clang-format off */
static const PelField arguments[] = {
  { "filter",         PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Only windows whose title has this part, in any case") },
  { "include_hidden", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Also menus, tool tips, windows under 50×50 and windows that nobody owns") },
  { NULL },
};

static const PelField window_fields[] = {
  { "window_id",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Names the window while it lives") },
  { "title",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Its title") },
  { "app",          PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Application id or class that the window claims") },
  { "process_name", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Executable of its owner") },
  { "pid",          PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Process id of its owner") },
  { "bounds",       PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop, with the title bar, without the shadow"), .fields = pel_rect_fields },
  { "content",      PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("The part that the application draws: where window coordinates begin"), .fields = pel_rect_fields },
  { "monitor",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The monitor that holds most of it") },
  { "scale",        PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("That monitor's scale") },
  { "z_order",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("0 is the topmost") },
  { "visible",      PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("On a workspace that is shown, and not minimized") },
  { "minimized",    PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Minimized") },
  { "maximized",    PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Maximized") },
  { "fullscreen",   PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Fullscreen") },
  { "active",       PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Has the keyboard") },
  { NULL },
};

static const PelField result[] = {
  { "windows", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("The topmost first"), .fields = window_fields },
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

static const struct { const char *name; PelWindowState state; } state_rows[] = {
  { "visible",    PEL_WINDOW_VISIBLE    },
  { "minimized",  PEL_WINDOW_MINIMIZED  },
  { "maximized",  PEL_WINDOW_MAXIMIZED  },
  { "fullscreen", PEL_WINDOW_FULLSCREEN },
  { "active",     PEL_WINDOW_ACTIVE     },
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

static void
set_monitor (JsonObject *object, const PelMonitor *monitor)
{
  pel_json_set_string_or_null (object, "monitor", monitor != NULL ? monitor->name : NULL);
  if (monitor != NULL)
    json_object_set_double_member (object, "scale", monitor->scale);
  else
    json_object_set_null_member (object, "scale");
}

static JsonObject *
window_to_json (PelDesktop *desktop, const PelWindowInfo *info, guint z_order)
{
  JsonObject       *object = json_object_new ();
  PelPhysicalRect   bounds, content;
  const PelMonitor *monitor = pel_desktop_to_physical (desktop, &info->bounds, &bounds);

  /* on the monitor of its bounds, also where most of the content is on another one */
  if (monitor != NULL)
    content = pel_monitor_rect_to_physical (monitor, &info->content);
  else
    pel_desktop_to_physical (desktop, &info->content, &content);
  json_object_set_string_member (object, "window_id", info->id);
  json_object_set_string_member (object, "title", info->title);
  pel_json_set_string_or_null (object, "app", info->app);
  pel_json_set_string_or_null (object, "process_name", info->process_name);
  if (info->pid != 0)
    json_object_set_int_member (object, "pid", info->pid);
  else
    json_object_set_null_member (object, "pid");
  json_object_set_object_member (object, "bounds", pel_physical_rect_to_json (&bounds));
  json_object_set_object_member (object, "content", pel_physical_rect_to_json (&content));
  set_monitor (object, monitor);
  json_object_set_int_member (object, "z_order", z_order);
  for (gsize i = 0; i < G_N_ELEMENTS (state_rows); i++)
    json_object_set_boolean_member (object,
                                    state_rows[i].name,
                                    (info->states & state_rows[i].state) != 0);
  return object;
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
        json_array_add_object_element (windows, window_to_json (desktop, info, z_order));
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
  .summary = N_ ("List the windows, the topmost first"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 5000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
