/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/desktop-json.h"

#include "services/base/json.h"

#include <glib/gi18n.h>

/* clang-format off */
const PelField pel_rect_fields[] = {
  { "x",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Left edge")  },
  { "y",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Top edge")   },
  { "width",  PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Width")      },
  { "height", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Height")     },
  { NULL },
};

const PelField pel_logical_rect_fields[] = {
  { "x",      PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Left edge")  },
  { "y",      PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Top edge")   },
  { "width",  PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Width")      },
  { "height", PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Height")     },
  { NULL },
};
const PelField pel_window_fields[] = {
  { "window_id",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Identifies the window as long as it exists") },
  { "title",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Window title") },
  { "app",          PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Application id or class reported by the window") },
  { "process_name", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Executable of its owner") },
  { "pid",          PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Process id of its owner") },
  { "bounds",       PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop, with title bar, without shadow"), .fields = pel_rect_fields },
  { "content",      PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("The part drawn by the application; window coordinates start at its top left"), .fields = pel_rect_fields },
  { "monitor",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The monitor that shows most of it") },
  { "scale",        PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Scale of that monitor") },
  { "z_order",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Stacking position; 0 is the topmost") },
  { "visible",      PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("On a visible workspace and not minimized") },
  { "minimized",    PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Minimized") },
  { "maximized",    PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Maximized") },
  { "fullscreen",   PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Fullscreen") },
  { "active",       PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Has keyboard focus") },
  { NULL },
};

static const struct { const char *name; PelWindowState state; } state_rows[] = {
  { "visible",    PEL_WINDOW_VISIBLE    },
  { "minimized",  PEL_WINDOW_MINIMIZED  },
  { "maximized",  PEL_WINDOW_MAXIMIZED  },
  { "fullscreen", PEL_WINDOW_FULLSCREEN },
  { "active",     PEL_WINDOW_ACTIVE     },
};
/* clang-format on */

JsonObject *
pel_physical_rect_to_json (const PelPhysicalRect *rect)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "x", rect->x);
  json_object_set_int_member (object, "y", rect->y);
  json_object_set_int_member (object, "width", rect->width);
  json_object_set_int_member (object, "height", rect->height);
  return object;
}

JsonObject *
pel_native_rect_to_json (const PelNativeRect *rect)
{
  JsonObject *object = json_object_new ();

  json_object_set_double_member (object, "x", rect->x);
  json_object_set_double_member (object, "y", rect->y);
  json_object_set_double_member (object, "width", rect->width);
  json_object_set_double_member (object, "height", rect->height);
  return object;
}

void
pel_desktop_query_for_task (GTask *task, GAsyncReadyCallback callback)
{
  const PelToolContext *context = pel_tool_call_get (task)->context;

  if (context->windows == NULL)
    {
      g_task_return_error (task, pel_tool_context_dup_windows_error (context));
      g_object_unref (task);
      return;
    }
  pel_window_source_query_async (context->windows, g_task_get_cancellable (task), callback, task);
}

PelDesktop *
pel_desktop_query_for_task_finish (GTask *task, GAsyncResult *result, GError **error)
{
  return pel_window_source_query_finish (pel_tool_call_get (task)->context->windows, result, error);
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

JsonObject *
pel_window_to_json (PelDesktop *desktop, const PelWindowInfo *info, guint z_order)
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
