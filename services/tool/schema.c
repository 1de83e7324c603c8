/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/schema.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/similar.h"
#include "services/base/text.h"

#include <glib/gi18n.h>
#include <math.h>

/* Whole numbers up to here are exact in a double. */
#define MAX_WHOLE 9007199254740992.0
#define MAX_GIVEN 60
#define ANCHOR    "node"

typedef struct
{
  const char *json_type;
  const char *article; /* how messages name it */
  const char *placeholder;
  const char *other_json_type; /* (nullable) that will do as well */
} TypeInfo;

/* clang-format off */
static const TypeInfo type_table[] = {
  [PEL_FIELD_STRING]  = { "string",  N_ ("a string"),          N_ ("TEXT")   },
  [PEL_FIELD_INTEGER] = { "integer", N_ ("a whole number"),  N_ ("N")      },
  [PEL_FIELD_NUMBER]  = { "number",  N_ ("a number"),        N_ ("NUMBER") },
  [PEL_FIELD_BOOLEAN] = { "boolean", N_ ("true or false"),   N_ ("BOOLEAN") },
  [PEL_FIELD_OBJECT]  = { "object",  N_ ("an object"),       N_ ("JSON")   },
  [PEL_FIELD_LIST]    = { "array",   N_ ("a list"),          N_ ("JSON")   },
  [PEL_FIELD_STRINGS] = { "array",   N_ ("a list of strings"), N_ ("JSON")   },
  [PEL_FIELD_MAP]     = { "object",  N_ ("an object"),       N_ ("JSON")   },
  [PEL_FIELD_SCALAR]  = { "string",  N_ ("a string or a number"), N_ ("VALUE"), "number" },
  [PEL_FIELD_TARGET]  = { "string",  N_ ("a string or an object"), N_ ("TARGET"), "object" },
  [PEL_FIELD_CHILDREN] = { "array",  N_ ("a list"),          N_ ("JSON")   },
  [PEL_FIELD_PATH]    = { "string",  N_ ("an absolute path"), N_ ("FILE")  },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (type_table) == PEL_N_FIELD_TYPES);

static void
set_limit (JsonObject *schema, const char *name, double limit)
{
  if (limit == floor (limit))
    json_object_set_int_member (schema, name, (gint64) limit);
  else
    json_object_set_double_member (schema, name, limit);
}

static void
add_range (JsonObject *schema, const PelField *field)
{
  if (field->minimum == 0 && field->maximum == 0)
    return;
  set_limit (schema, "minimum", field->minimum);
  set_limit (schema, "maximum", field->maximum);
}

static void
add_choices (JsonObject *schema, const PelField *field)
{
  JsonArray *array;

  if (field->choices == NULL)
    return;
  array = json_array_new ();
  for (guint i = 0; field->choices[i] != NULL; i++)
    json_array_add_string_element (array, field->choices[i]);
  if (field->flags & PEL_FIELD_NULLABLE)
    json_array_add_null_element (array);
  json_object_set_array_member (schema, "enum", array);
}

static void
add_type (JsonObject *schema, const PelField *field)
{
  const char *type = type_table[field->type].json_type;
  const char *other = type_table[field->type].other_json_type;
  JsonArray  *types;

  if (!(field->flags & PEL_FIELD_NULLABLE) && other == NULL)
    {
      json_object_set_string_member (schema, "type", type);
      return;
    }
  types = json_array_new ();
  json_array_add_string_element (types, type);
  if (other != NULL)
    json_array_add_string_element (types, other);
  if (field->flags & PEL_FIELD_NULLABLE)
    json_array_add_string_element (types, "null");
  json_object_set_array_member (schema, "type", types);
}

/* A list of what it is in: a schema that has such a member names itself. */
static void
add_items (JsonObject *schema, const PelField *field)
{
  JsonObject *items;

  if (field->type == PEL_FIELD_LIST)
    items = pel_schema_to_json (field->fields);
  else if (field->type == PEL_FIELD_STRINGS || field->type == PEL_FIELD_CHILDREN)
    items = json_object_new ();
  else
    return;
  if (field->type == PEL_FIELD_STRINGS)
    json_object_set_string_member (items, "type", "string");
  if (field->type == PEL_FIELD_CHILDREN)
    json_object_set_string_member (items, "$ref", "#" ANCHOR);
  json_object_set_object_member (schema, "items", items);
}

static JsonObject *
field_to_json (const PelField *field)
{
  JsonObject *schema =
      field->type == PEL_FIELD_OBJECT ? pel_schema_to_json (field->fields) : json_object_new ();

  add_type (schema, field);
  json_object_set_string_member (schema, "description", _ (field->summary));
  add_range (schema, field);
  add_choices (schema, field);
  add_items (schema, field);
  return schema;
}

