/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/tool-desk.h"

#include "services/base/json.h"
#include "services/tool/tool-table.h"

#include <atspi/atspi-constants.h>

#define S(name)  PEL_STATE_BIT (PEL_STATE_##name)
#define ON       (S (ENABLED) | S (SENSITIVE))
#define SHOWN    (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define FIELD    (PEL_INTERFACE_TEXT | PEL_INTERFACE_EDITABLE_TEXT | PEL_INTERFACE_COMPONENT)
#define PRESS    (PEL_INTERFACE_ACTION | PEL_INTERFACE_COMPONENT)
#define EVENT_MS 10000

typedef struct
{
  guint         level, program, ref, native_role;
  const char   *name;
  PelStates     states;
  PelInterfaces interfaces;
  guint         flags;
  PelNativeRect bounds;
} Row;

/* clang-format off */
static const Row rows[] = {
  { 0, 0, 1,  ATSPI_ROLE_APPLICATION,   "calc",       ON, 0, 0, { 0, 0, 0, 0 } },
  { 1, 0, 2,  ATSPI_ROLE_FRAME,         "Calculator", ON | S (ACTIVE), 0, SHOWN, { 100, 50, 400, 300 } },
  { 2, 0, 3,  ATSPI_ROLE_PANEL,         "",           ON, 0, SHOWN, { 100, 50, 400, 300 } },
  { 3, 0, 4,  ATSPI_ROLE_ENTRY,         "Display",    ON | S (FOCUSABLE) | S (EDITABLE), FIELD, SHOWN, { 110, 60, 380, 40 } },
  { 3, 0, 5,  ATSPI_ROLE_PUSH_BUTTON,   "7",          ON | S (FOCUSABLE), PRESS, SHOWN, { 110, 110, 60, 40 } },
  { 3, 0, 6,  ATSPI_ROLE_CHECK_BOX,     "Sound",      ON | S (FOCUSABLE) | S (CHECKABLE), PRESS, SHOWN, { 180, 110, 60, 40 } },
  { 3, 0, 7,  ATSPI_ROLE_PASSWORD_TEXT, "Pin",        ON | S (FOCUSABLE) | S (EDITABLE), FIELD, SHOWN, { 250, 110, 60, 40 } },
  { 3, 0, 8,  ATSPI_ROLE_PUSH_BUTTON,   "Hidden",     ON, PRESS, PEL_ELEMENT_HAS_BOUNDS, { 320, 110, 60, 40 } },
  { 0, 1, 9,  ATSPI_ROLE_APPLICATION,   "editor",     ON, 0, 0, { 0, 0, 0, 0 } },
  { 1, 1, 10, ATSPI_ROLE_FRAME,         "Editor",     ON, 0, SHOWN, { 800, 50, 400, 300 } },
  { 2, 1, 11, ATSPI_ROLE_TEXT,          "Body",       ON | S (FOCUSABLE) | S (EDITABLE), FIELD, SHOWN, { 810, 60, 380, 280 } },
};

static const Row added_row = { 3, 0, 20, ATSPI_ROLE_PUSH_BUTTON, "New", ON, PRESS, SHOWN, { 110, 160, 60, 40 } };
static const Row tab_rows[] = {
  { 3, 0, 40, ATSPI_ROLE_PAGE_TAB_LIST, "Tabs", ON, 0, SHOWN, { 110, 210, 60, 40 } },
  { 4, 0, 41, ATSPI_ROLE_PAGE_TAB, "Tab", ON | S (FOCUSABLE) | S (FOCUSED), PRESS, SHOWN, { 110, 210, 60, 40 } },
};
static const Row menu_rows[] = {
  { 1, 0, 30, ATSPI_ROLE_WINDOW,    "",     ON, 0, SHOWN, { 110, 90, 100, 80 } },
  { 2, 0, 31, ATSPI_ROLE_MENU_ITEM, "Copy", ON | S (FOCUSABLE), PRESS, SHOWN, { 110, 90, 100, 20 } },
};

static const PelWindowInfo windows[] = {
  { .id = "menu", .title = "", .app = "calc", .process_name = "calc", .pid = 10, .bounds = { 110, 90, 100, 80 }, .content = { 110, 90, 100, 80 }, .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_UNMANAGED },
  { .id = "w1", .title = "Calculator", .app = "calc", .process_name = "calc", .pid = 10, .bounds = { 100, 50, 400, 300 }, .content = { 100, 50, 400, 300 }, .states = PEL_WINDOW_VISIBLE },
  { .id = "w2", .title = "Editor", .app = "editor", .process_name = "editor", .pid = 20, .bounds = { 800, 50, 400, 300 }, .content = { 800, 50, 400, 300 }, .states = PEL_WINDOW_VISIBLE },
  { .id = "w3", .title = "Bare editor", .app = "bare", .process_name = "bare", .pid = 30, .bounds = { 1300, 50, 400, 300 }, .content = { 1300, 80, 400, 270 }, .states = PEL_WINDOW_VISIBLE },
};
/* clang-format on */

