/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/element-result.h"

#include "services/base/json.h"
#include "services/tool/desktop-json.h"
#include "services/tool/program.h"

#include <glib/gi18n.h>

/* clang-format off */
const PelField pel_point_fields[] = {
  { "x", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels from the left") },
  { "y", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels from the top") },
  { NULL },
};

const PelField pel_element_fields[] = {
  PEL_ELEMENT_FIELDS,
  { NULL },
};

const PelField pel_tree_fields[] = {
  PEL_ELEMENT_FIELDS,
  { "more_rows", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Rows in it that are scrolled away") },
  { "children", PEL_FIELD_CHILDREN, PEL_FIELD_OPTIONAL, N_ ("Child elements") },
  { NULL },
};

const PelField pel_element_name_fields[] = {
  { "role", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its role") },
  { "name", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its name") },
  { "ref",  PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Identifies the element as long as it exists, such as e12") },
  { NULL },
};

const PelField pel_snapshot_program_fields[] = {
  { "app",             PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Name that the program reports") },
  { "pid",             PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Its process id") },
  { "toolkit",         PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Its toolkit") },
  { "answering",       PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether it is responding; if not, this is its last known state") },
  { "truncated",       PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether it has more elements than were read") },
  { NULL },
};

const PelField pel_snapshot_window_fields[] = {
  { "window_id", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Identifies the window as long as it exists") },
  { "title",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Window title") },
  { "app",       PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Application id or class reported by the window") },
  { "pid",       PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Process id of its owner") },
  { "bounds",    PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop"), .fields = pel_rect_fields },
  { NULL },
};

const PelColumn pel_ancestor_columns[] = {
  { "ref",  N_ ("Ref")  },
  { "role", N_ ("Role") },
  { "name", N_ ("Name") },
  { NULL },
};
/* clang-format on */

static void
set_pid (JsonObject *object, pid_t pid)
{
  if (pid > 0)
    json_object_set_int_member (object, "pid", pid);
  else
    json_object_set_null_member (object, "pid");
}

PelElementForm
pel_element_form_for (PelSnapshot *snapshot)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);

  return (PelElementForm){ .layout = desktop != NULL ? pel_desktop_get_layout (desktop) : NULL };
}

/* A new object with those members of @object that it has, in the order of @names. */
static JsonObject *
pick (JsonObject *object, const char *const *names)
{
  JsonObject *picked = json_object_new ();

  for (guint i = 0; names[i] != NULL; i++)
    if (json_object_has_member (object, names[i]))
      json_object_set_member (picked, names[i], json_object_dup_member (object, names[i]));
  return picked;
}

JsonObject *
pel_element_to_result (PelSnapshot *snapshot, PelElementId id)
{
  PelElementForm form = pel_element_form_for (snapshot);
  JsonObject    *object = pel_element_to_json_alone (snapshot, id, &form);

  json_object_set_string_member (object, "snapshot_id", pel_snapshot_get_id (snapshot));
  return object;
}

JsonObject *
pel_element_to_resolved_target (
    PelSnapshot *snapshot, PelElementId id, const char *held_by, double confidence, char **reasons)
{
  static const char *const names[] = { "ref",    "runtime_id",  "role", "name",
                                       "bounds", "click_point", NULL };
  PelElementForm           form = pel_element_form_for (snapshot);
  g_autoptr (JsonObject)   whole = pel_element_to_json_alone (snapshot, id, &form);
  JsonObject              *target = pick (whole, names);

  json_object_set_double_member (target, "confidence", confidence);
  if (reasons != NULL)
    json_object_set_array_member (target, "reasons", pel_json_array_new_strings (reasons));
  json_object_set_string_member (target, "held_by", held_by);
  return target;
}

JsonObject *
pel_element_to_mention (PelSnapshot *snapshot, PelElementId id)
{
  static const char *const names[] = { "ref", "role", "name", "app", NULL };
  PelElementForm           form = pel_element_form_for (snapshot);
  g_autoptr (JsonObject)   whole = pel_element_to_json_alone (snapshot, id, &form);
  JsonObject              *mention = pick (whole, names);
  g_autoptr (GString)      text = g_string_new (NULL);

  pel_element_form_append_line (&form, snapshot, id, text);
  json_object_set_string_member (mention, "text", text->str);
  return mention;
}

JsonArray *
pel_snapshot_programs_to_json (PelSnapshot *snapshot)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, i);
      JsonObject               *object = json_object_new ();

      pel_json_set_string_or_null (object, "app", program->name);
      set_pid (object, program->pid);
      pel_json_set_string_or_null (object,
                                   "toolkit",
                                   pel_toolkit_to_title (program->toolkit,
                                                         program->toolkit_version));
      json_object_set_boolean_member (object, "answering", program->is_answering);
      json_object_set_boolean_member (object, "truncated", program->is_truncated);
      json_array_add_object_element (array, object);
    }
  return array;
}

JsonNode *
pel_snapshot_window_to_json (PelSnapshot *snapshot, PelWindow *window)
{
  const PelWindowInfo *info;
  JsonObject          *object;
  PelPhysicalRect      bounds;

  if (window == NULL)
    return json_node_new (JSON_NODE_NULL);
  info = pel_window_get_info (window);
  object = json_object_new ();
  json_object_set_string_member (object, "window_id", info->id);
  json_object_set_string_member (object, "title", info->title);
  pel_json_set_string_or_null (object, "app", info->app);
  set_pid (object, info->pid);
  pel_desktop_to_physical (pel_snapshot_get_desktop (snapshot), &info->bounds, &bounds);
  json_object_set_object_member (object, "bounds", pel_physical_rect_to_json (&bounds));
  return pel_json_take_object (object);
}

char *
pel_snapshot_dup_time (PelSnapshot *snapshot)
{
  gint64                time = pel_snapshot_get_time (snapshot);
  g_autoptr (GDateTime) seconds = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autofree char      *text = g_date_time_format (seconds, "%Y-%m-%dT%H:%M:%S");

  return g_strdup_printf ("%s.%03dZ", text, (int) (time % G_USEC_PER_SEC / 1000));
}