JsonObject *
pel_schema_to_json (const PelField *fields)
{
  JsonObject *schema = json_object_new ();
  JsonObject *properties = json_object_new ();
  JsonArray  *required = json_array_new ();

  for (const PelField *field = fields; field != NULL && field->name != NULL; field++)
    {
      json_object_set_object_member (properties, field->name, field_to_json (field));
      if (field->flags & PEL_FIELD_REQUIRED)
        json_array_add_string_element (required, field->name);
      if (field->type == PEL_FIELD_CHILDREN)
        json_object_set_string_member (schema, "$anchor", ANCHOR);
    }
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", properties);
  if (json_array_get_length (required) > 0)
    json_object_set_array_member (schema, "required", required);
  else
    json_array_unref (required);
  json_object_set_boolean_member (schema, "additionalProperties", FALSE);
  return schema;
}

/* 7.0 is a whole number to a JSON schema. */
static gboolean
is_whole (JsonNode *node)
{
  double value = json_node_get_double (node);

  return fabs (value) <= MAX_WHOLE && value == floor (value);
}

static gboolean
node_has_type (JsonNode *node, PelFieldType type)
{
  GType value_type =
      JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  switch (type)
    {
    case PEL_FIELD_STRING:
      return value_type == G_TYPE_STRING;
    case PEL_FIELD_PATH:
      return value_type == G_TYPE_STRING && g_path_is_absolute (json_node_get_string (node));
    case PEL_FIELD_INTEGER:
      return value_type == G_TYPE_INT64 || (value_type == G_TYPE_DOUBLE && is_whole (node));
    case PEL_FIELD_NUMBER:
      return value_type == G_TYPE_INT64 || value_type == G_TYPE_DOUBLE;
    case PEL_FIELD_SCALAR:
      return value_type == G_TYPE_STRING || node_has_type (node, PEL_FIELD_NUMBER);
    case PEL_FIELD_BOOLEAN:
      return value_type == G_TYPE_BOOLEAN;
    case PEL_FIELD_OBJECT:
    case PEL_FIELD_MAP:
      return JSON_NODE_HOLDS_OBJECT (node);
    case PEL_FIELD_TARGET:
      return value_type == G_TYPE_STRING || JSON_NODE_HOLDS_OBJECT (node);
    case PEL_FIELD_LIST:
    case PEL_FIELD_STRINGS:
    case PEL_FIELD_CHILDREN:
      return JSON_NODE_HOLDS_ARRAY (node);
    case PEL_N_FIELD_TYPES:
      break;
    }
  return FALSE;
}

static gboolean
check_range (const PelField *field, JsonNode *node, const char *of, GError **error)
{
  double           value;
  g_autofree char *given = NULL;

  if (field->minimum == 0 && field->maximum == 0)
    return TRUE;
  value = json_node_get_double (node);
  if (value >= field->minimum && value <= field->maximum)
    return TRUE;
  given = pel_json_to_string (node, PEL_JSON_COMPACT);
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 /* Translators: a tool, its argument, the limits, what was given */
                 _ ("%s: “%s” must be between %.15g and %.15g, not %s"),
                 of,
                 field->name,
                 field->minimum,
                 field->maximum,
                 given);
  return FALSE;
}

static gboolean
check_choice (const PelField *field, JsonNode *node, const char *of, GError **error)
{
  g_autofree char *choices = NULL;
  g_autofree char *given = NULL;

  if (field->choices == NULL || g_strv_contains (field->choices, json_node_get_string (node)))
    return TRUE;
  choices = g_strjoinv (", ", (char **) field->choices);
  given = pel_text_repair (json_node_get_string (node), -1, MAX_GIVEN);
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("%s: “%s” must be one of %s, not “%s”"),
                 of,
                 field->name,
                 choices,
                 given);
  return FALSE;
}

static gboolean
check_element (const PelField *field, JsonNode *node, guint number, const char *of, GError **error)
{
  g_autofree char *of_element =
      /* Translators: a tool, which element, of which of its arguments */
      g_strdup_printf (_ ("%s: item %u of “%s”"), of, number, field->name);

  return pel_schema_check (field->fields, json_node_get_object (node), of_element, error);
}

