/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/calibration.h"
#include "services/tool/tool-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField monitor_fields[] = {
  { "monitor", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Monitor name") },
  { "scale",   PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED, N_ ("Its scale") },
  { "widgets", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("How many of the five widgets were both reported and seen") },
  { "error",   PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Largest difference, in pixels") },
  { "exact",   PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether all reported positions match") },
  { NULL },
};

static const PelField result[] = {
  { "monitors", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("All monitors"), .fields = monitor_fields },
  { NULL },
};

static const PelColumn columns[] = {
  { "monitor", N_ ("Name")    },
  { "scale",   N_ ("Scale")   },
  { "widgets", N_ ("Widgets") },
  { "error",   N_ ("Off by")  },
  { "exact",   N_ ("Exact")   },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE, "monitors", NULL, columns, N_ ("No monitors.") },
  { 0 },
};
/* clang-format on */

static JsonObject *
to_json (const PelCalibration *calibration)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "monitor", calibration->monitor);
  json_object_set_double_member (object, "scale", calibration->scale);
  json_object_set_int_member (object, "widgets", calibration->n_placed);
  json_object_set_int_member (object, "error", calibration->error);
  json_object_set_boolean_member (object,
                                  "exact",
                                  calibration->n_placed == PEL_N_CALIBRATION_WIDGETS &&
                                      calibration->error == 0);
  return object;
}

static void
calibrated_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) calibrations = g_task_propagate_pointer (G_TASK (async_result), &error);
  JsonArray            *monitors;
  JsonObject           *data;

  if (calibrations == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  monitors = json_array_new ();
  for (guint i = 0; i < calibrations->len; i++)
    json_array_add_object_element (monitors, to_json (g_ptr_array_index (calibrations, i)));
  data = json_object_new ();
  json_object_set_array_member (data, "monitors", monitors);
  g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
}

static void
run (GTask *task)
{
  PelToolCall      *call = pel_tool_call_get (task);
  g_autoptr (GTask) calibrating =
      g_task_new (NULL, g_task_get_cancellable (task), calibrated_cb, g_object_ref (task));

  g_task_set_source_tag (calibrating, run);
  pel_tool_call_report (call, 0, _ ("Showing coloured widgets on each monitor…"));
  call->context->calibrate (calibrating, call->context);
}

const PelTool pel_tool_calibrate = {
  .name = "calibrate",
  .summary = N_ ("Check reported element positions against the pixels of each monitor"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 60000,
  .result = result,
  .views = views,
  .run = run,
};
