/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/element-json.h"

#include "services/base/json.h"

#include <math.h>

/* These get members of their own that say more than the bit. */
#define TOLD_APART                                                           \
  (PEL_STATE_BIT (PEL_STATE_INVALID) | PEL_STATE_BIT (PEL_STATE_ENABLED) |   \
   PEL_STATE_BIT (PEL_STATE_SENSITIVE) | PEL_STATE_BIT (PEL_STATE_CHECKED) | \
   PEL_STATE_BIT (PEL_STATE_INDETERMINATE) | PEL_STATE_BIT (PEL_STATE_VISIBLE))

static void
set_cut_string (JsonObject           *object,
                const char           *member,
                const char           *string,
                const PelElementForm *form)
{
  g_autofree char *cut = NULL;

  if (string == NULL)
    return;
  cut = pel_element_form_cut (form, string);
  json_object_set_string_member (object, member, cut);
}

JsonObject *
pel_element_states_to_json (const PelElement *element)
{
  JsonObject *object = json_object_new ();
  PelToggle   toggle = pel_toggle_derive (element->role, element->states, element->patterns);

  json_object_set_boolean_member (object, "enabled", pel_states_is_enabled (element->states));
  if (toggle == PEL_TOGGLE_MIXED)
    json_object_set_string_member (object, "checked", "mixed");
  else if (toggle != PEL_TOGGLE_NONE)
    json_object_set_boolean_member (object, "checked", toggle == PEL_TOGGLE_ON);
  for (guint i = 0; i < PEL_N_STATES; i++)
    if (pel_states_has (element->states & ~TOLD_APART, i))
      json_object_set_boolean_member (object, pel_state_to_string (i), TRUE);
  if ((element->flags & PEL_ELEMENT_IS_SECRET) != 0)
    json_object_set_boolean_member (object, "password", TRUE);
  return object;
}

JsonNode *
pel_element_bounds_to_json (const PelElement *element, const PelElementForm *form)
{
  PelPhysicalRect bounds;
  JsonObject     *object;

  if (!pel_element_form_get_bounds (form, element, &bounds))
    return json_node_new (JSON_NODE_NULL);
  object = json_object_new ();
  json_object_set_int_member (object, "x", bounds.x);
  json_object_set_int_member (object, "y", bounds.y);
  json_object_set_int_member (object, "width", bounds.width);
  json_object_set_int_member (object, "height", bounds.height);
  return pel_json_take_object (object);
}

JsonNode *
pel_element_click_point_to_json (PelSnapshot *snapshot, PelElementId id, const PelElementForm *form)
{
  PelPhysicalPoint point;
  JsonObject      *object;

  if (!pel_element_form_find_click_point (form, snapshot, id, &point))
    return json_node_new (JSON_NODE_NULL);
  object = json_object_new ();
  json_object_set_int_member (object, "x", point.x);
  json_object_set_int_member (object, "y", point.y);
  return pel_json_take_object (object);
}

static void
set_place (JsonObject           *object,
           PelSnapshot          *snapshot,
           const PelElement     *element,
           const PelElementForm *form)
{
  const char *reason = pel_element_form_get_bounds_reason (form, element);

  json_object_set_member (object, "bounds", pel_element_bounds_to_json (element, form));
  if (reason != NULL)
    json_object_set_string_member (object, "bounds_reason", reason);
  json_object_set_boolean_member (object,
                                  "visible",
                                  (element->flags & PEL_ELEMENT_IS_VISIBLE) != 0);
  json_object_set_member (object,
                          "click_point",
                          pel_element_click_point_to_json (snapshot, element->id, form));
}

static void
set_patterns (JsonObject *object, const PelElement *element)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    if ((element->patterns & 1u << i) != 0)
      json_array_add_string_element (array, pel_pattern_to_string (1u << i));
  json_object_set_array_member (object, "patterns", array);
}

static void
set_ref (JsonObject *object, const PelElement *element)
{
  g_autofree char *ref = NULL;

  if (element->ref == 0)
    return;
  ref = g_strdup_printf ("e%u", element->ref);
  json_object_set_string_member (object, "ref", ref);
}

static void
set_identity (JsonObject *object, const PelElement *element)
{
  g_autofree char *runtime_id = g_strconcat (element->bus_name, element->path, NULL);

  set_ref (object, element);
  json_object_set_string_member (object, "runtime_id", runtime_id);
  json_object_set_string_member (object, "role", pel_role_to_string (element->role));
  json_object_set_string_member (object,
                                 "native_role",
                                 pel_role_get_native_name (element->native_role));
}

