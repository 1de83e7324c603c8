/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/watch-events.h"

#include "services/base/json.h"
#include "services/element/focus.h"
#include "services/tool/element-result.h"

#include <glib/gi18n.h>
#include <string.h>

/* clang-format off */
static const char *const event_names[] = { "started", "added", "removed", "changed", "focus", "window", "overflow", "error", NULL };
static const char *const window_changes[] = { "opened", "closed", "activated", "changed", NULL };

const PelField pel_watch_event_fields[] = {
  { "event",       PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What happened"), .choices = event_names },
  { "time",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("When it was noticed") },
  { "snapshot_id", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("started: snapshot at the start") },
  { "scope",       PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("started: what is watched"), .choices = pel_scope_names },
  { "n_elements",  PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("started: number of elements in the programs") },
  { "n_programs",  PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("started: number of programs queried") },
  { "element",     PEL_FIELD_OBJECT,  PEL_FIELD_NULLABLE, N_ ("added, removed, changed, focus: the element; null if none"), .fields = pel_element_fields },
  { "changes",     PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("changed: values before and after, by name") },
  { "change",      PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("window: what happened to it"), .choices = window_changes },
  { "window",      PEL_FIELD_OBJECT,  PEL_FIELD_NULLABLE, N_ ("started, window: the window"), .fields = pel_snapshot_window_fields },
  { "left_out",    PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("overflow: how many more elements changed at the same time") },
  { "error",       PEL_FIELD_MAP,     PEL_FIELD_OPTIONAL, N_ ("error: why nothing could be read; watching continues") },
  { NULL },
};
/* clang-format on */

/* What the events of one pair of snapshots have in common. */
typedef struct
{
  const PelScope  *scope;
  PelSnapshot     *before, *after;
  char            *time;
  guint            n_elements, n_left_out;
  PelWatchEmitFunc emit;
  gpointer         data;
} Telling;

static JsonObject *
event_new (const char *name, const char *time)
{
  JsonObject *event = json_object_new ();

  json_object_set_string_member (event, "event", name);
  if (time != NULL)
    json_object_set_string_member (event, "time", time);
  return event;
}

void
pel_watch_emit_start (const PelScope  *scope,
                      PelSnapshot     *snapshot,
                      PelWatchEmitFunc emit,
                      gpointer         data)
{
  g_autofree char *time = pel_snapshot_dup_time (snapshot);
  JsonObject      *event = event_new ("started", time);

  json_object_set_string_member (event, "snapshot_id", pel_snapshot_get_id (snapshot));
  json_object_set_string_member (event, "scope", pel_scope_names[pel_scope_get_kind (scope)]);
  json_object_set_int_member (event, "n_elements", pel_snapshot_get_n_elements (snapshot));
  json_object_set_int_member (event, "n_programs", pel_snapshot_get_n_programs (snapshot));
  json_object_set_member (event,
                          "window",
                          pel_snapshot_window_to_json (snapshot,
                                                       pel_scope_find_window (scope, snapshot)));
  emit (event, data);
}

static void
tell_window (const Telling *telling, PelSnapshot *snapshot, PelWindow *window, const char *change)
{
  JsonObject *event = event_new ("window", telling->time);

  json_object_set_string_member (event, "change", change);
  json_object_set_member (event, "window", pel_snapshot_window_to_json (snapshot, window));
  telling->emit (event, telling->data);
}

/* (nullable) */
static PelWindow *
find_same (PelSnapshot *snapshot, PelWindow *window)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);

  if (desktop == NULL)
    return NULL;
  return pel_desktop_find_window (desktop, pel_window_get_info (window)->id);
}

/* Of the whole desktop all windows count, else those of the programs that are looked at. Menus are
 * reported as elements. */
static gboolean
is_watched (const Telling *telling, PelSnapshot *snapshot, PelWindow *window)
{
  const PelWindowInfo *info = pel_window_get_info (window);

  if ((info->states & PEL_WINDOW_UNMANAGED) != 0)
    return FALSE;
  if (pel_scope_get_kind (telling->scope) == PEL_SCOPE_DESKTOP)
    return TRUE;
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    if (info->pid != 0 && pel_snapshot_get_program (snapshot, i)->pid == info->pid)
      return TRUE;
  return FALSE;
}

static void
tell_window_change (const Telling *telling, PelWindow *before, PelWindow *after)
{
  PelWindowState was = pel_window_get_info (before)->states;
  PelWindowState is = pel_window_get_info (after)->states;

  if ((is & ~was & PEL_WINDOW_ACTIVE) != 0)
    tell_window (telling, telling->after, after, "activated");
  else if (!pel_window_equal (before, after) && (was & ~is & PEL_WINDOW_ACTIVE) == 0)
    tell_window (telling, telling->after, after, "changed");
}

static void
tell_windows (const Telling *telling)
{
  PelDesktop *before = pel_snapshot_get_desktop (telling->before);
  PelDesktop *after = pel_snapshot_get_desktop (telling->after);

  for (guint i = 0; before != NULL && i < pel_desktop_get_n_windows (before); i++)
    {
      PelWindow *window = pel_desktop_get_window (before, i);

      if (is_watched (telling, telling->before, window) &&
          find_same (telling->after, window) == NULL)
        tell_window (telling, telling->before, window, "closed");
    }
  for (guint i = 0; after != NULL && i < pel_desktop_get_n_windows (after); i++)
    {
      PelWindow *window = pel_desktop_get_window (after, i);
      PelWindow *same = find_same (telling->before, window);

      if (!is_watched (telling, telling->after, window))
        continue;
      if (same == NULL)
        tell_window (telling, telling->after, window, "opened");
      else
        tell_window_change (telling, same, window);
    }
}

