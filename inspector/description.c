/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/description.h"

#include "services/base/process.h"

#include <glib/gi18n.h>
#include <string.h>

/* Nobody reads more attributes, actions or relations of one element. */
#define MAX_ROWS 100

/* What is told of an element, in this order; what the answer does not have is left out. */
/* clang-format off */
static const struct { const char *group; const char *key; const char *label; } rows[] = {
  { N_ ("Identity"), "role",            N_ ("Role")        },
  { N_ ("Identity"), "native_role",     N_ ("Native role") },
  { N_ ("Identity"), "name",            N_ ("Name")        },
  { N_ ("Identity"), "description",     N_ ("Description") },
  { N_ ("Identity"), "id",              N_ ("ID")          },
  { N_ ("Identity"), "class",           N_ ("Class")       },
  { N_ ("Identity"), "ref",             N_ ("Ref")         },
  { N_ ("Identity"), "runtime_id",      N_ ("Runtime ID")  },
  { N_ ("Content"),  "value",           N_ ("Value")       },
  { N_ ("Content"),  "range",           N_ ("Range")       },
  { N_ ("Content"),  "text",            N_ ("Text")        },
  { N_ ("Content"),  "table",           N_ ("Table")       },
  { N_ ("Content"),  "cell",            N_ ("Cell")        },
  { N_ ("Content"),  "n_children",      N_ ("Children")    },
  { N_ ("Place"),    "bounds",          N_ ("On the desktop") },
  { N_ ("Place"),    "bounds_reason",   N_ ("No bounds")   },
  { N_ ("Place"),    "window_bounds",   N_ ("In its window") },
  { N_ ("Place"),    "native_bounds",   N_ ("Native")      },
  { N_ ("Place"),    "click_point",     N_ ("Click point") },
  { N_ ("Place"),    "monitor",         N_ ("Monitor")     },
  { N_ ("Place"),    "scale",           N_ ("Scale")       },
  { N_ ("Place"),    "window_id",       N_ ("Window")      },
  { N_ ("Program"),  "app",             N_ ("Name")        },
  { N_ ("Program"),  "pid",             N_ ("Process")     },
  { N_ ("Program"),  "toolkit",         N_ ("Toolkit")     },
  { N_ ("Program"),  "toolkit_version", N_ ("Version")     },
  { N_ ("Program"),  "interfaces",      N_ ("Interfaces")  },
};
/* clang-format on */

static double
get_number (JsonObject *object, const char *name)
{
  return json_object_get_double_member_with_default (object, name, 0);
}

static const char *
get_string (JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default (object, name, "");
}

static char *
format_rect (JsonObject *object)
{
  return g_strdup_printf ("%g, %g  %g × %g",
                          get_number (object, "x"),
                          get_number (object, "y"),
                          get_number (object, "width"),
                          get_number (object, "height"));
}

static char *
format_point (JsonObject *object)
{
  return g_strdup_printf ("%g, %g", get_number (object, "x"), get_number (object, "y"));
}

static char *
format_range (JsonObject *object)
{
  /* Translators: a number, then the least and the most that it may be */
  return g_strdup_printf (_ ("%g of %g … %g"),
                          get_number (object, "value"),
                          get_number (object, "minimum"),
                          get_number (object, "maximum"));
}

static char *
format_text (JsonObject *object)
{
  return g_strdup (get_string (object, "content"));
}

static char *
format_table (JsonObject *object)
{
  /* Translators: of a table */
  return g_strdup_printf (_ ("%g rows, %g columns"),
                          get_number (object, "rows"),
                          get_number (object, "columns"));
}

static char *
format_cell (JsonObject *object)
{
  /* Translators: of a cell of a table; counted from 0 */
  return g_strdup_printf (_ ("row %g, column %g"),
                          get_number (object, "row"),
                          get_number (object, "column"));
}