static gboolean
check_elements (const PelField *field, JsonNode *node, const char *of, GError **error)
{
  JsonArray   *array = json_node_get_array (node);
  PelFieldType type = field->type == PEL_FIELD_STRINGS ? PEL_FIELD_STRING : PEL_FIELD_OBJECT;

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (!node_has_type (element, type))
        {
          pel_set_error (error,
                         PEL_ERROR_INVALID_ARGUMENT,
                         NULL,
                         _ ("%s: item %u of “%s” must be %s"),
                         of,
                         i + 1,
                         field->name,
                         _ (type_table[type].article));
          return FALSE;
        }
      if (type == PEL_FIELD_OBJECT && !check_element (field, element, i + 1, of, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_object (const PelField *field, JsonNode *node, const char *of, GError **error)
{
  /* Translators: a tool, and its argument whose own members are named next */
  g_autofree char *of_member = g_strdup_printf (_ ("%s: “%s”"), of, field->name);

  return pel_schema_check (field->fields, json_node_get_object (node), of_member, error);
}

/* @fields: those that @field is one of. */
static gboolean
check_children (
    const PelField *fields, const PelField *field, JsonNode *node, const char *of, GError **error)
{
  PelField list = *field;

  list.type = PEL_FIELD_LIST;
  list.fields = fields;
  return check_elements (&list, node, of, error);
}

static gboolean
check_member (
    const PelField *fields, const PelField *field, JsonNode *node, const char *of, GError **error)
{
  if (JSON_NODE_HOLDS_NULL (node) && (field->flags & PEL_FIELD_NULLABLE))
    return TRUE;
  if (!node_has_type (node, field->type))
    {
      g_autofree char *whole = pel_json_to_string (node, PEL_JSON_COMPACT);
      g_autofree char *given = pel_text_repair (whole, -1, MAX_GIVEN);

      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     /* Translators: a tool, its argument, “a number”, what was given */
                     _ ("%s: “%s” must be %s, not %s"),
                     of,
                     field->name,
                     _ (type_table[field->type].article),
                     given);
      return FALSE;
    }
  switch (field->type)
    {
    case PEL_FIELD_INTEGER:
    case PEL_FIELD_NUMBER:
      return check_range (field, node, of, error);
    case PEL_FIELD_STRING:
      return check_choice (field, node, of, error);
    case PEL_FIELD_OBJECT:
      return check_object (field, node, of, error);
    case PEL_FIELD_LIST:
    case PEL_FIELD_STRINGS:
      return check_elements (field, node, of, error);
    case PEL_FIELD_CHILDREN:
      return check_children (fields, field, node, of, error);
    default:
      return TRUE;
    }
}

static gboolean
refuse_unknown (const PelField *fields, const char *name, const char *of, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char           *similar;
  g_autofree char      *hint = NULL;
  g_autofree char      *given = pel_text_repair (name, -1, MAX_GIVEN);

  for (const PelField *field = fields; field != NULL && field->name != NULL; field++)
    g_ptr_array_add (names, (gpointer) field->name);
  g_ptr_array_add (names, NULL);
  similar = pel_similar_find (name, (const char *const *) names->pdata);
  if (similar != NULL)
    hint = g_strdup_printf (_ ("Did you mean “%s”?"), similar);
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 hint,
                 _ ("%s: unknown argument “%s”"),
                 of,
                 given);
  return FALSE;
}

gboolean
pel_schema_check (const PelField *fields, JsonObject *object, const char *of, GError **error)
{
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      const PelField *field = pel_schema_find (fields, name);

      if (field == NULL)
        return refuse_unknown (fields, name, of, error);
      if (!check_member (fields, field, node, of, error))
        return FALSE;
    }
  for (const PelField *field = fields; field != NULL && field->name != NULL; field++)
    if ((field->flags & PEL_FIELD_REQUIRED) && !json_object_has_member (object, field->name))
      {
        pel_set_error (error,
                       PEL_ERROR_INVALID_ARGUMENT,
                       NULL,
                       _ ("%s: “%s” is missing (%s)"),
                       of,
                       field->name,
                       _ (field->summary));
        return FALSE;
      }
  return TRUE;
}

const PelField *
pel_schema_find (const PelField *fields, const char *name)
{
  for (const PelField *field = fields; field != NULL && field->name != NULL; field++)
    if (g_str_equal (field->name, name))
      return field;
  return NULL;
}

gboolean
pel_field_is_positional (const PelField *self)
{
  return (self->flags & (PEL_FIELD_REQUIRED | PEL_FIELD_POSITIONAL)) != 0;
}

const char *
pel_field_type_to_string (PelFieldType type)
{
  g_return_val_if_fail (type < PEL_N_FIELD_TYPES, NULL);

  return _ (type_table[type].placeholder);
}
