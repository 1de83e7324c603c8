/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/tool-list.h"

#include "app/mcp/structure.h"
#include "services/base/json.h"

#include <glib/gi18n.h>
#include <string.h>

typedef enum
{
  HINT_READ_ONLY = 1 << 0,
  HINT_DESTRUCTIVE = 1 << 1,
  HINT_IDEMPOTENT = 1 << 2,
  HINT_OPEN_WORLD = 1 << 3,
} Hints;

/* What a client may think of a tool. The policy does not rely on these hints. */
/* clang-format off */
static const struct { Hints hint; const char *name; } hint_names[] = {
  { HINT_READ_ONLY,   "readOnlyHint"    },
  { HINT_DESTRUCTIVE, "destructiveHint" },
  { HINT_IDEMPOTENT,  "idempotentHint"  },
  { HINT_OPEN_WORLD,  "openWorldHint"   },
};

static const Hints class_hints[] = {
  [PEL_TOOL_READ]    = HINT_READ_ONLY | HINT_IDEMPOTENT,
  [PEL_TOOL_POINT]   = HINT_IDEMPOTENT,
  [PEL_TOOL_CAPTURE] = HINT_IDEMPOTENT, /* it may write a file */
  [PEL_TOOL_ACT]     = HINT_DESTRUCTIVE | HINT_OPEN_WORLD,
  [PEL_TOOL_ADMIN]   = HINT_DESTRUCTIVE,
};
G_STATIC_ASSERT (G_N_ELEMENTS (class_hints) == PEL_N_TOOL_CLASSES);

/* Acts that are not as bad as others, or can be done twice. */
static const struct { const char *tool; Hints hints; } tool_hints[] = {
  { "ui_collapse",     HINT_IDEMPOTENT | HINT_OPEN_WORLD },
  { "ui_expand",       HINT_IDEMPOTENT | HINT_OPEN_WORLD },
  { "ui_focus",        HINT_IDEMPOTENT | HINT_OPEN_WORLD },
  { "ui_focus_window", HINT_IDEMPOTENT | HINT_OPEN_WORLD },
  { "ui_mouse_move",   HINT_IDEMPOTENT | HINT_OPEN_WORLD },
  { "ui_scroll",       HINT_OPEN_WORLD },
  { "ui_select",       HINT_DESTRUCTIVE | HINT_IDEMPOTENT | HINT_OPEN_WORLD },
  { "ui_set_value",    HINT_DESTRUCTIVE | HINT_IDEMPOTENT | HINT_OPEN_WORLD },
  { "ui_transform",    HINT_IDEMPOTENT | HINT_OPEN_WORLD },
};
/* clang-format on */

static Hints
get_hints (const PelTool *tool, const PelProfile *profile)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tool_hints); i++)
    if (g_str_equal (tool_hints[i].tool, tool->name))
      return tool_hints[i].hints;
  if (pel_profile_is_read_only (profile))
    return class_hints[PEL_TOOL_READ];
  return class_hints[tool->tool_class];
}

static JsonObject *
make_annotations (const PelTool *tool, const PelProfile *profile)
{
  Hints       hints = get_hints (tool, profile);
  JsonObject *object = json_object_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (hint_names); i++)
    json_object_set_boolean_member (object, hint_names[i].name, (hints & hint_names[i].hint) != 0);
  return object;
}

/* “List windows” for ui_list_windows */
static char *
make_title (const PelTool *tool)
{
  char *title = g_strdup (tool->name + strlen ("ui_"));

  g_strdelimit (title, "_", ' ');
  title[0] = g_ascii_toupper (title[0]);
  return title;
}

static gboolean
is_told (const char *told, const char *name)
{
  g_auto (GStrv) names = told != NULL ? g_strsplit (told, " ", -1) : NULL;

  return names == NULL || g_strv_contains ((const char *const *) names, name);
}

/* Not every model's provider takes a list of types. In a short description, the first will do. */
static void
split_types (JsonObject *schema, gboolean is_brief)
{
  JsonNode  *types = json_object_get_member (schema, "type");
  JsonArray *branches;

  if (types == NULL || !JSON_NODE_HOLDS_ARRAY (types))
    return;
  if (is_brief)
    {
      g_autofree char *first =
          g_strdup (json_array_get_string_element (json_node_get_array (types), 0));

      json_object_set_string_member (schema, "type", first);
      return;
    }
  branches = json_array_new ();
  for (guint i = 0; i < json_array_get_length (json_node_get_array (types)); i++)
    {
      JsonObject *branch = json_object_new ();

      json_object_set_string_member (branch,
                                     "type",
                                     json_array_get_string_element (json_node_get_array (types),
                                                                    i));
      json_array_add_object_element (branches, branch);
    }
  json_object_remove_member (schema, "type");
  json_object_set_array_member (schema, "anyOf", branches);
}