/* An object is told by a member that only its kind has; the first row that fits counts. */
/* clang-format off */
static const struct { const char *member; char *(*format) (JsonObject *object); } formats[] = {
  { "width",   format_rect  },
  { "x",       format_point },
  { "minimum", format_range },
  { "content", format_text  },
  { "rows",    format_table },
  { "row",     format_cell  },
};
/* clang-format on */

static char *
format_object (JsonObject *object)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (json_object_has_member (object, formats[i].member))
      return formats[i].format (object);
  return NULL;
}

/* (transfer full): ends in NULL. */
static char **
dup_strings (JsonObject *answer, const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonNode                *node = json_object_get_member (answer, name);
  JsonArray               *array =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    g_strv_builder_add (builder, json_array_get_string_element (array, i));
  return g_strv_builder_end (builder);
}

/* (transfer full) (nullable): NULL for what says nothing. */
static char *
format_member (JsonObject *answer, const char *name)
{
  JsonNode      *node = json_object_get_member (answer, name);
  g_auto (GStrv) strings = NULL;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (node))
    return format_object (json_node_get_object (node));
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      strings = dup_strings (answer, name);
      return g_strjoinv (", ", strings);
    }
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_get_string (node)[0] != '\0' ? json_node_dup_string (node) : NULL;
  return g_strdup_printf ("%g", json_node_get_double (node));
}

static PelDetail *
add (GPtrArray *details, const char *group, const char *label, const char *value)
{
  PelDetail *detail = pel_detail_new (group, label, value);

  g_ptr_array_add (details, detail);
  return detail;
}

/* (transfer full) (nullable): with its executable, while it runs. */
static char *
format_process (pid_t pid)
{
  g_autofree char *name = pid > 0 ? pel_process_dup_name (pid) : NULL;

  if (pid <= 0)
    return NULL;
  return name != NULL ? g_strdup_printf ("%d (%s)", (int) pid, name)
                      : g_strdup_printf ("%d", (int) pid);
}

static char *
format_row (JsonObject *answer, const char *key)
{
  return g_str_equal (key, "pid") ? format_process ((pid_t) get_number (answer, "pid"))
                                  : format_member (answer, key);
}

static void
add_members (GPtrArray *details, JsonObject *answer)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *value = format_row (answer, rows[i].key);

      if (value != NULL)
        add (details, _ (rows[i].group), _ (rows[i].label), value);
    }
}

