/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/desktop-json.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField monitor_fields[] = {
  { "name",           PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Name of the output") },
  { "bounds",         PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop"), .fields = pel_rect_fields },
  { "logical_bounds", PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("The window system's own units"), .fields = pel_logical_rect_fields },
  { "scale",          PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED, N_ ("Scale factor of user interfaces") },
  { "primary",        PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether it is the primary monitor") },
  { NULL },
};

static const PelField result[] = {
  { "monitors", PEL_FIELD_LIST,   PEL_FIELD_REQUIRED, N_ ("All monitors"), .fields = monitor_fields },
  { "bounds",   PEL_FIELD_OBJECT, PEL_FIELD_REQUIRED, N_ ("Smallest rectangle that contains all monitors"), .fields = pel_rect_fields },
  { NULL },
};

static const PelColumn columns[] = {
  { "name",           N_ ("Name")    },
  { "bounds",         N_ ("Bounds")  },
  { "logical_bounds", N_ ("Logical") },
  { "scale",          N_ ("Scale")   },
  { "primary",        N_ ("Primary") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE, "monitors", NULL, columns, N_ ("No monitors.") },
  { 0 },
};
/* clang-format on */

static JsonObject *
monitor_to_json (const PelMonitor *monitor)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", monitor->name);
  json_object_set_object_member (object, "bounds", pel_physical_rect_to_json (&monitor->physical));
  json_object_set_object_member (object,
                                 "logical_bounds",
                                 pel_native_rect_to_json (&monitor->native));
  json_object_set_double_member (object, "scale", monitor->scale);
  json_object_set_boolean_member (object, "primary", monitor->is_primary);
  return object;
}

static void
queried_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelDesktop)  desktop = pel_desktop_query_for_task_finish (task, async_result, &error);
  const PelMonitorLayout *layout;
  PelPhysicalRect         bounds;
  JsonArray              *monitors;
  JsonObject             *data;

  if (desktop == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  layout = pel_desktop_get_layout (desktop);
  bounds = pel_monitor_layout_get_bounds (layout);
  monitors = json_array_new ();
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    json_array_add_object_element (monitors,
                                   monitor_to_json (pel_monitor_layout_get_monitor (layout, i)));
  data = json_object_new ();
  json_object_set_array_member (data, "monitors", monitors);
  json_object_set_object_member (data, "bounds", pel_physical_rect_to_json (&bounds));
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

static void
run (GTask *task)
{
  pel_desktop_query_for_task (g_object_ref (task), queried_cb);
}

const PelTool pel_tool_list_monitors = {
  .name = "ui_list_monitors",
  .alias = "monitors",
  .summary = N_ ("List the monitors with their position, size and scale"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 5000,
  .result = result,
  .views = views,
  .run = run,
};