#define FIRST_WINDOW(flags) ((flags) &TOOL_DESK_MENU ? 0 : 1)

static PelDesktop *
make_desktop (ToolDeskFlags flags)
{
  PelWindowInfo shown[G_N_ELEMENTS (windows)];
  guint         first = FIRST_WINDOW (flags);
  guint         active = flags & TOOL_DESK_SWITCHED ? 2 : 1;

  for (guint i = first; i < G_N_ELEMENTS (windows); i++)
    shown[i - first] = windows[i];
  if (!(flags & TOOL_DESK_IDLE))
    shown[active - first].states |= PEL_WINDOW_ACTIVE;
  return pel_fake_desktop_new (2, shown, G_N_ELEMENTS (windows) - first);
}

static PelElementId
add_row (PelSnapshotBuilder *builder, const Row *row, ToolDeskFlags flags, PelElementId *open)
{
  g_autofree char *path = g_strdup_printf ("/%u", row->ref);
  guint            focused = flags & TOOL_DESK_FOCUS_7 ? 5 : 4;
  PelElement       element = {
          .parent = row->level > 0 ? open[row->level - 1] : PEL_ELEMENT_NONE,
          .program = row->program,
          .ref = row->ref,
          .native_role = row->native_role,
          .role = pel_role_from_atspi (row->native_role),
          .states = row->states,
          .interfaces = row->interfaces,
          .flags = row->flags,
          .place = row->flags & PEL_ELEMENT_HAS_BOUNDS ? PEL_PLACE_KNOWN : PEL_PLACE_NONE,
          .name = row->name,
          .bus_name = row->program == 0 ? ":1.7" : ":1.8",
          .path = path,
          .bounds = row->bounds,
  };

  if (row->ref == 5 && (flags & TOOL_DESK_REBORN))
    element.ref = 55;
  if (row->ref == 5 && (flags & TOOL_DESK_MOVED))
    element.bounds.y += 20;
  if (row->ref == focused && !(flags & TOOL_DESK_UNFOCUSED))
    element.states |= S (FOCUSED);
  if (row->ref == 6 && (flags & TOOL_DESK_CHECKED))
    element.states |= S (CHECKED);
  open[row->level] = pel_snapshot_builder_add (builder, &element);
  return open[row->level];
}

static void
add_program (PelSnapshotBuilder *builder, guint program, ToolDeskFlags flags)
{
  PelElementId open[8] = { 0 };
  guint        first = FIRST_WINDOW (flags);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PelElementId id;

      if (rows[i].program != program || (rows[i].ref == 5 && (flags & TOOL_DESK_REMOVED)))
        continue;
      id = add_row (builder, &rows[i], flags, open);
      if (rows[i].native_role == ATSPI_ROLE_FRAME)
        pel_snapshot_builder_add_surface (builder, program + 1 - first, id);
    }
  if (program != 0)
    return;
  if (flags & TOOL_DESK_ADDED)
    add_row (builder, &added_row, flags, open);
  for (guint i = 0; (flags & TOOL_DESK_CROWDED) && i < 1100; i++)
    {
      Row row = added_row;

      row.ref = 1000 + i;
      add_row (builder, &row, flags, open);
    }
  for (guint i = 0; (flags & TOOL_DESK_TABS) && i < G_N_ELEMENTS (tab_rows); i++)
    add_row (builder, &tab_rows[i], flags, open);
  if (flags & TOOL_DESK_MENU)
    {
      pel_snapshot_builder_add_surface (builder, 0, add_row (builder, &menu_rows[0], flags, open));
      add_row (builder, &menu_rows[1], flags, open);
    }
}

static PelSnapshot *
make_snapshot (guint number, ToolDeskFlags flags)
{
  PelSnapshotBuilder      *builder = pel_snapshot_builder_new ();
  g_autoptr (PelDesktop)   desktop = make_desktop (flags);
  gboolean                 is_silent = (flags & TOOL_DESK_SILENT) != 0;
  const PelSnapshotProgram programs[] = {
    { .bus_name = ":1.7",
      .name = "calc",
      .toolkit = "gtk",
      .toolkit_version = "3.24.38",
      .pid = 10,
      .is_answering = TRUE },
    { .bus_name = ":1.8",
      .name = "editor",
      .pid = 20,
      .is_answering = !is_silent,
      .is_truncated = is_silent },
  };

  pel_snapshot_builder_set_id (builder, number);
  pel_snapshot_builder_set_desktop (builder, desktop);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      pel_snapshot_builder_add_program (builder, &programs[i]);
      add_program (builder, i, flags);
    }
  return pel_snapshot_builder_finish (builder);
}

void
tool_desk_show (ToolDesk *self, guint number, ToolDeskFlags flags)
{
  pel_fake_element_source_set_snapshot (self->elements, make_snapshot (number, flags));
  pel_fake_window_source_set_desktop (self->windows, make_desktop (flags));
}

static const char *
refuse_nothing (const PelPlatform *platform, const char **ret_remedy)
{
  return NULL;
}

