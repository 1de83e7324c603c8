/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/description.h"

#include "inspector/detail-text.h"
#include "services/base/process.h"
#include "services/base/text.h"
#include "services/element/role.h"

#include <glib/gi18n.h>
#include <string.h>

/* No one reads more attributes, actions or relations of one element. */
#define MAX_ROWS 100

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
format_pid (JsonObject *answer)
{
  return format_process ((pid_t) get_number (answer, "pid"));
}

/* What is told of an element, in this order; what the answer does not have is left out. */
/* clang-format off */
static const struct
{
  const char *group, *label;
  const char *key;                          /* of the member that is told; NULL: */
  char *(*format) (JsonObject *answer);     /* what is told */
  char *(*explain) (JsonObject *answer);    /* (nullable) what more there is to it */
} rows[] = {
  { N_ ("Identity"),    N_ ("Role"),           "role"            },
  { N_ ("Identity"),    N_ ("Native role"),    "native_role"     },
  { N_ ("Identity"),    N_ ("Name"),           "name"            },
  { N_ ("Identity"),    N_ ("Description"),    "description"     },
  { N_ ("Identity"),    N_ ("ID"),             "id"              },
  { N_ ("Identity"),    N_ ("Class"),          "class"           },
  { N_ ("Identity"),    N_ ("Ref"),            "ref"             },
  { N_ ("Identity"),    N_ ("Runtime ID"),     "runtime_id"      },
  { N_ ("Content"),     N_ ("Value"),          "value"           },
  { N_ ("Content"),     N_ ("Range"),          "range"           },
  { N_ ("Content"),     N_ ("Text"),           "text"            },
  { N_ ("Content"),     N_ ("Caret"),          NULL, pel_detail_text_of_caret      },
  { N_ ("Content"),     N_ ("At the caret"),   NULL, pel_detail_text_of_run        },
  { N_ ("Content"),     N_ ("Selected"),       NULL, pel_detail_text_of_selections },
  { N_ ("Content"),     N_ ("Table"),          "table"           },
  { N_ ("Content"),     N_ ("Cell"),           "cell"            },
  { N_ ("Content"),     N_ ("Children"),       "n_children"      },
  { N_ ("Coordinates"), N_ ("On the desktop"), "bounds"          },
  { N_ ("Coordinates"), N_ ("No bounds"),      "bounds_reason"   },
  { N_ ("Coordinates"), N_ ("In its window"),  "window_bounds"   },
  { N_ ("Coordinates"), N_ ("On its monitor"), "monitor_bounds"  },
  { N_ ("Coordinates"), N_ ("Native"),         "native_bounds"   },
  { N_ ("Coordinates"), N_ ("Raw"),            NULL, pel_detail_text_of_raw_bounds },
  { N_ ("Coordinates"), N_ ("Formula"),        NULL, pel_detail_text_of_steps, pel_detail_text_of_reasons },
  { N_ ("Coordinates"), N_ ("Click point"),    "click_point"     },
  { N_ ("Coordinates"), N_ ("Monitor"),        "monitor"         },
  { N_ ("Coordinates"), N_ ("Scale"),          "scale"           },
  { N_ ("Coordinates"), N_ ("Window"),         "window_id"       },
  { N_ ("Program"),     N_ ("Name"),           "app"             },
  { N_ ("Program"),     N_ ("Process"),        NULL, format_pid  },
  { N_ ("Program"),     N_ ("Executable"),     "executable"      },
  { N_ ("Program"),     N_ ("Toolkit"),        "toolkit"         },
  { N_ ("Program"),     N_ ("Version"),        "toolkit_version" },
  { N_ ("Program"),     N_ ("Interfaces"),     "interfaces"      },
};
/* clang-format on */

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

static PelDetail *
add (GPtrArray *details, const char *group, const char *label, const char *value)
{
  PelDetail *detail = pel_detail_new (group, label, value);

  g_ptr_array_add (details, detail);
  return detail;
}

static void
add_members (GPtrArray *details, JsonObject *answer)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *value = rows[i].key != NULL ? pel_detail_text_of_member (answer, rows[i].key)
                                                   : rows[i].format (answer);
      g_autofree char *hint = rows[i].explain != NULL ? rows[i].explain (answer) : NULL;

      if (value != NULL)
        pel_detail_set_hint (add (details, _ (rows[i].group), _ (rows[i].label), value), hint);
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
      g_autofree char *value = pel_detail_text_of_element (relation);

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

/* Whether it says where something is: it is more than an unnamed part of something else. */
static gboolean
is_telling (JsonObject *ancestor)
{
  PelRole role;

  return get_string (ancestor, "name")[0] != '\0' ||
         !pel_role_from_string (get_string (ancestor, "role"), &role) ||
         !pel_role_is_structural (role);
}

static void
add_ancestors (PelDescription *self, JsonObject *answer, const char *bus_name)
{
  JsonArray *array = get_array (answer, "ancestors");

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject      *object = json_array_get_object_element (array, i);
      g_autofree char *label = pel_detail_text_of_element (object);
      PelDetail       *detail = add (self->ancestors, "", label, "");

      /* the outermost is the program itself, which the tree knows by its bus name */
      pel_detail_set_link (detail, bus_name, i > 0 ? get_ref (object) : 0);
      if (i == 0 || is_telling (object))
        g_ptr_array_add (self->crumbs, g_object_ref (detail));
    }
}

static PelDescription *
make_empty (void)
{
  PelDescription *self = g_new0 (PelDescription, 1);

  self->ancestors = g_ptr_array_new_with_free_func (g_object_unref);
  self->crumbs = g_ptr_array_new_with_free_func (g_object_unref);
  self->details = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

PelDescription *
pel_description_new (JsonObject *answer, const char *bus_name)
{
  PelDescription *self = make_empty ();

  self->selector = pel_detail_text_of_member (answer, "selector");
  self->note = pel_detail_text_of_member (answer, "note");
  self->states = list_states (answer);
  self->patterns = dup_strings (answer, "patterns");
  self->bus_name = g_strdup (bus_name);
  if (get_array (answer, "cells") != NULL && json_object_has_member (answer, "table"))
    {
      self->cells = json_array_ref (get_array (answer, "cells"));
      self->headers = dup_strings (json_object_get_object_member (answer, "table"), "headers");
    }
  add_ancestors (self, answer, bus_name);
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
  g_autofree char *file = pel_process_dup_executable (pid);
  g_autofree char *executable =
      file != NULL ? pel_text_repair (file, -1, PEL_TEXT_MAX_BYTES) : NULL;
  const char *group = _ ("Program");

  self->note = g_strdup (pel_program_item_get_problem (program));
  self->states = g_new0 (char *, 1);
  self->patterns = g_new0 (char *, 1);
  add (self->details, group, _ ("Name"), pel_program_item_get_name (program));
  if (process != NULL)
    add (self->details, group, _ ("Process"), process);
  if (executable != NULL)
    add (self->details, group, _ ("Executable"), executable);
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
  g_ptr_array_unref (self->crumbs);
  g_ptr_array_unref (self->details);
  g_free (self->bus_name);
  g_clear_pointer (&self->cells, json_array_unref);
  g_strfreev (self->headers);
  g_free (self);
}