static void
set_home (JsonObject           *object,
          PelSnapshot          *snapshot,
          const PelElement     *element,
          const PelElementForm *form)
{
  const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, element->program);
  const PelMonitor         *monitor = pel_element_form_find_monitor (form, element);
  PelWindow                *window = pel_snapshot_find_window (snapshot, element->id);

  if (window != NULL)
    json_object_set_string_member (object, "window_id", pel_window_get_info (window)->id);
  set_cut_string (object, "app", program->name, form);
  if (program->pid > 0)
    json_object_set_int_member (object, "pid", program->pid);
  if (monitor != NULL)
    {
      json_object_set_string_member (object, "monitor", monitor->name);
      json_object_set_double_member (object, "scale", monitor->scale);
    }
}

/* In a tree where it lives is said once: for programs, for windows, and where a window begins. */
static gboolean
has_home (PelSnapshot *snapshot, const PelElement *element)
{
  PelWindow *window;

  if (element->parent == PEL_ELEMENT_NONE || pel_role_is_window (element->role))
    return TRUE;
  window = pel_snapshot_find_window (snapshot, element->id);
  return window != NULL && window != pel_snapshot_find_window (snapshot, element->parent);
}

static void
set_marks (JsonObject *object, PelSnapshot *snapshot, const PelElement *element)
{
  const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, element->program);
  gboolean                  is_root = program->root == element->id;

  if (is_root && !program->is_answering)
    json_object_set_boolean_member (object, "unresponsive", TRUE);
  if ((element->flags & PEL_ELEMENT_IS_FOREIGN) != 0)
    json_object_set_boolean_member (object, "foreign", TRUE);
  if ((element->flags & PEL_ELEMENT_IS_BLOCKED) != 0)
    json_object_set_boolean_member (object, "blocked", TRUE);
  if ((element->flags & PEL_ELEMENT_IS_TRUNCATED) != 0 || (is_root && program->is_truncated))
    {
      json_object_set_boolean_member (object, "truncated", TRUE);
      json_object_set_int_member (object, "n_children", element->n_children);
    }
}

/* What every form of an element begins with. */
static JsonObject *
begin_json (PelSnapshot *snapshot, const PelElement *element, const PelElementForm *form)
{
  PelElementDetails details = pel_element_form_get_details (form, snapshot, element);
  JsonObject       *object = json_object_new ();
  JsonObject       *states = pel_element_states_to_json (element);

  if (pel_element_form_is_offscreen (form, element))
    json_object_set_boolean_member (states, "offscreen", TRUE);
  set_identity (object, element);
  set_cut_string (object, "name", element->name, form);
  set_cut_string (object, "description", details.description, form);
  if ((element->flags & PEL_ELEMENT_IS_SECRET) != 0)
    json_object_set_null_member (object, "value");
  else
    set_cut_string (object, "value", details.value, form);
  json_object_set_object_member (object, "states", states);
  set_place (object, snapshot, element, form);
  if (element->place == PEL_PLACE_KNOWN && element->certainty != PEL_CERTAINTY_EXACT)
    json_object_set_string_member (object,
                                   "certainty",
                                   pel_certainty_to_string (element->certainty));
  set_patterns (object, element);
  json_object_set_string_member (object, "source", pel_element_origin_to_string (element->origin));
  if (element->ocr > 0)
    json_object_set_double_member (object, "text_confidence", round (element->ocr * 100) / 100);
  return object;
}

JsonObject *
pel_element_to_json (PelSnapshot *snapshot, PelElementId id, const PelElementForm *form)
{
  PelElement  element = pel_snapshot_get_element (snapshot, id);
  JsonObject *object = begin_json (snapshot, &element, form);

  if (has_home (snapshot, &element))
    set_home (object, snapshot, &element, form);
  set_marks (object, snapshot, &element);
  return object;
}

static JsonArray *
ancestors_to_json (PelSnapshot *snapshot, PelElementId id, const PelElementForm *form)
{
  PelElementId ids[PEL_ELEMENT_MAX_DEPTH];
  JsonArray   *array = json_array_new ();
  guint        n = 0;

  while ((id = pel_snapshot_get_parent (snapshot, id)) != PEL_ELEMENT_NONE)
    ids[n++] = id;
  while (n > 0)
    {
      PelElement  element = pel_snapshot_get_element (snapshot, ids[--n]);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "role", pel_role_to_string (element.role));
      set_cut_string (object, "name", element.name, form);
      set_ref (object, &element);
      json_array_add_object_element (array, object);
    }
  return array;
}

JsonObject *
pel_element_to_json_alone (PelSnapshot *snapshot, PelElementId id, const PelElementForm *form)
{
  PelElement  element = pel_snapshot_get_element (snapshot, id);
  JsonObject *object = begin_json (snapshot, &element, form);

  json_object_set_double_member (object, "confidence", 1); /* its program's own word */
  set_home (object, snapshot, &element, form);
  set_marks (object, snapshot, &element);
  json_object_set_array_member (object, "ancestors", ancestors_to_json (snapshot, id, form));
  return object;
}
