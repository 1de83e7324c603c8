/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/desktop-json.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField result[] = {
  { "x",       PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels from the left") },
  { "y",       PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels from the top") },
  { "monitor", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Monitor that the pointer is on") },
  { "scale",   PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED, N_ ("Scale of that monitor") },
  { NULL },
};

static const PelColumn columns[] = {
  { "x",       N_ ("X")       },
  { "y",       N_ ("Y")       },
  { "monitor", N_ ("Monitor") },
  { "scale",   N_ ("Scale")   },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FIELDS, NULL, NULL, columns, NULL },
  { 0 },
};
/* clang-format on */

static void
return_position (GTask *task, PelDesktop *desktop, PelNativePoint native)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);
  PelPhysicalPoint        point;
  g_autoptr (GError)      error = NULL;
  const PelMonitor       *monitor;
  JsonObject             *data;

  if (!pel_monitor_layout_to_physical (layout, native, &point, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  monitor = pel_monitor_layout_find_native (layout, native);
  data = json_object_new ();
  json_object_set_int_member (data, "x", point.x);
  json_object_set_int_member (data, "y", point.y);
  json_object_set_string_member (data, "monitor", monitor->name);
  json_object_set_double_member (data, "scale", monitor->scale);
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

static void
located_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)      task = user_data;
  g_autoptr (PelDesktop) desktop = g_object_steal_data (G_OBJECT (task), "desktop");
  g_autoptr (GError)     error = NULL;
  PelNativePoint         native;

  if (!pel_window_source_locate_pointer_finish (PEL_WINDOW_SOURCE (source),
                                                async_result,
                                                &native,
                                                &error))
    g_task_return_error (task, g_steal_pointer (&error));
  else
    return_position (task, desktop, native);
}

static void
queried_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  g_autoptr (GError) error = NULL;
  PelDesktop        *desktop = pel_desktop_query_for_task_finish (task, async_result, &error);

  if (desktop == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  g_object_set_data_full (G_OBJECT (task), "desktop", desktop, g_object_unref);
  pel_window_source_locate_pointer_async (PEL_WINDOW_SOURCE (source),
                                          g_task_get_cancellable (task),
                                          located_cb,
                                          g_object_ref (task));
}

static void
run (GTask *task)
{
  pel_desktop_query_for_task (g_object_ref (task), queried_cb);
}

const PelTool pel_tool_mouse_position = {
  .name = "ui_mouse_position",
  .summary = N_ ("Report the position of the mouse pointer"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 5000,
  .result = result,
  .views = views,
  .run = run,
};
