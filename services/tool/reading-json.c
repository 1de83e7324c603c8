/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/reading-json.h"

#include "services/base/json.h"

#include <glib/gi18n.h>

/* clang-format off */
const PelField pel_action_fields[] = {
  { "name",        PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its name") },
  { "description", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("What it does") },
  { "key_binding", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Keys that trigger it") },
  { NULL },
};

const PelField pel_relation_fields[] = {
  { "kind",       PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Kind of relation") },
  { "runtime_id", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Runtime id of the other element") },
  { "ref",        PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Its ref, if known") },
  { "role",       PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Its role") },
  { "name",       PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Its name") },
  { NULL },
};

const PelField pel_range_fields[] = {
  { "value",   PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Its value") },
  { "minimum", PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Minimum value") },
  { "maximum", PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Maximum value") },
  { "step",    PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Smallest change; 0 if not reported") },
  { NULL },
};

const PelField pel_selection_fields[] = {
  { "start", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Offset of the first character") },
  { "end",   PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Offset after the last character") },
  { NULL },
};

static const PelField around_fields[] = {
  { "start",   PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Offset of its first character") },
  { "content", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The text") },
  { NULL },
};

const PelField pel_text_fields[] = {
  { "content",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The text") },
  { "truncated",  PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether the text was truncated") },
  { "characters", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Total length in characters") },
  { "caret",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Offset of the caret") },
  { "selections", PEL_FIELD_LIST,    PEL_FIELD_REQUIRED, N_ ("Selected ranges"), .fields = pel_selection_fields },
  { "around",     PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("Text around the caret, if content does not include it"), .fields = around_fields },
  { "attributes", PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("Formatting of the text at the caret") },
  { NULL },
};

const PelField pel_table_cell_fields[] = {
  { "row",        PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Row, counted from 0") },
  { "column",     PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Column, counted from 0") },
  { "runtime_id", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Identifies the element as long as its program runs") },
  { "ref",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Its ref, if known") },
  { "role",       PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Its role") },
  { "name",       PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Its name") },
  { NULL },
};

const PelField pel_table_fields[] = {
  { "rows",    PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of rows") },
  { "columns", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of columns") },
  { "headers", PEL_FIELD_STRINGS, PEL_FIELD_OPTIONAL, N_ ("Names of the first columns") },
  { NULL },
};

const PelField pel_cell_fields[] = {
  { "row",         PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Row, counted from 0") },
  { "column",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Column, counted from 0") },
  { "row_span",    PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of rows it spans") },
  { "column_span", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of columns it spans") },
  { NULL },
};
/* clang-format on */

static void
add_string (JsonObject *object, const char *name, const char *value)
{
  if (value != NULL && value[0] != '\0')
    json_object_set_string_member (object, name, value);
}

/* Name, value, name, value … */
static void
add_attributes (JsonObject *object, char **attributes)
{
  JsonObject *map;

  if (attributes == NULL || attributes[0] == NULL)
    return;
  map = json_object_new ();
  for (guint i = 0; attributes[i] != NULL && attributes[i + 1] != NULL; i += 2)
    json_object_set_string_member (map, attributes[i], attributes[i + 1]);
  json_object_set_object_member (object, "attributes", map);
}

static void
add_actions (JsonObject *object, GArray *actions)
{
  JsonArray *array;

  if (actions == NULL)
    return;
  array = json_array_new ();
  for (guint i = 0; i < actions->len; i++)
    {
      const PelActionInfo *action = &g_array_index (actions, PelActionInfo, i);
      JsonObject          *row = json_object_new ();

      json_object_set_string_member (row, "name", action->name);
      json_object_set_string_member (row, "description", action->description);
      json_object_set_string_member (row, "key_binding", action->key_binding);
      json_array_add_object_element (array, row);
    }
  json_object_set_array_member (object, "actions", array);
}

/* Another element, as far as it is known. */
static void
add_identity (JsonObject *row, PelSnapshot *snapshot, const char *bus_name, const char *path)
{
  g_autofree char *runtime_id = g_strconcat (bus_name, path, NULL);
  PelElementId     id = pel_snapshot_find_identity (snapshot, bus_name, path);
  PelElement       element;
  g_autofree char *ref = NULL;

  json_object_set_string_member (row, "runtime_id", runtime_id);
  if (id == PEL_ELEMENT_NONE)
    return;
  element = pel_snapshot_get_element (snapshot, id);
  ref = g_strdup_printf ("e%u", element.ref);
  json_object_set_string_member (row, "ref", ref);
  json_object_set_string_member (row, "role", pel_role_to_string (element.role));
  json_object_set_string_member (row, "name", element.name);
}

static JsonObject *
relation_to_json (const PelRelationInfo *relation, PelSnapshot *snapshot)
{
  JsonObject *row = json_object_new ();

  json_object_set_string_member (row, "kind", relation->kind);
  add_identity (row, snapshot, relation->bus_name, relation->path);
  return row;
}

static void
add_relations (JsonObject *object, GArray *relations, PelSnapshot *snapshot)
{
  JsonArray *array;

  if (relations == NULL)
    return;
  array = json_array_new ();
  for (guint i = 0; i < relations->len; i++)
    json_array_add_object_element (array,
                                   relation_to_json (&g_array_index (relations, PelRelationInfo, i),
                                                     snapshot));
  json_object_set_array_member (object, "relations", array);
}

static void
add_range (JsonObject *object, const PelElementReading *reading)
{
  JsonObject *range;

  if (!reading->has_value)
    return;
  range = json_object_new ();
  json_object_set_double_member (range, "value", reading->value);
  json_object_set_double_member (range, "minimum", reading->minimum);
  json_object_set_double_member (range, "maximum", reading->maximum);
  json_object_set_double_member (range, "step", reading->step);
  json_object_set_object_member (object, "range", range);
}

JsonArray *
pel_selections_to_json (const PelElementReading *reading)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; reading->selections != NULL && i < reading->selections->len; i++)
    {
      const PelTextRange *range = &g_array_index (reading->selections, PelTextRange, i);
      JsonObject         *row = json_object_new ();

      json_object_set_int_member (row, "start", range->start);
      json_object_set_int_member (row, "end", range->end);
      json_array_add_object_element (array, row);
    }
  return array;
}

static void
add_text (JsonObject *object, const PelElementReading *reading)
{
  JsonObject *text;

  if (reading->text == NULL)
    return;
  text = json_object_new ();
  json_object_set_string_member (text, "content", reading->text);
  json_object_set_boolean_member (text, "truncated", reading->is_text_cut);
  json_object_set_int_member (text, "characters", reading->n_chars);
  if (reading->caret >= 0)
    json_object_set_int_member (text, "caret", reading->caret);
  else
    json_object_set_null_member (text, "caret");
  json_object_set_array_member (text, "selections", pel_selections_to_json (reading));
  if (reading->around != NULL)
    {
      JsonObject *around = json_object_new ();

      json_object_set_int_member (around, "start", reading->around_start);
      json_object_set_string_member (around, "content", reading->around);
      json_object_set_object_member (text, "around", around);
    }
  add_attributes (text, reading->run_attributes);
  json_object_set_object_member (object, "text", text);
}

static void
add_cells (JsonObject *object, const PelElementReading *reading, PelSnapshot *snapshot)
{
  JsonArray *cells;

  if (reading->cells->len == 0)
    return;
  cells = json_array_new ();
  for (guint i = 0; i < reading->cells->len; i++)
    {
      const PelCellInfo *cell = &g_array_index (reading->cells, PelCellInfo, i);
      JsonObject        *row = json_object_new ();

      json_object_set_int_member (row, "row", cell->row);
      json_object_set_int_member (row, "column", cell->column);
      add_identity (row, snapshot, cell->bus_name, cell->path);
      json_array_add_object_element (cells, row);
    }
  json_object_set_array_member (object, "cells", cells);
}

static void
add_table (JsonObject *object, const PelElementReading *reading)
{
  JsonObject *table;

  if (reading->has_table)
    {
      table = json_object_new ();
      json_object_set_int_member (table, "rows", reading->n_rows);
      json_object_set_int_member (table, "columns", reading->n_columns);
      if (reading->headers != NULL)
        json_object_set_array_member (table,
                                      "headers",
                                      pel_json_array_new_strings (reading->headers));
      json_object_set_object_member (object, "table", table);
    }
  if (reading->has_cell)
    {
      table = json_object_new ();
      json_object_set_int_member (table, "row", reading->row);
      json_object_set_int_member (table, "column", reading->column);
      json_object_set_int_member (table, "row_span", reading->row_span);
      json_object_set_int_member (table, "column_span", reading->column_span);
      json_object_set_object_member (object, "cell", table);
    }
}

void
pel_reading_add_to_json (const PelElementReading *reading,
                         PelSnapshot             *snapshot,
                         JsonObject              *object)
{
  add_string (object, "description", reading->description);
  add_string (object, "id", reading->id);
  add_string (object, "class", reading->class);
  add_attributes (object, reading->attributes);
  if (reading->is_secret)
    json_object_set_null_member (object, "value");
  else
    add_string (object, "value", reading->value_text);
  add_actions (object, reading->actions);
  add_relations (object, reading->relations, snapshot);
  if (reading->is_secret)
    return;
  add_range (object, reading);
  add_text (object, reading);
  add_table (object, reading);
  add_cells (object, reading, snapshot);
}