void
tool_desk_set_up (ToolDesk *self, gconstpointer unused)
{
  self->windows = pel_fake_window_source_new ();
  self->elements = pel_fake_element_source_new ();
  self->snapshots = pel_snapshot_store_new ();
  self->cancellable = g_cancellable_new ();
  self->caller = ":1.100";
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  self->context = (PelToolContext){
    .windows = PEL_WINDOW_SOURCE (self->windows),
    .elements = PEL_ELEMENT_SOURCE (self->elements),
    .facts = pel_facts_new (),
    .regions = pel_region_registry_new (),
    .stopper = pel_stopper_new (NULL, NULL),
    .refuse_overlay = refuse_nothing,
  };
  self->context.tracker = pel_region_tracker_new (self->context.elements, self->context.regions);
  pel_facts_set_registry (self->context.facts, self->context.regions);
  tool_desk_show (self, 1, 0);
}

void
tool_desk_tear_down (ToolDesk *self, gconstpointer unused)
{
  /* what was cancelled comes to its end */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_pointer (&self->envelope, json_object_unref);
  g_clear_error (&self->context.windows_error);
  g_clear_error (&self->context.elements_error);
  g_clear_pointer (&self->context.facts, pel_facts_unref);
  g_assert_finalize_object (self->context.stopper);
  g_assert_finalize_object (self->context.tracker);
  g_assert_finalize_object (self->context.regions);
  g_assert_finalize_object (self->cancellable);
  g_assert_finalize_object (self->windows);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (self->elements), ==, 0);
  g_assert_finalize_object (self->elements);
  pel_snapshot_store_unref (self->snapshots);
  g_ptr_array_unref (self->events);
  g_clear_pointer (&self->question, json_object_unref);
}

static void
event_cb (const char *json, gpointer data)
{
  ToolDesk          *self = data;
  g_autoptr (GError) error = NULL;
  JsonObject        *event = pel_json_parse_object (json, -1, &error);

  g_assert_no_error (error);
  g_ptr_array_add (self->events, event);
}

static void
called_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  ToolDesk            *self = user_data;
  g_autofree char     *text = pel_tool_call_finish (result);
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) node = pel_json_parse_large (text, -1, 300, 1 << 28, &error);

  g_assert_no_error (error);
  g_assert_false (self->is_answered);
  self->envelope = json_node_dup_object (node);
  self->is_answered = TRUE;
}

static void
question_cb (const char *json, gpointer data)
{
  ToolDesk *self = data;

  g_clear_pointer (&self->question, json_object_unref);
  self->question = pel_json_parse_object (json, -1, NULL);
  g_assert_nonnull (self->question);
}

void
tool_desk_begin (ToolDesk *self, const char *tool, const char *arguments)
{
  g_autofree char    *json = g_strdelimit (g_strdup (arguments), "'", '"');
  const PelToolCaller caller = { .name = self->caller,
                                 .snapshots = self->snapshots,
                                 .event = event_cb,
                                 .question = question_cb,
                                 .data = self,
                                 .identity = self->identity };

  g_clear_pointer (&self->envelope, json_object_unref);
  self->is_answered = FALSE;
  pel_tool_call_async (&self->context, &caller, tool, json, self->cancellable, called_cb, self);
}

void
tool_desk_end (ToolDesk *self)
{
  pel_fake_wait_until (&self->is_answered);
}

JsonObject *
tool_desk_call (ToolDesk *self, const char *tool, const char *arguments)
{
  const PelTool     *row = pel_tool_table_find (tool, PEL_OFFER_DBUS, NULL);
  g_autoptr (GError) error = NULL;
  JsonObject        *data;

  tool_desk_begin (self, tool, arguments);
  tool_desk_end (self);
  if (json_object_has_member (self->envelope, "error"))
    g_error ("%s %s: %s",
             tool,
             arguments,
             json_object_get_string_member (json_object_get_object_member (self->envelope, "error"),
                                            "message"));
  data = json_object_get_object_member (self->envelope, "data");
  pel_schema_check (row->result, data, tool, &error);
  g_assert_no_error (error);
  return data;
}

const char *
tool_desk_call_for_text (ToolDesk *self, const char *tool, const char *arguments)
{
  return json_object_get_string_member (tool_desk_call (self, tool, arguments), "text");
}

char *
tool_desk_fail (ToolDesk *self, const char *tool, const char *arguments)
{
  JsonObject *error;

  tool_desk_begin (self, tool, arguments);
  tool_desk_end (self);
  g_assert_cmpstr (json_object_get_string_member (self->envelope, "status"), ==, "error");
  error = json_object_get_object_member (self->envelope, "error");
  g_assert_cmpstr (json_object_get_string_member (error, "hint"), !=, "");
  return g_strdup_printf ("%s: %s",
                          json_object_get_string_member (error, "code"),
                          json_object_get_string_member (error, "message"));
}

JsonObject *
tool_desk_wait_for_event (ToolDesk *self, guint n)
{
  gint64 deadline = g_get_monotonic_time () + EVENT_MS * G_TIME_SPAN_MILLISECOND;

  while (self->events->len < n)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  return g_ptr_array_index (self->events, n - 1);
}
