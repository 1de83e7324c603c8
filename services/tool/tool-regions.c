/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/look.h"
#include "services/tool/region-result.h"
#include "services/tool/tools.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

#define DEFAULT_LIMIT 100

/* clang-format off */
static const PelField arguments[] = {
  { "filter", PEL_FIELD_STRING,  PEL_FIELD_POSITIONAL, N_ ("Only regions whose label or role contains this text (case-insensitive)") },
  { "limit",  PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL,   N_ ("Maximum number of regions to return (default: 100)"), .minimum = 1, .maximum = PEL_MAX_REGIONS },
  { NULL },
};

static const PelField result[] = {
  { "regions",  PEL_FIELD_LIST,    PEL_FIELD_REQUIRED, N_ ("Regions in order of their number"), .fields = pel_region_fields },
  { "n_hidden", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of regions not listed") },
  { "scope",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What is numbered: a window and its id, a program, or the desktop") },
  { "shown",    PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether the overlay shows the numbers") },
  { "note",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("How to get the rest") },
  { NULL },
};

static const PelColumn columns[] = {
  { "index",       N_ ("#")           },
  { "role",        N_ ("Role")        },
  { "label",       N_ ("Label")       },
  { "ref",         N_ ("Ref")         },
  { "bounds",      N_ ("Bounds")      },
  { "click_point", N_ ("Click point") },
  { "id",          N_ ("ID")          },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE, "regions", NULL, columns, N_ ("No regions.") },
  { PEL_VIEW_TEXT, "note", NULL, NULL, NULL },
  { 0 },
};
/* clang-format on */

/* How many that are asked for do not fit. */
static guint
add_regions (JsonArray *array, const PelRegionList *list, JsonObject *call_arguments)
{
  const char *filter = json_object_get_string_member_with_default (call_arguments, "filter", "");
  guint limit = json_object_get_int_member_with_default (call_arguments, "limit", DEFAULT_LIMIT);
  guint n_more = 0;

  for (guint i = 0; i < list->regions->len; i++)
    {
      const PelRegion *region = list->regions->pdata[i];

      if (!pel_title_has_part (region->label, filter) &&
          !pel_title_has_part (pel_role_to_string (region->role), filter))
        continue;
      if (json_array_get_length (array) < limit)
        json_array_add_object_element (array, pel_region_to_json (region, list->layout));
      else
        n_more++;
    }
  return n_more;
}

static JsonObject *
make_result (const PelRegionList *list, const PelToolCall *call)
{
  JsonObject *data = json_object_new ();
  JsonArray  *array = json_array_new ();
  guint       n_more = add_regions (array, list, call->arguments);

  json_object_set_array_member (data, "regions", array);
  json_object_set_int_member (data, "n_hidden", n_more + list->n_left_out);
  json_object_set_string_member (data, "scope", list->scope);
  json_object_set_boolean_member (data,
                                  "shown",
                                  pel_region_registry_is_shown (call->context->regions));
  if (n_more > 0)
    {
      g_autofree char *note = g_strdup_printf (_ ("(%u more; use --limit %u to show them)"),
                                               n_more,
                                               n_more + json_array_get_length (array));

      json_object_set_string_member (data, "note", note);
    }
  return data;
}

static void
return_list (GTask *task)
{
  const PelToolCall *call = pel_tool_call_get (task);

  g_task_return_pointer (task,
                         make_result (pel_region_registry_get_list (call->context->regions), call),
                         (GDestroyNotify) json_object_unref);
}

/* What the overlay is about to show, else the active window. */
static PelRegionScope
get_scope (const PelToolContext *context)
{
  const PelRegionScope *shown = pel_region_tracker_get_scope (context->tracker);

  return shown != NULL ? *shown : (PelRegionScope){ .kind = PEL_REGIONS_OF_ACTIVE_WINDOW };
}

static void
looked_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  const PelToolContext   *context = pel_tool_call_get (task)->context;
  PelRegionScope          scope = get_scope (context);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = pel_look_for_task_finish (async_result, &error);

  if (snapshot == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  /* what the person sees has the numbers that the person sees */
  if (!pel_region_tracker_is_ready (context->tracker))
    pel_region_registry_update (context->regions, pel_region_builder_build (&scope, snapshot));
  return_list (task);
}

static void
run (GTask *task)
{
  const PelToolContext *context = pel_tool_call_get (task)->context;
  PelRegionScope        scope;
  PelLook               look;

  if (context->tracker == NULL)
    {
      pel_look_fail_for_task (task);
      return;
    }
  if (pel_region_tracker_is_ready (context->tracker))
    {
      return_list (task);
      return;
    }
  scope = get_scope (context);
  look = pel_region_scope_get_look (&scope);
  pel_look_for_task_async (task, &look, looked_cb, g_object_ref (task));
}

const PelTool pel_tool_regions = {
  .name = "ui_regions",
  .summary =
      N_ ("List the numbered regions on the overlay, or those of the active window if it is off"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 5000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