/* Arguments that are not described are left out, and other arguments are not ruled out. */
static JsonObject *
make_input_schema (const PelTool *tool, const PelProfile *profile)
{
  const char          *told = pel_profile_get_told_arguments (profile, tool);
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);
  g_autoptr (GArray)   kept = g_array_new (TRUE, TRUE, sizeof (PelField));
  JsonObject          *schema;
  JsonObject          *properties;

  for (const PelField *field = fields; field->name != NULL; field++)
    if (is_told (told, field->name))
      g_array_append_val (kept, *field);
  schema = pel_schema_to_json ((const PelField *) kept->data);
  properties = json_object_get_object_member (schema, "properties");
  for (guint i = 0; i < kept->len; i++)
    split_types (json_object_get_object_member (properties, g_array_index (kept, PelField, i).name),
                 told != NULL);
  if (told != NULL)
    json_object_remove_member (schema, "additionalProperties");
  return schema;
}

/* Only what the members are: what they mean is described where they are asked for. In a short
 * description of the arguments, only those that are always there. */
static JsonObject *
make_data_schema (const PelTool *tool, const PelProfile *profile)
{
  g_autoptr (JsonObject) whole = pel_schema_to_json (tool->result);
  JsonObject            *members = json_object_get_object_member (whole, "properties");
  JsonObject            *properties = json_object_new ();
  JsonObject            *schema = json_object_new ();
  gboolean               is_brief = pel_profile_get_told_arguments (profile, tool) != NULL;

  for (const PelField *field = tool->result; field->name != NULL; field++)
    {
      JsonObject *member = json_object_get_object_member (members, field->name);
      JsonNode   *type = json_object_get_member (member, "type");
      JsonObject *kept;

      if (!pel_structure_has_member (tool, field->name) ||
          (is_brief && !(field->flags & PEL_FIELD_REQUIRED)))
        continue;
      kept = json_object_new ();
      if (JSON_NODE_HOLDS_ARRAY (type) && !(field->flags & PEL_FIELD_NULLABLE))
        split_types (member, FALSE); /* what is null is left out, so that one type is enough */
      else
        split_types (member, TRUE);
      if (json_object_has_member (member, "type"))
        json_object_set_member (kept, "type", json_object_dup_member (member, "type"));
      json_object_set_object_member (properties, field->name, kept);
    }
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", properties);
  return schema;
}

static void
set_type (JsonObject *properties, const char *name, const char *type)
{
  JsonObject *schema = json_object_new ();

  json_object_set_string_member (schema, "type", type);
  json_object_set_object_member (properties, name, schema);
}

JsonObject *
pel_tool_list_new_output_schema (const PelTool *tool, const PelProfile *profile)
{
  static const char *const required[] = { "status", "untrusted", NULL };
  JsonObject              *properties = json_object_new ();
  JsonObject              *schema = json_object_new ();

  set_type (properties, "status", "string");
  set_type (properties, "untrusted", "boolean");
  json_object_set_object_member (properties, "data", make_data_schema (tool, profile));
  set_type (properties, "error", "object");
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", properties);
  json_object_set_array_member (schema,
                                "required",
                                pel_json_array_new_strings ((char **) required));
  return schema;
}

/* (transfer full): models choose tools by it. */
static char *
make_description (const PelTool *tool)
{
  if (tool->when == NULL)
    return g_strdup (_ (tool->summary));
  return g_strdup_printf ("%s. %s", _ (tool->summary), _ (tool->when));
}

static JsonObject *
make_tool (const PelTool *tool, const PelProfile *profile)
{
  JsonObject      *object = json_object_new ();
  g_autofree char *title = make_title (tool);
  g_autofree char *description = make_description (tool);

  json_object_set_string_member (object, "name", tool->name);
  json_object_set_string_member (object, "title", title);
  json_object_set_string_member (object, "description", description);
  json_object_set_object_member (object, "inputSchema", make_input_schema (tool, profile));
  json_object_set_object_member (object,
                                 "outputSchema",
                                 pel_tool_list_new_output_schema (tool, profile));
  json_object_set_object_member (object, "annotations", make_annotations (tool, profile));
  return object;
}

JsonArray *
pel_tool_list_new (const PelProfile *profile)
{
  JsonArray *tools = json_array_new ();

  for (guint i = 0; i < pel_profile_get_n_tools (profile); i++)
    json_array_add_object_element (tools, make_tool (pel_profile_get_tool (profile, i), profile));
  return tools;
}
