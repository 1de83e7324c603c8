/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/region-result.h"

#include "services/base/json.h"
#include "services/tool/element-result.h"

#include <glib/gi18n.h>

/* clang-format off */
const PelField pel_region_fields[] = {
  { "index",       PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Its number; as a target, write #12") },
  { "id",          PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Identifies it even after its program restarts; as a target, write region=ID") },
  { "label",       PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Its name, or else its best description") },
  { "role",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Its role") },
  { "bounds",      PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop"), .fields = pel_rect_fields },
  { "click_point", PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Point where a click reaches it; null if there is none"), .fields = pel_point_fields },
  { "source",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("How it was detected") },
  { "confidence",  PEL_FIELD_NUMBER,  PEL_FIELD_REQUIRED, N_ ("Confidence, from 0 to 1") },
  { "ref",         PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Ref of its element, such as e12") },
  { "window_id",   PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The window that shows it") },
  { "disabled",    PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Whether it is disabled") },
  { NULL },
};
/* clang-format on */

static JsonNode *
point_to_json (const PelRegion *region, const PelMonitorLayout *layout)
{
  PelPhysicalPoint point;
  JsonObject      *object;

  if (!(region->flags & PEL_REGION_HAS_CLICK_POINT) ||
      !pel_monitor_layout_to_physical (layout, region->click_point, &point, NULL))
    return json_node_init_null (json_node_alloc ());
  object = json_object_new ();
  json_object_set_int_member (object, "x", point.x);
  json_object_set_int_member (object, "y", point.y);
  return pel_json_take_object (object);
}

static JsonObject *
bounds_to_json (const PelRegion *region, const PelMonitorLayout *layout)
{
  const PelMonitor *monitor = pel_monitor_layout_find_rect (layout, &region->bounds);
  PelPhysicalRect   bounds;

  if (monitor == NULL)
    monitor = pel_monitor_layout_get_monitor (layout, 0);
  bounds = pel_monitor_rect_to_physical (monitor, &region->bounds);
  return pel_physical_rect_to_json (&bounds);
}

JsonObject *
pel_region_to_json (const PelRegion *region, const PelMonitorLayout *layout)
{
  const PelElementForm form = { .layout = layout };
  JsonObject          *object = json_object_new ();
  g_autofree char     *label = pel_element_form_cut (&form, region->label);
  g_autofree char     *ref = g_strdup_printf ("e%u", region->ref);

  json_object_set_int_member (object, "index", region->index);
  json_object_set_string_member (object, "id", region->id);
  json_object_set_string_member (object, "label", label);
  json_object_set_string_member (object, "role", pel_role_to_string (region->role));
  json_object_set_object_member (object, "bounds", bounds_to_json (region, layout));
  json_object_set_member (object, "click_point", point_to_json (region, layout));
  json_object_set_string_member (object, "source", pel_region_source_to_string (region->source));
  json_object_set_double_member (object, "confidence", region->confidence);
  if (region->ref != 0)
    json_object_set_string_member (object, "ref", ref);
  pel_json_set_string_or_null (object, "window_id", region->window_id);
  if (!(region->flags & PEL_REGION_IS_ENABLED))
    json_object_set_boolean_member (object, "disabled", TRUE);
  return object;
}