/* (nullable) (transfer none) */
static JsonArray *
get_array (JsonObject *answer, const char *name)
{
  JsonNode *node = json_object_get_member (answer, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static guint
count_rows (JsonArray *array)
{
  return array != NULL ? MIN (json_array_get_length (array), MAX_ROWS) : 0;
}

static void
add_actions (GPtrArray *details, JsonObject *answer)
{
  JsonArray *actions = get_array (answer, "actions");

  for (guint i = 0; i < count_rows (actions); i++)
    {
      JsonObject      *action = json_array_get_object_element (actions, i);
      const char      *keys = get_string (action, "key_binding");
      g_autofree char *value =
          keys[0] != '\0' ? g_strdup_printf ("%s  (%s)", get_string (action, "description"), keys)
                          : g_strdup (get_string (action, "description"));

      add (details, _ ("Actions"), get_string (action, "name"), value);
    }
}

/* “Button “Save””, as far as it is known. */
static char *
format_element (JsonObject *object)
{
  const char *name = get_string (object, "name");

  if (!json_object_has_member (object, "role"))
    return g_strdup (get_string (object, "runtime_id"));
  /* Translators: what it is and what it is called, as in Button “Save” */
  return name[0] != '\0' ? g_strdup_printf (_ ("%s “%s”"), get_string (object, "role"), name)
                         : g_strdup (get_string (object, "role"));
}

/* 12 of “e12” */
static guint
get_ref (JsonObject *object)
{
  const char *ref = get_string (object, "ref");

  return ref[0] == 'e' ? g_ascii_strtoull (ref + 1, NULL, 10) : 0;
}

static void
add_relations (GPtrArray *details, JsonObject *answer, const char *bus_name)
{
  JsonArray *relations = get_array (answer, "relations");

  for (guint i = 0; i < count_rows (relations); i++)
    {
      JsonObject      *relation = json_array_get_object_element (relations, i);
      g_autofree char *value = format_element (relation);

      pel_detail_set_link (add (details, _ ("Relations"), get_string (relation, "kind"), value),
                           bus_name,
                           get_ref (relation));
    }
}

static void
add_attributes (GPtrArray *details, JsonObject *answer)
{
  JsonNode         *node = json_object_get_member (answer, "attributes");
  g_autoptr (GList) names = NULL;
  guint             n = 0;
  JsonObject       *attributes;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;
  attributes = json_node_get_object (node);
  names = json_object_get_members (attributes);
  for (GList *l = names; l != NULL && n < MAX_ROWS; l = l->next, n++)
    add (details, _ ("Attributes"), l->data, get_string (attributes, l->data));
}

static char **
list_states (JsonObject *answer)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonNode                *node = json_object_get_member (answer, "states");
  JsonObject              *states =
      node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autoptr (GList) names = states != NULL ? json_object_get_members (states) : NULL;

  for (GList *l = names; l != NULL; l = l->next)
    {
      g_autofree char *absent = g_strdup_printf (_ ("not %s"), (char *) l->data);

      g_strv_builder_add (builder,
                          json_object_get_boolean_member (states, l->data) ? l->data : absent);
    }
  return g_strv_builder_end (builder);
}

static void
add_ancestors (GPtrArray *ancestors, JsonObject *answer, const char *bus_name)
{
  JsonArray *array = get_array (answer, "ancestors");

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject      *object = json_array_get_object_element (array, i);
      g_autofree char *name = format_element (object);
      g_autofree char *label = g_strconcat (name, " ›", NULL);

      /* the outermost is the program itself, which the tree knows by its bus name */
      pel_detail_set_link (add (ancestors, "", label, ""), bus_name, i > 0 ? get_ref (object) : 0);
    }
}

static PelDescription *
make_empty (void)
{
  PelDescription *self = g_new0 (PelDescription, 1);

  self->ancestors = g_ptr_array_new_with_free_func (g_object_unref);
  self->details = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

PelDescription *
pel_description_new (JsonObject *answer, const char *bus_name)
{
  PelDescription *self = make_empty ();

  self->selector = format_member (answer, "selector");
  self->note = format_member (answer, "note");
  self->states = list_states (answer);
  self->patterns = dup_strings (answer, "patterns");
  add_ancestors (self->ancestors, answer, bus_name);
  add_members (self->details, answer);
  add_actions (self->details, answer);
  add_relations (self->details, answer, bus_name);
  add_attributes (self->details, answer);
  return self;
}

PelDescription *
pel_description_new_for_program (PelProgramItem *program)
{
  PelDescription  *self = make_empty ();
  pid_t            pid = pel_program_item_get_pid (program);
  g_autofree char *process = format_process (pid);
  g_auto (GStrv)   words = pel_process_dup_command_line (pid);
  g_autofree char *command = words != NULL ? g_strjoinv (" ", words) : NULL;
  const char      *group = _ ("Program");

  self->note = g_strdup (pel_program_item_get_problem (program));
  self->states = g_new0 (char *, 1);
  self->patterns = g_new0 (char *, 1);
  add (self->details, group, _ ("Name"), pel_program_item_get_name (program));
  if (process != NULL)
    add (self->details, group, _ ("Process"), process);
  if (command != NULL)
    add (self->details, group, _ ("Command"), command);
  add (self->details, group, _ ("Toolkit"), pel_program_item_get_toolkit (program));
  add (self->details, group, _ ("Bus name"), pel_program_item_get_bus_name (program));
  return self;
}

void
pel_description_free (PelDescription *self)
{
  if (self == NULL)
    return;
  g_free (self->selector);
  g_free (self->note);
  g_strfreev (self->states);
  g_strfreev (self->patterns);
  g_ptr_array_unref (self->ancestors);
  g_ptr_array_unref (self->details);
  g_free (self);
}
