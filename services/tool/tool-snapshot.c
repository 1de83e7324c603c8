/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/element/snapshot-json.h"
#include "services/element/snapshot-text.h"
#include "services/tool/element-result.h"
#include "services/tool/scope.h"
#include "services/tool/side-picture.h"
#include "services/tool/snapshot-notes.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>
#include <string.h>

/* Of each part of a result. A message of D-Bus has 128 MiB, and a text grows when it is quoted. */
#define MAX_BYTES (32 * 1024 * 1024)

/* clang-format off */
static const char *const formats[] = { "text", "json", NULL };

static const PelField arguments[] = {
  PEL_SCOPE_FIELDS,
  { "snapshot_id",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Show the snapshot with this id again instead of a new one; target may be a ref in it") },
  { "since",              PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Only what changed since the snapshot with this id") },
  { "format",             PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("As text (default), or as nested elements (shown with --json)"), .choices = formats },
  { "bounds",             PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Include the bounds of each element in the text") },
  { "include_text_index", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Also return an index from names to the refs of the elements with that name") },
  PEL_SIDE_PICTURE_FIELD,
  { "max_bytes",          PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Maximum size in bytes (default: 8192 for text; in a terminal, for JSON, or if 0: 32 MiB)"), .minimum = 0, .maximum = MAX_BYTES },
  { "max_chars",          PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Maximum length of a name or value (default: 160)"), .minimum = 1, .maximum = 4096 },
  { NULL },
};

static const PelField monitor_fields[] = {
  { "name",   PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its name") },
  { "bounds", PEL_FIELD_OBJECT, PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop"), .fields = pel_rect_fields },
  { "scale",  PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Its scale") },
  { NULL },
};

static const PelField changed_fields[] = {
  { "element", PEL_FIELD_OBJECT, PEL_FIELD_REQUIRED, N_ ("The element as it is now"), .fields = pel_element_fields },
  { "changes", PEL_FIELD_MAP,    PEL_FIELD_REQUIRED, N_ ("What changed: values before and after, by name") },
  { NULL },
};

static const PelField changes_fields[] = {
  { "added",   PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("New elements"), .fields = pel_element_fields },
  { "removed", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("Elements that are gone, as they were"), .fields = pel_element_fields },
  { "changed", PEL_FIELD_LIST, PEL_FIELD_REQUIRED, N_ ("Elements that changed"), .fields = changed_fields },
  { NULL },
};

static const PelField result[] = {
  { "snapshot_id",   PEL_FIELD_STRING,   PEL_FIELD_REQUIRED, N_ ("Id of this snapshot, such as s12; valid for ten minutes") },
  { "time",          PEL_FIELD_STRING,   PEL_FIELD_REQUIRED, N_ ("When it was taken") },
  { "scope",         PEL_FIELD_STRING,   PEL_FIELD_REQUIRED, N_ ("What the snapshot covers"), .choices = pel_scope_names },
  { "window",        PEL_FIELD_OBJECT,   PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Window that the snapshot covers"), .fields = pel_snapshot_window_fields },
  { "active_window", PEL_FIELD_OBJECT,   PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Window that has keyboard focus"), .fields = pel_snapshot_window_fields },
  { "monitors",      PEL_FIELD_LIST,     PEL_FIELD_REQUIRED, N_ ("The monitors at that time"), .fields = monitor_fields },
  { "programs",      PEL_FIELD_LIST,     PEL_FIELD_REQUIRED, N_ ("Programs that were queried"), .fields = pel_snapshot_program_fields },
  { "n_elements",    PEL_FIELD_INTEGER,  PEL_FIELD_REQUIRED, N_ ("Number of elements in these programs, shown or not") },
  { "since",         PEL_FIELD_STRING,   PEL_FIELD_OPTIONAL, N_ ("Snapshot that this one was compared with") },
  { "since_expired", PEL_FIELD_BOOLEAN,  PEL_FIELD_OPTIONAL, N_ ("Whether that snapshot has expired and everything is returned") },
  { "text",          PEL_FIELD_STRING,   PEL_FIELD_OPTIONAL, N_ ("One element per line") },
  { "elements",      PEL_FIELD_LIST,     PEL_FIELD_OPTIONAL, N_ ("The elements, each with its “children”"), .fields = pel_tree_fields },
  { "changes",       PEL_FIELD_OBJECT,   PEL_FIELD_OPTIONAL, N_ ("What changed"), .fields = changes_fields },
  { "truncated",     PEL_FIELD_BOOLEAN,  PEL_FIELD_OPTIONAL, N_ ("Whether elements were left out because of max_bytes") },
  { "n_left_out",    PEL_FIELD_INTEGER,  PEL_FIELD_OPTIONAL, N_ ("Number of elements left out") },
  { "notes",         PEL_FIELD_STRINGS,  PEL_FIELD_REQUIRED, N_ ("Further remarks about the snapshot") },
  { "text_index",    PEL_FIELD_MAP,      PEL_FIELD_OPTIONAL, N_ ("Refs by name") },
  PEL_SIDE_PICTURE_RESULT,
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TEXT, "text", NULL, NULL, NULL },
  PEL_SIDE_PICTURE_VIEWS,
  { 0 },
};
/* clang-format on */

/* What a call has come to, while its result is made. */
typedef struct
{
  JsonObject     *arguments;
  const PelScope *scope;
  PelSnapshot    *snapshot;
  PelSnapshot    *since; /* (nullable) */
  PelElementForm  form;
  GPtrArray      *notes; /* of char */
} Making;

static JsonArray *
monitors_to_json (PelSnapshot *snapshot)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);
  JsonArray  *array = json_array_new ();

  for (guint i = 0;
       desktop != NULL && i < pel_monitor_layout_get_n_monitors (pel_desktop_get_layout (desktop));
       i++)
    {
      const PelMonitor *monitor =
          pel_monitor_layout_get_monitor (pel_desktop_get_layout (desktop), i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "name", monitor->name);
      json_object_set_object_member (object,
                                     "bounds",
                                     pel_physical_rect_to_json (&monitor->physical));
      json_object_set_double_member (object, "scale", monitor->scale);
      json_array_add_object_element (array, object);
    }
  return array;
}

static gsize
get_max_bytes (const Making *making, gsize otherwise)
{
  gint64 max_bytes =
      json_object_get_int_member_with_default (making->arguments, "max_bytes", otherwise);

  return max_bytes != 0 ? max_bytes : MAX_BYTES;
}

/* The trees one after another, as long as there is room. */
static char *
make_tree_text (const Making *making, gsize max_bytes, PelJsonRoom *room)
{
  g_autoptr (GArray) filters = pel_scope_get_filters (making->scope, making->snapshot);
  GString           *text = g_string_new (NULL);

  for (guint i = 0; i < filters->len; i++)
    {
      gsize            n_bytes = MAX (max_bytes - MIN (text->len, max_bytes), 1);
      guint            n_left_out;
      g_autofree char *part = pel_snapshot_to_text (making->snapshot,
                                                    &g_array_index (filters, PelSnapshotFilter, i),
                                                    &making->form,
                                                    n_bytes,
                                                    &n_left_out);

      g_string_append (text, part);
      room->n_left_out += n_left_out;
    }
  return g_string_free (text, FALSE);
}

/* What is said about the whole stands last, and is never what there is no room for. */
static char *
make_text (const Making *making, PelJsonRoom *room)
{
  g_autoptr (GString)         last = g_string_new (NULL);
  g_autofree char            *body = NULL;
  g_autoptr (PelSnapshotDiff) diff = NULL;
  gsize                       max_bytes = get_max_bytes (making, PEL_SNAPSHOT_TEXT_BYTES);

  for (guint i = 0; i < making->notes->len; i++)
    g_string_append_printf (last, "(%s)\n", (const char *) g_ptr_array_index (making->notes, i));
  g_string_append_printf (last, "(snapshot %s)\n", pel_snapshot_get_id (making->snapshot));
  max_bytes = MAX (max_bytes - MIN (last->len, max_bytes), 1);
  if (making->since != NULL)
    {
      diff = pel_scope_diff (making->scope, making->since, making->snapshot);
      body = pel_snapshot_diff_is_empty (diff)
                 ? g_strdup ("(nothing changed)\n")
                 : pel_snapshot_diff_to_text (diff, &making->form, max_bytes);
    }
  else
    body = make_tree_text (making, max_bytes, room);
  return g_strconcat (body, last->str, NULL);
}

static JsonArray *
make_trees (const Making *making, PelJsonRoom *room)
{
  g_autoptr (GArray) filters = pel_scope_get_filters (making->scope, making->snapshot);
  JsonArray         *array = json_array_new ();

  for (guint i = 0; i < filters->len; i++)
    {
      g_autoptr (JsonArray) part =
          pel_snapshot_to_json (making->snapshot,
                                &g_array_index (filters, PelSnapshotFilter, i),
                                &making->form,
                                room);

      for (guint k = 0; k < json_array_get_length (part); k++)
        json_array_add_element (array, json_array_dup_element (part, k));
    }
  return array;
}

/* Says that something is missing. Of several parts with too little room the worst is reported. */
static void
set_left_out (JsonObject *data, const PelJsonRoom *room)
{
  gint64 n_before = json_object_get_int_member_with_default (data, "n_left_out", 0);

  if (room->n_left_out <= n_before)
    return;
  json_object_set_boolean_member (data, "truncated", TRUE);
  json_object_set_int_member (data, "n_left_out", room->n_left_out);
}

static void
set_contents (JsonObject *data, const Making *making)
{
  PelJsonRoom room = { get_max_bytes (making, MAX_BYTES), 0 };
  const char *format =
      json_object_get_string_member_with_default (making->arguments, "format", "text");
  g_autoptr (PelSnapshotDiff) diff = NULL;
  g_autofree char            *text = NULL;

  if (g_str_equal (format, "text"))
    {
      text = make_text (making, &room);
      json_object_set_string_member (data, "text", text);
    }
  else if (making->since != NULL)
    {
      diff = pel_scope_diff (making->scope, making->since, making->snapshot);
      json_object_set_object_member (data,
                                     "changes",
                                     pel_snapshot_diff_to_json (diff, &making->form, &room));
    }
  else
    json_object_set_array_member (data, "elements", make_trees (making, &room));
  set_left_out (data, &room);
}

static void
add_to_index (JsonObject           *index,
              const PelElement     *element,
              const PelElementForm *form,
              PelJsonRoom          *room)
{
  g_autofree char *name = pel_element_form_cut (form, element->name);
  g_autofree char *ref = g_strdup_printf ("e%u", element->ref);
  gsize            n_bytes = pel_json_measure_string (ref) + strlen (",");

  if (element->name[0] == '\0' || element->ref == 0)
    return;
  if (!json_object_has_member (index, name))
    n_bytes += pel_json_measure_string (name) + strlen (":[],");
  if (!pel_json_room_fit_bytes (room, n_bytes, 1))
    return;
  if (!json_object_has_member (index, name))
    json_object_set_array_member (index, name, json_array_new ());
  json_array_add_string_element (json_object_get_array_member (index, name), ref);
}

static JsonObject *
make_text_index (const Making *making, PelJsonRoom *room)
{
  g_autoptr (GArray) filters = pel_scope_get_filters (making->scope, making->snapshot);
  JsonObject        *index = json_object_new ();

  for (guint i = 0; i < filters->len; i++)
    {
      g_autoptr (GArray) kept =
          pel_snapshot_filter_apply (&g_array_index (filters, PelSnapshotFilter, i),
                                     making->snapshot);

      for (guint k = 0; k < kept->len; k++)
        {
          PelElement element =
              pel_snapshot_get_element (making->snapshot,
                                        g_array_index (kept, PelKeptElement, k).id);

          add_to_index (index, &element, &making->form, room);
        }
    }
  return index;
}

static void
set_text_index (JsonObject *data, const Making *making)
{
  PelJsonRoom room = { get_max_bytes (making, MAX_BYTES), 0 };

  if (!json_object_get_boolean_member_with_default (making->arguments, "include_text_index", FALSE))
    return;
  json_object_set_object_member (data, "text_index", make_text_index (making, &room));
  set_left_out (data, &room);
}

static JsonArray *
notes_to_json (GPtrArray *notes)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < notes->len; i++)
    json_array_add_string_element (array, g_ptr_array_index (notes, i));
  return array;
}

static void
set_since (JsonObject *data, const Making *making)
{
  const char *since = json_object_get_string_member_with_default (making->arguments, "since", NULL);

  if (since == NULL)
    return;
  json_object_set_string_member (data, "since", since);
  if (making->since == NULL)
    json_object_set_boolean_member (data, "since_expired", TRUE);
}

static JsonObject *
make_result (const Making *making)
{
  JsonObject      *data = json_object_new ();
  PelDesktop      *desktop = pel_snapshot_get_desktop (making->snapshot);
  PelWindow       *active = desktop != NULL ? pel_desktop_find_active (desktop) : NULL;
  PelWindow       *window = pel_scope_find_window (making->scope, making->snapshot);
  g_autofree char *time = pel_snapshot_dup_time (making->snapshot);
  const char      *scope = pel_scope_names[pel_scope_get_kind (making->scope)];

  json_object_set_string_member (data, "snapshot_id", pel_snapshot_get_id (making->snapshot));
  json_object_set_string_member (data, "time", time);
  json_object_set_string_member (data, "scope", scope);
  json_object_set_member (data, "window", pel_snapshot_window_to_json (making->snapshot, window));
  json_object_set_member (data,
                          "active_window",
                          pel_snapshot_window_to_json (making->snapshot, active));
  json_object_set_array_member (data, "monitors", monitors_to_json (making->snapshot));
  json_object_set_array_member (data, "programs", pel_snapshot_programs_to_json (making->snapshot));
  json_object_set_int_member (data, "n_elements", pel_snapshot_get_n_elements (making->snapshot));
  set_since (data, making);
  set_contents (data, making);
  json_object_set_array_member (data, "notes", notes_to_json (making->notes));
  set_text_index (data, making);
  return data;
}

/* (transfer full) (nullable) */
static PelSnapshot *
find_since (PelToolCall *call)
{
  const char *id = json_object_get_string_member_with_default (call->arguments, "since", NULL);

  if (id == NULL || call->caller.snapshots == NULL)
    return NULL;
  return pel_snapshot_store_find (call->caller.snapshots, id, g_get_monotonic_time ());
}

/* (nullable) (transfer full): why the selector leaves nothing. What changed may well be nothing. */
static GError *
new_empty (const PelScope *scope, PelSnapshot *snapshot, JsonObject *call_arguments)
{
  const PelLens     *lens = pel_scope_get_lens (scope, PEL_SCOPE_SELECTOR);
  g_autoptr (GArray) filters = NULL;
  GError            *error;

  if (lens == NULL || json_object_has_member (call_arguments, "since"))
    return NULL;
  filters = pel_scope_get_filters (scope, snapshot);
  error = filters->len == 0 ? pel_lens_dup_error (lens, snapshot) : NULL;
  if (filters->len == 0 && error == NULL)
    pel_set_error (&error,
                   PEL_ERROR_ELEMENT_NOT_FOUND,
                   _ ("Use a wider scope: --scope desktop"),
                   _ ("“%s” matches elements, but none in this scope"),
                   json_object_get_string_member (call_arguments, "selector"));
  return error;
}

/* Of the element that was asked for, of the window, or of everything. */
static JsonObject *
make_shot (const Making *making)
{
  PelWindow  *window = pel_scope_find_window (making->scope, making->snapshot);
  JsonNode   *target = json_object_get_member (making->arguments, "target");
  JsonObject *shot = json_object_new ();

  if (pel_scope_get_kind (making->scope) == PEL_SCOPE_ELEMENT && target != NULL)
    json_object_set_member (shot, "target", json_node_copy (target));
  else if (window != NULL)
    json_object_set_string_member (shot, "window_id", pel_window_get_info (window)->id);
  return shot;
}

static void
opened_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  PelToolCall            *call = pel_tool_call_get (task);
  g_autoptr (PelSnapshot) snapshot = NULL;
  g_autoptr (PelSnapshot) since = NULL;
  g_autoptr (GPtrArray)   notes = NULL;
  GError                 *error = NULL;
  g_autoptr (PelScope)    scope = pel_scope_open_finish (async_result, &snapshot, &error);
  Making                  making;

  if (scope != NULL)
    error = new_empty (scope, snapshot, call->arguments);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  since = find_since (call);
  notes = pel_snapshot_notes_new (scope, snapshot);
  if (since == NULL && json_object_has_member (call->arguments, "since"))
    g_ptr_array_add (notes,
                     g_strdup_printf (_ ("%s has expired; this is everything"),
                                      json_object_get_string_member (call->arguments, "since")));
  making =
      (Making){ call->arguments, scope, snapshot, since, pel_element_form_for (snapshot), notes };
  making.form.show_bounds =
      json_object_get_boolean_member_with_default (call->arguments, "bounds", FALSE);
  making.form.max_chars = json_object_get_int_member_with_default (call->arguments, "max_chars", 0);
  pel_side_picture_return (task,
                           make_result (&making),
                           make_shot (&making),
                           PEL_SIDE_PICTURE_ON_DEMAND);
}

static void
run (GTask *task)
{
  pel_scope_open_async (task, opened_cb, g_object_ref (task));
}

const PelTool pel_tool_snapshot = {
  .name = "ui_snapshot",
  .alias = "tree",
  .summary = N_ ("Show the element tree of a window, a program or the whole desktop"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
