/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/process.h"
#include "services/base/text.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"
#include "services/tool/program.h"
#include "services/tool/reading-json.h"
#include "services/tool/side-picture.h"
#include "services/tool/target.h"
#include "services/tool/tools.h"
#include "services/tool/trace-json.h"

#include <glib/gi18n.h>

/* clang-format off */
static const PelField arguments[] = {
  { "target", PEL_FIELD_TARGET, PEL_FIELD_REQUIRED, PEL_TARGET_SUMMARY },
  PEL_TARGET_FIRST_FIELD,
  PEL_SIDE_PICTURE_FIELD,
  { NULL },
};

static const char *const name_sources[] = { "child",       "text",  "placeholder",
                                            "description", "label", NULL };

static const char *const raw_spaces[] = { "window", "screen", NULL };

static const PelField result[] = {
  PEL_ELEMENT_FIELDS,
  PEL_ALONE_FIELDS,
  { "name_source",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Where its name comes from, if it has none of its own"), .choices = name_sources },
  { "raw_name",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Name as reported by its program, if different") },
  { "selector",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Shortest selector that currently matches only this element") },
  { "secret",          PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether it holds a secret; its text and value are never read") },
  { "window_bounds",   PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Physical pixels from the top left of its window's content"), .fields = pel_rect_fields },
  { "monitor_bounds",  PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Physical pixels from the top left of its monitor"), .fields = pel_rect_fields },
  { "native_bounds",   PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("In the units of the window system"), .fields = pel_logical_rect_fields },
  { "raw_bounds",      PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("As reported by its toolkit, in the toolkit's units"), .fields = pel_logical_rect_fields },
  { "raw_space",       PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("What raw_bounds are relative to, according to the toolkit"), .choices = raw_spaces },
  { "formula",         PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("How bounds are computed from raw_bounds, in one line") },
  { "steps",           PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, N_ ("How bounds are computed from raw_bounds, step by step; missing if it has just moved"), .fields = pel_trace_step_fields },
  { "executable",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Executable of its program") },
  { "toolkit",         PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Toolkit of its program") },
  { "toolkit_version", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Version of the toolkit") },
  { "interfaces",      PEL_FIELD_STRINGS, PEL_FIELD_REQUIRED, N_ ("Accessibility interfaces it supports") },
  { "actions",         PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, N_ ("Its actions"), .fields = pel_action_fields },
  { "relations",       PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, N_ ("Related elements"), .fields = pel_relation_fields },
  { "range",           PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("Its value as a number"), .fields = pel_range_fields },
  { "text",            PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("Its text"), .fields = pel_text_fields },
  { "table",           PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("Size and headers of a table"), .fields = pel_table_fields },
  { "cells",           PEL_FIELD_LIST,    PEL_FIELD_OPTIONAL, N_ ("The first cells of a table, column by column"), .fields = pel_table_cell_fields },
  { "cell",            PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("Position and span of a cell"), .fields = pel_cell_fields },
  { "note",            PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Additional remarks") },
  PEL_SIDE_PICTURE_RESULT,
  { NULL },
};

static const PelColumn columns[] = {
  PEL_ELEMENT_COLUMNS,
  { "name_source",   N_ ("Name from")     },
  { "raw_name",      N_ ("Raw name")      },
  { "selector",      N_ ("Selector")      },
  { "window_bounds", N_ ("In its window") },
  { "monitor_bounds", N_ ("On its monitor") },
  { "native_bounds", N_ ("Native")        },
  { "raw_bounds",    N_ ("Raw")           },
  { "raw_space",     N_ ("Relative to")  },
  { "formula",       N_ ("Formula")       },
  { "id",            N_ ("ID")            },
  { "class",         N_ ("Class")         },
  { "attributes",    N_ ("Attributes")    },
  { "interfaces",    N_ ("Interfaces")    },
  { "range",         N_ ("Range")         },
  { "text",          N_ ("Text")          },
  { "table",         N_ ("Table")         },
  { "cell",          N_ ("Cell")          },
  { "executable",    N_ ("Executable")    },
  { "toolkit",       N_ ("Toolkit")       },
  { "secret",        N_ ("Secret")        },
  { "note",          N_ ("Note")          },
  { NULL },
};

static const PelColumn action_columns[] = {
  { "name",        N_ ("Name")        },
  { "key_binding", N_ ("Keys")        },
  { "description", N_ ("Description") },
  { NULL },
};

static const PelColumn relation_columns[] = {
  { "kind", N_ ("Kind") },
  { "ref",  N_ ("Ref")  },
  { "role", N_ ("Role") },
  { "name", N_ ("Name") },
  { NULL },
};

static const PelColumn cell_columns[] = {
  { "row",    N_ ("Row")    },
  { "column", N_ ("Column") },
  { "ref",    N_ ("Ref")    },
  { "role",   N_ ("Role")   },
  { "name",   N_ ("Name")   },
  { NULL },
};

static const PelColumn step_columns[] = {
  { "text",   N_ ("Step")   },
  { "result", N_ ("Result") },
  { "why",    N_ ("Why")    },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FIELDS, NULL, NULL, columns, NULL },
  { PEL_VIEW_TABLE, "steps", N_ ("Coordinates"), step_columns, "", .is_for_people = TRUE },
  { PEL_VIEW_TABLE, "cells", N_ ("First cells"), cell_columns, "", .is_for_people = TRUE },
  { PEL_VIEW_TABLE, "actions", N_ ("Actions"), action_columns, "", .is_for_people = TRUE },
  { PEL_VIEW_TABLE, "relations", N_ ("Relations"), relation_columns, "", .is_for_people = TRUE },
  PEL_ANCESTORS_VIEW,
  PEL_SIDE_PICTURE_VIEWS,
  { 0 },
};
/* clang-format on */

static void
set_interfaces (JsonObject *data, const PelElement *element)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < PEL_N_INTERFACES; i++)
    if ((element->interfaces & 1u << i) != 0)
      json_array_add_string_element (array, pel_interface_to_string (1u << i));
  json_object_set_array_member (data, "interfaces", array);
}

static void
set_rect_from (JsonObject            *data,
               const char            *name,
               PelPhysicalRect        bounds,
               const PelPhysicalRect *origin)
{
  bounds.x -= origin->x;
  bounds.y -= origin->y;
  json_object_set_object_member (data, name, pel_physical_rect_to_json (&bounds));
}

/* Its place once more, as others count, and how it came about. */
static void
set_places (JsonObject              *data,
            PelSnapshot             *snapshot,
            const PelElement        *element,
            const PelPlacementTrace *trace)
{
  PelElementForm    form = pel_element_form_for (snapshot);
  PelWindow        *window = pel_snapshot_find_window (snapshot, element->id);
  const PelMonitor *monitor = pel_element_form_find_monitor (&form, element);
  PelPhysicalRect   bounds, content;
  gboolean          is_known = pel_element_form_get_bounds (&form, element, &bounds);

  json_object_set_null_member (data, "window_bounds");
  json_object_set_null_member (data, "monitor_bounds");
  json_object_set_null_member (data, "native_bounds");
  if (trace != NULL)
    pel_trace_add_to_json (trace, is_known ? &bounds : NULL, data);
  if (!is_known)
    return;
  json_object_set_object_member (data, "native_bounds", pel_native_rect_to_json (&element->bounds));
  if (monitor != NULL)
    set_rect_from (data, "monitor_bounds", bounds, &monitor->physical);
  if (window == NULL)
    return;
  pel_desktop_to_physical (pel_snapshot_get_desktop (snapshot),
                           &pel_window_get_info (window)->content,
                           &content);
  set_rect_from (data, "window_bounds", bounds, &content);
}

static JsonObject *
make_result (const PelTarget *target, const PelPlacementTrace *trace)
{
  PelElement                element = pel_snapshot_get_element (target->snapshot, target->id);
  const PelSnapshotProgram *program = pel_snapshot_get_program (target->snapshot, element.program);
  JsonObject               *data = pel_element_to_result (target->snapshot, target->id);
  g_autofree char          *file = pel_process_dup_executable (program->pid);
  g_autofree char          *executable =
      file != NULL ? pel_text_repair (file, -1, PEL_TEXT_MAX_BYTES) : NULL;

  json_object_set_int_member (data, "n_children", element.n_children);
  json_object_set_boolean_member (data, "secret", (element.flags & PEL_ELEMENT_IS_SECRET) != 0);
  set_places (data, target->snapshot, &element, trace);
  pel_json_set_string_or_null (data, "executable", executable);
  pel_json_set_string_or_null (data,
                               "toolkit",
                               pel_toolkit_to_title (program->toolkit, program->toolkit_version));
  pel_json_set_string_or_null (data, "toolkit_version", program->toolkit_version);
  set_interfaces (data, &element);
  return data;
}

/* What a call has come to know. */
typedef struct
{
  PelTarget         *target;
  PelElementReading *reading; /* (nullable) */
  GError            *silence; /* (nullable) why there is none */
  PelPlacementTrace *trace;   /* (nullable) */
} Description;

static void
description_free (Description *self)
{
  pel_target_free (self->target);
  g_clear_pointer (&self->reading, pel_element_reading_free);
  g_clear_error (&self->silence);
  pel_placement_trace_free (self->trace);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Description, description_free)

/* What it is called, if that is not what its program calls it. */
static void
set_name_source (JsonObject *data, const Description *self)
{
  PelElement  element = pel_snapshot_get_element (self->target->snapshot, self->target->id);
  const char *raw = self->reading->name;

  if (element.name_source != PEL_NAMED_BY_ITSELF)
    json_object_set_string_member (data,
                                   "name_source",
                                   pel_name_source_to_string (element.name_source));
  if (raw != NULL && !g_str_equal (raw, element.name) &&
      (element.flags & PEL_ELEMENT_IS_BLOCKED) == 0)
    json_object_set_string_member (data, "raw_name", raw);
}

static void
written_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  g_autoptr (Description) self = g_object_steal_data (G_OBJECT (task), "description");
  GError                 *error = NULL;
  g_autofree char        *selector = pel_write_for_task_finish (async_result, &error);
  JsonObject             *data;

  if (selector == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  data = make_result (self->target, self->trace);
  json_object_set_string_member (data, "selector", selector);
  if (self->reading == NULL)
    json_object_set_string_member (data, "note", self->silence->message);
  else
    {
      pel_reading_add_to_json (self->reading, self->target->snapshot, data);
      set_name_source (data, self);
    }
  if (self->reading != NULL && self->reading->is_secret)
    json_object_set_boolean_member (data, "secret", TRUE);
  pel_side_picture_return (task,
                           data,
                           pel_side_picture_of_element (self->target->snapshot, self->target->id),
                           PEL_SIDE_PICTURE_FOR_AGENTS);
}

/* What was just read need not be read again for the selector. */
static void
remember (GTask *task, const Description *self)
{
  PelFacts  *facts = pel_tool_call_get (task)->context->facts;
  PelElement element = pel_snapshot_get_element (self->target->snapshot, self->target->id);

  if (self->reading == NULL)
    return;
  pel_facts_begin (facts, self->target->snapshot, g_get_monotonic_time ());
  pel_facts_take_reading (facts, element.ref, PEL_READ_ID | PEL_READ_DESCRIPTION, self->reading);
}

/* If the program does not respond, what the tree contains is used. */
static void
read_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  Description       *self = g_object_get_data (G_OBJECT (task), "description");
  g_autoptr (GError) error = NULL;

  self->reading = pel_read_for_task_finish (async_result, &error);
  if (self->reading == NULL && !g_error_matches (error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  self->silence = g_steal_pointer (&error);
  if (self->reading != NULL)
    remember (task, self);
  pel_write_for_task_async (task,
                            self->target->snapshot,
                            self->target->id,
                            written_cb,
                            g_object_ref (task));
}

/* (nullable) (transfer full): up to the pixels of the monitor that its bounds are reported for. */
static PelPlacementTrace *
trace_place (PelElementSource *source, const PelTarget *target, const PelElement *element)
{
  PelDesktop        *desktop = pel_snapshot_get_desktop (target->snapshot);
  PelPlacementTrace *trace =
      desktop != NULL ? pel_element_source_trace (source, element->bus_name, element->path, desktop)
                      : NULL;
  const PelMonitor *monitor;
  PelPhysicalRect   unused;

  if (trace == NULL || !trace->is_known)
    return trace;
  monitor = pel_desktop_to_physical (desktop, &element->bounds, &unused);
  if (monitor == NULL && pel_monitor_layout_get_n_monitors (pel_desktop_get_layout (desktop)) > 0)
    monitor = pel_monitor_layout_get_monitor (pel_desktop_get_layout (desktop), 0);
  if (monitor != NULL)
    pel_placement_trace_add_monitor (trace, monitor);
  return trace;
}

static void
resolved_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;
  PelTarget        *target = pel_target_resolve_finish (async_result, &error);
  Description      *self;
  PelElement        element;

  if (target == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  element = pel_snapshot_get_element (target->snapshot, target->id);
  self = g_new0 (Description, 1);
  self->target = target;
  self->trace = trace_place (pel_tool_call_get (task)->context->elements, target, &element);
  g_object_set_data_full (G_OBJECT (task), "description", self, (GDestroyNotify) description_free);
  pel_read_for_task_async (task,
                           &element,
                           PEL_READ_ALL,
                           (PelTextRange){ 0, -1 },
                           read_cb,
                           g_object_ref (task));
}

static void
run (GTask *task)
{
  JsonObject *call_arguments = pel_tool_call_get (task)->arguments;

  pel_target_resolve_async (task,
                            json_object_get_member (call_arguments, "target"),
                            resolved_cb,
                            g_object_ref (task));
}

const PelTool pel_tool_describe = {
  .name = "ui_describe",
  .summary = N_ ("Show everything known about one element"),
  .when = N_ ("Use ui_query to find elements"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .has_target = TRUE,
  .timeout_ms = 5000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
