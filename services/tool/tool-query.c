/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json.h"
#include "services/tool/element-result.h"
#include "services/tool/selection.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

#define DEFAULT_LIMIT 20
#define MAX_LIMIT     1000

/* clang-format off */
static const PelField arguments[] = {
  { "selector", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What to find, such as Button:OK or 'app=gedit >> role=Edit'") },
  { "limit",    PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Maximum number of matches to return (default: 20)"), .minimum = 1, .maximum = MAX_LIMIT },
  { NULL },
};

static const PelField match_fields[] = {
  PEL_ELEMENT_FIELDS,
  { "reasons", PEL_FIELD_STRINGS, PEL_FIELD_REQUIRED, N_ ("What the confidence is based on") },
  { "window",  PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Title of its window") },
  { NULL },
};

static const PelField result[] = {
  { "selector",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The selector in its canonical form") },
  { "n_matches",   PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of matching elements") },
  { "matches",     PEL_FIELD_LIST,    PEL_FIELD_REQUIRED, N_ ("The first matches"), .fields = match_fields },
  { "snapshot_id", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Snapshot in which they were found") },
  { "note",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("How to get the rest") },
  { NULL },
};

static const PelColumn columns[] = {
  { "ref",        N_ ("Ref")        },
  { "role",       N_ ("Role")       },
  { "name",       N_ ("Name")       },
  { "value",      N_ ("Value")      },
  { "confidence", N_ ("Confidence") },
  { "app",        N_ ("Program")    },
  { "window",     N_ ("Window")     },
  { "bounds",     N_ ("Bounds")     },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE, "matches", NULL, columns, "" },
  { PEL_VIEW_TEXT, "note", NULL, NULL, NULL },
  { 0 },
};
/* clang-format on */

static JsonObject *
match_to_json (const PelSelection *selection, PelElementId id)
{
  PelElementForm            form = pel_element_form_for (selection->snapshot);
  JsonObject               *object = pel_element_to_json (selection->snapshot, id, &form);
  PelWindow                *window = pel_snapshot_find_window (selection->snapshot, id);
  PelElement                element = pel_snapshot_get_element (selection->snapshot, id);
  const PelSnapshotProgram *program =
      pel_snapshot_get_program (selection->snapshot, element.program);
  g_auto (GStrv) reasons = NULL;

  json_object_set_double_member (object,
                                 "confidence",
                                 pel_selection_get_confidence (selection,
                                                               id,
                                                               FALSE,
                                                               NULL,
                                                               &reasons));
  json_object_set_array_member (object, "reasons", pel_json_array_new_strings (reasons));
  if (program->name != NULL)
    json_object_set_string_member (object, "app", program->name);
  pel_json_set_string_or_null (object,
                               "window",
                               window != NULL ? pel_window_get_info (window)->title : NULL);
  return object;
}

static JsonObject *
make_result (const PelSelection *selection, guint limit)
{
  JsonObject      *data = json_object_new ();
  JsonArray       *array = json_array_new ();
  g_autofree char *selector = pel_selector_to_string (selection->selector);
  GArray          *matches = selection->resolution->matches;

  for (guint i = 0; i < MIN (matches->len, limit); i++)
    json_array_add_object_element (array,
                                   match_to_json (selection,
                                                  g_array_index (matches, PelElementId, i)));
  json_object_set_string_member (data, "selector", selector);
  json_object_set_int_member (data, "n_matches", matches->len);
  json_object_set_array_member (data, "matches", array);
  json_object_set_string_member (data, "snapshot_id", pel_snapshot_get_id (selection->snapshot));
  if (matches->len > limit)
    {
      guint            n_more = matches->len - limit;
      g_autofree char *note =
          g_strdup_printf (ngettext ("(%u more; use --limit N to show up to %u)",
                                     "(%u more; use --limit N to show up to %u)",
                                     n_more),
                           n_more,
                           MAX_LIMIT);

      json_object_set_string_member (data, "note", note);
    }
  return data;
}

static void
opened_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)        task = user_data;
  JsonObject              *call_arguments = pel_tool_call_get (task)->arguments;
  GError                  *error = NULL;
  g_autoptr (PelSelection) selection = pel_selection_open_finish (async_result, &error);
  guint limit = json_object_get_int_member_with_default (call_arguments, "limit", DEFAULT_LIMIT);

  if (selection != NULL)
    g_task_return_pointer (task,
                           make_result (selection, limit),
                           (GDestroyNotify) json_object_unref);
  else
    g_task_return_error (task, error);
}

static void
run (GTask *task)
{
  JsonObject *call_arguments = pel_tool_call_get (task)->arguments;

  pel_selection_open_async (task,
                            json_object_get_string_member (call_arguments, "selector"),
                            opened_cb,
                            g_object_ref (task));
}

const PelTool pel_tool_query = {
  .name = "ui_query",
  .summary = N_ ("Find the elements that match a selector"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