static gboolean
has_room (Telling *telling)
{
  if (telling->n_elements++ < PEL_WATCH_MAX_ELEMENTS)
    return TRUE;
  telling->n_left_out++;
  return FALSE;
}

static void
tell_elements (Telling *telling, const char *name, PelSnapshot *snapshot, GArray *ids)
{
  PelElementForm form = pel_element_form_for (snapshot);

  for (guint i = 0; i < ids->len; i++)
    {
      JsonObject *event;

      if (!has_room (telling))
        continue;
      event = event_new (name, telling->time);
      json_object_set_object_member (event,
                                     "element",
                                     pel_element_to_json (snapshot,
                                                          g_array_index (ids, PelElementId, i),
                                                          &form));
      telling->emit (event, telling->data);
    }
}

static void
tell_changed (Telling *telling, const PelSnapshotDiff *diff)
{
  PelElementForm         form = pel_element_form_for (telling->after);
  PelSnapshotDiff        part = *diff;
  g_autoptr (GArray)     none = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  g_autoptr (GArray)     some = g_array_new (FALSE, FALSE, sizeof (PelChangedElement));
  g_autoptr (JsonObject) json = NULL;
  JsonArray             *rows;

  for (guint i = 0; i < diff->changed->len; i++)
    if (has_room (telling))
      g_array_append_val (some, g_array_index (diff->changed, PelChangedElement, i));
  part.added = none;
  part.removed = none;
  part.changed = some;
  json = pel_snapshot_diff_to_json (&part, &form, NULL);
  rows = json_object_get_array_member (json, "changed");
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      JsonObject *event = event_new ("changed", telling->time);

      json_object_set_member (event, "element", json_object_dup_member (row, "element"));
      json_object_set_member (event, "changes", json_object_dup_member (row, "changes"));
      telling->emit (event, telling->data);
    }
}

static gboolean
is_same_element (const Telling *telling, PelElementId before, PelElementId after)
{
  PelElement a, b;

  if (before == PEL_ELEMENT_NONE || after == PEL_ELEMENT_NONE)
    return before == after;
  a = pel_snapshot_get_element (telling->before, before);
  b = pel_snapshot_get_element (telling->after, after);
  return g_str_equal (a.bus_name, b.bus_name) && g_str_equal (a.path, b.path);
}

/* @named: (nullable) only where it says so. */
static void
tell_focus (const Telling *telling, const guint8 *named)
{
  PelElementForm form = pel_element_form_for (telling->after);
  PelElementId   after = pel_focus_find (telling->after);
  JsonObject    *event;

  if (is_same_element (telling, pel_focus_find (telling->before), after) ||
      (named != NULL && !named[after]))
    return;
  event = event_new ("focus", telling->time);
  if (after != PEL_ELEMENT_NONE)
    json_object_set_object_member (event,
                                   "element",
                                   pel_element_to_json (telling->after, after, &form));
  else
    json_object_set_null_member (event, "element");
  telling->emit (event, telling->data);
}

/* (transfer full): one byte an element, by id: 1 where the filter names it. */
static guint8 *
mark_named (const PelLens *filter, PelSnapshot *snapshot)
{
  guint8            *marks = g_new0 (guint8, pel_snapshot_get_n_elements (snapshot) + 1);
  g_autoptr (GArray) matches = NULL;

  if (filter == NULL)
    return memset (marks, 1, pel_snapshot_get_n_elements (snapshot) + 1);
  matches = pel_lens_dup_matches (filter, snapshot);
  for (guint i = 0; i < matches->len; i++)
    marks[g_array_index (matches, PelElementId, i)] = 1;
  return marks;
}

void
pel_watch_emit_changes (const PelScope  *scope,
                        PelSnapshot     *before,
                        PelSnapshot     *after,
                        PelWatchEmitFunc emit,
                        gpointer         data)
{
  g_autofree char            *time = pel_snapshot_dup_time (after);
  Telling                     telling = { scope, before, after, time, 0, 0, emit, data };
  g_autoptr (PelSnapshotDiff) diff = pel_scope_diff (scope, before, after);
  const PelLens              *filter = pel_scope_get_lens (scope, PEL_SCOPE_FILTER);
  g_autofree guint8          *named_before = mark_named (filter, before);
  g_autofree guint8          *named_after = mark_named (filter, after);
  JsonObject                 *event;

  pel_snapshot_diff_keep (diff, named_before, named_after);
  if (filter == NULL)
    tell_windows (&telling);
  tell_elements (&telling, "removed", before, diff->removed);
  tell_elements (&telling, "added", after, diff->added);
  tell_changed (&telling, diff);
  if (telling.n_left_out > 0)
    {
      event = event_new ("overflow", time);
      json_object_set_int_member (event, "left_out", telling.n_left_out);
      emit (event, data);
    }
  tell_focus (&telling, filter != NULL ? named_after : NULL);
}

void
pel_watch_emit_error (const GError *error, PelWatchEmitFunc emit, gpointer data)
{
  JsonObject *event = event_new ("error", NULL);

  json_object_set_object_member (event, "error", pel_tool_error_to_json (error));
  emit (event, data);
}
