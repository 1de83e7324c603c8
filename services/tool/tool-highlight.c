/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"
#include "services/tool/overlay-check.h"
#include "services/tool/selection.h"
#include "services/tool/target.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

#define DEFAULT_MS  5000
#define MAX_TARGETS 50

/* Words for the shades of the overlay, which everyone can tell apart. */
static const char *const color_names[] = { "yellow", "orange", "red",  "green",
                                           "blue",   "pink",   "grey", NULL };
static const char *const shade_names[] = { "highlight",     "hovered", "selected", "focused",
                                           "accessibility", "ocr",     "disabled" };
G_STATIC_ASSERT (G_N_ELEMENTS (color_names) == G_N_ELEMENTS (shade_names) + 1);

/* clang-format off */
static const PelField arguments[] = {
  { "targets",     PEL_FIELD_STRINGS, PEL_FIELD_REQUIRED, N_ ("Elements to highlight: selectors (every match), refs, regions or points") },
  { "label",       PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Text to show next to them") },
  { "color",       PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Colour (default: yellow)"), .choices = color_names },
  { "duration_ms", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("How long to show them, in milliseconds (default: 5000)"), .minimum = 100, .maximum = 60000 },
  { NULL },
};

static const PelField highlighted_fields[] = {
  { "ref",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Identifies the element as long as it exists") },
  { "role",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Its role") },
  { "name",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Its name") },
  { "app",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Its program") },
  { "text",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("All of the above in one line") },
  { "visible", PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether it is visible now; if not, it is highlighted once it is") },
  { NULL },
};

static const PelField result[] = {
  { "highlighted", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("Highlighted elements"), .fields = highlighted_fields },
  { "n_hidden",    PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of matches not shown") },
  { NULL },
};

static const PelColumn columns[] = {
  { "ref",     N_ ("Ref")     },
  { "role",    N_ ("Role")    },
  { "name",    N_ ("Name")    },
  { "visible", N_ ("Visible") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE, "highlighted", NULL, columns, "" },
  { 0 },
};
/* clang-format on */

/* What has been found so far: the targets are found one after the other, all before any is shown.
 */
typedef struct
{
  GPtrArray  *marks; /* of PelRegionMark */
  JsonArray  *highlighted;
  PelDesktop *desktop; /* (nullable) as it was seen last */
  guint       next, n_hidden;
} Search;

static void find_next (GTask *task);

static void
search_free (Search *search)
{
  g_ptr_array_unref (search->marks);
  json_array_unref (search->highlighted);
  g_clear_object (&search->desktop);
  g_free (search);
}

static Search *
get_search (GTask *task)
{
  return g_object_get_data (G_OBJECT (task), "search");
}

static void
add (Search *search, PelSnapshot *snapshot, PelElementId id)
{
  PelRegionMark *mark;
  JsonObject    *object;

  if (search->marks->len == MAX_TARGETS)
    {
      search->n_hidden++;
      return;
    }
  mark = pel_region_mark_new (PEL_MARK_HIGHLIGHT, snapshot, id);
  object = pel_element_to_mention (snapshot, id);
  json_object_set_boolean_member (object, "visible", mark->region != NULL);
  json_array_add_object_element (search->highlighted, object);
  g_ptr_array_add (search->marks, mark);
  g_set_object (&search->desktop, pel_snapshot_get_desktop (snapshot));
}

static JsonObject *
make_result (Search *search)
{
  JsonObject *data = json_object_new ();

  json_object_set_array_member (data, "highlighted", json_array_ref (search->highlighted));
  json_object_set_int_member (data, "n_hidden", search->n_hidden);
  return data;
}

static const char *
get_shade (JsonObject *call_arguments)
{
  const char *name =
      json_object_get_string_member_with_default (call_arguments, "color", color_names[0]);
  gsize row = 0;

  while (!g_str_equal (color_names[row], name))
    row++; /* the schema lets no other through */
  return shade_names[row];
}

/* (transfer full) (nullable): what is put before a person carries the name of who puts it there. */
static char *
make_label (const PelToolCall *call)
{
  const char *given = json_object_get_string_member_with_default (call->arguments, "label", NULL);
  g_autofree char *client = NULL;

  if (call->caller.name == NULL)
    return g_strdup (given);
  client = pel_caller_dup_short_words (call->caller.identity);
  /* Translators: who points at something for the person, and what they say to it */
  return given != NULL ? g_strdup_printf (_ ("%s: %s"), client, given) : g_steal_pointer (&client);
}

static void
show (GTask *task)
{
  const PelToolCall *call = pel_tool_call_get (task);
  Search            *search = get_search (task);
  gint64             duration_ms =
      json_object_get_int_member_with_default (call->arguments, "duration_ms", DEFAULT_MS);
  gint64  until = g_get_monotonic_time () + duration_ms * G_TIME_SPAN_MILLISECOND;
  GError *error = NULL;

  pel_region_registry_set_obstacle (call->context->regions, NULL);
  if (!pel_overlay_check (call->context, search->desktop, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  pel_region_registry_set_layout (call->context->regions, pel_desktop_get_layout (search->desktop));
  while (search->marks->len > 0)
    {
      PelRegionMark *mark = g_ptr_array_steal_index (search->marks, 0);

      mark->label = make_label (call);
      mark->shade = g_strdup (get_shade (call->arguments));
      mark->until = until;
      pel_region_registry_add_highlight (call->context->regions, mark);
    }
  if (pel_overlay_check (call->context, search->desktop, &error))
    g_task_return_pointer (task, make_result (search), (GDestroyNotify) json_object_unref);
  else
    {
      pel_region_registry_clear_marks (call->context->regions, PEL_MARK_HIGHLIGHT);
      g_task_return_error (task, error);
    }
}

static void
resolved_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  GError               *error = NULL;
  g_autoptr (PelTarget) target = pel_target_resolve_finish (async_result, &error);

  if (target == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  add (get_search (task), target->snapshot, target->id);
  find_next (task);
}

static void
selected_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)        task = user_data;
  GError                  *error = NULL;
  g_autoptr (PelSelection) selection = pel_selection_open_finish (async_result, &error);

  if (selection == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < selection->resolution->matches->len; i++)
    add (get_search (task),
         selection->snapshot,
         g_array_index (selection->resolution->matches, PelElementId, i));
  find_next (task);
}

static void
find_next (GTask *task)
{
  const PelToolCall        *call = pel_tool_call_get (task);
  Search                   *search = get_search (task);
  JsonArray                *targets = json_object_get_array_member (call->arguments, "targets");
  g_autoptr (PelTargetName) name = NULL;
  GError                   *error = NULL;

  if (search->next == json_array_get_length (targets))
    {
      show (task);
      return;
    }
  name = pel_target_name_parse (json_array_get_element (targets, search->next++),
                                call->tool->name,
                                &error);
  if (name == NULL)
    g_task_return_error (task, error);
  else if (name->kind == PEL_TARGET_SELECTOR)
    pel_selection_open_async (task, name->selector, selected_cb, g_object_ref (task));
  else
    pel_target_resolve_name_async (task, g_steal_pointer (&name), resolved_cb, g_object_ref (task));
}

static void
run (GTask *task)
{
  const PelToolCall *call = pel_tool_call_get (task);
  guint              n_targets =
      json_array_get_length (json_object_get_array_member (call->arguments, "targets"));
  Search *search;
  GError *error = NULL;

  if (call->context->tracker == NULL)
    {
      pel_look_fail_for_task (task);
      return;
    }
  if (n_targets == 0 || n_targets > MAX_TARGETS)
    {
      pel_set_error (&error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("%s: specify 1 to %d targets, not %u"),
                     call->tool->name,
                     MAX_TARGETS,
                     n_targets);
      g_task_return_error (task, error);
      return;
    }
  if (call->context->policy != NULL &&
      !pel_policy_store_check_pointing (call->context->policy, call->caller.identity, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  search = g_new0 (Search, 1);
  search->marks = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
  search->highlighted = json_array_new ();
  g_object_set_data_full (G_OBJECT (task), "search", search, (GDestroyNotify) search_free);
  find_next (task);
}

const PelTool pel_tool_highlight = {
  .name = "ui_highlight",
  .summary = N_ ("Highlight elements on the overlay to show them to the person"),
  .tool_class = PEL_TOOL_POINT,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
