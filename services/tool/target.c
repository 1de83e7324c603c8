/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/target.h"

#include "services/base/error.h"
#include "services/selector/confidence.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"
#include "services/tool/selection.h"
#include "services/tool/successor.h"
#include "services/tool/tool-permit.h"

#include <glib/gi18n.h>
#include <math.h>

typedef struct
{
  GTask         *tool_task;
  PelTargetName *name;
  PelSnapshot   *seen;    /* (nullable) where the caller has the ref from */
  PelElementId   seen_id; /* in it */
} Search;

void
pel_target_free (PelTarget *self)
{
  g_object_unref (self->snapshot);
  g_free (self);
}

PelFoundBy
pel_target_get_found_by (const PelTarget *self)
{
  if (self->is_by_text)
    return PEL_FOUND_BY_TEXT;
  return g_str_equal (self->held_by, "runtime_id") ? PEL_FOUND_BY_IDENTITY : PEL_FOUND_BY_NAME;
}

static void
search_free (Search *search)
{
  g_object_unref (search->tool_task);
  g_clear_pointer (&search->name, pel_target_name_free);
  g_clear_object (&search->seen);
  g_free (search);
}

static void
return_target (GTask *task, const PelTarget *found, double confidence, char **reasons)
{
  Search      *search = g_task_get_task_data (task);
  PelToolCall *call = pel_tool_call_get (search->tool_task);
  PelTarget   *target;
  GError      *error = NULL;

  if (!pel_tool_permit_target (call, found->snapshot, found->id, confidence, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  target = g_memdup2 (found, sizeof *found);
  target->is_by_text |= pel_snapshot_get_origin (found->snapshot, found->id) == PEL_ORIGIN_OCR;
  g_object_ref (target->snapshot);
  pel_look_keep_for_task (search->tool_task, target->snapshot);
  g_clear_pointer (&call->resolved_target, json_object_unref);
  call->resolved_target = pel_element_to_resolved_target (target->snapshot,
                                                          target->id,
                                                          target->held_by,
                                                          confidence,
                                                          reasons);
  if (found->n_hidden > 0)
    json_object_set_int_member (call->resolved_target, "hidden_matches", found->n_hidden);
  g_task_return_pointer (task, target, (GDestroyNotify) pel_target_free);
}

/* By a selector */

static gboolean
is_in_window (PelSnapshot *snapshot, PelElementId id, const char *window_id)
{
  PelWindow *window = pel_snapshot_find_window (snapshot, id);

  return window != NULL && g_str_equal (pel_window_get_info (window)->id, window_id);
}

/* Leaves the matches in the window that is named, if one is. */
static gboolean
keep_window (const PelTargetName *name, PelSelection *selection, GError **error)
{
  GArray *matches = selection->resolution->matches;
  guint   n_kept = 0;

  if (name->window_id == NULL)
    return TRUE;
  for (guint i = 0; i < matches->len; i++)
    {
      PelElementId id = g_array_index (matches, PelElementId, i);

      if (is_in_window (selection->snapshot, id, name->window_id))
        g_array_index (matches, PelElementId, n_kept++) = id;
    }
  g_array_set_size (matches, n_kept);
  if (n_kept > 0)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_ELEMENT_NOT_FOUND,
                 NULL,
                 _ ("“%s” matches elements, but none in this window"),
                 name->given);
  return FALSE;
}

static void
selected_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)        task = user_data;
  Search                  *search = g_task_get_task_data (task);
  JsonObject              *arguments = pel_tool_call_get (search->tool_task)->arguments;
  GError                  *error = NULL;
  g_autoptr (PelSelection) selection = pel_selection_open_finish (result, &error);
  g_auto (GStrv)           reasons = NULL;
  PelTarget                found = { .held_by = "selector" };
  double                   confidence;

  if (selection == NULL || !keep_window (search->name, selection, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (json_object_get_boolean_member_with_default (arguments, "first", FALSE))
    found.id = g_array_index (selection->resolution->matches, PelElementId, 0);
  else if (!pel_selection_get_only (selection,
                                    json_object_get_boolean_member_with_default (arguments,
                                                                                 "strict",
                                                                                 FALSE),
                                    &found.id,
                                    &error))
    {
      g_task_return_error (task, error);
      return;
    }
  found.snapshot = selection->snapshot;
  confidence = pel_selection_get_confidence (selection, found.id, TRUE, &found.n_hidden, &reasons);
  found.is_by_text = pel_selection_is_by_text (selection);
  return_target (task, &found, confidence, reasons);
}

/* By a point */

static void
fail_at_point (GTask *task, PelWindow *window)
{
  Search          *search = g_task_get_task_data (task);
  PelPhysicalPoint point = search->name->point;
  GError          *error = NULL;

  if (window != NULL)
    pel_set_error (&error,
                   PEL_ERROR_ELEMENT_NOT_FOUND,
                   _ ("Run “pellucid doctor” to see whether its program exposes elements"),
                   _ ("There is no element at %d,%d, only the window “%s” (%s)"),
                   point.x,
                   point.y,
                   pel_window_get_info (window)->title,
                   pel_window_get_info (window)->id);
  else
    pel_set_error (&error,
                   PEL_ERROR_ELEMENT_NOT_FOUND,
                   NULL,
                   _ ("There is no window at %d,%d"),
                   point.x,
                   point.y);
  g_task_return_error (task, error);
}

static void
looked_at_point_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  Search                 *search = g_task_get_task_data (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = pel_look_for_task_finish (result, &error);
  PelTarget               found = { .snapshot = snapshot, .held_by = "point" };
  PelWindow              *window = NULL;
  PelNativePoint          native;

  if (snapshot == NULL ||
      !pel_monitor_layout_to_native (pel_desktop_get_layout (pel_snapshot_get_desktop (snapshot)),
                                     search->name->point,
                                     &native,
                                     &error))
    {
      g_task_return_error (task, error);
      return;
    }
  found.id = pel_snapshot_hit_test_window (snapshot, native, &window);
  if (found.id != PEL_ELEMENT_NONE)
    return_target (task, &found, 1, NULL);
  else
    fail_at_point (task, window);
}

/* By its identity */

static GError *
new_stale (const Search *search)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_STALE_REF,
                 NULL,
                 /* Translators: a ref or another name of an element */
                 _ ("The element “%s” is gone"),
                 search->name->given);
  return error;
}

static void
looked_for_successor_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  Search                 *search = g_task_get_task_data (task);
  PelFacts               *facts = pel_tool_call_get (search->tool_task)->context->facts;
  g_autoptr (PelSnapshot) snapshot = pel_look_for_task_finish (result, NULL);
  GError                 *error = new_stale (search);
  PelElementId            id = PEL_ELEMENT_NONE;
  const char             *held_by;
  JsonObject             *details, *mention;

  if (snapshot != NULL)
    id = pel_successor_find (search->seen, search->seen_id, snapshot, facts, &held_by);
  if (id != PEL_ELEMENT_NONE)
    {
      details = json_object_new ();
      mention = pel_element_to_mention (snapshot, id);
      json_object_set_string_member (mention, "held_by", held_by);
      json_object_set_object_member (details, "successor", mention);
      pel_error_take_details (error, details);
      pel_look_keep_for_task (search->tool_task, snapshot);
    }
  g_task_return_error (task, error);
}

/* Takes @task. If the caller has seen the element, the error names what replaced it. */
static void
fail_stale (GTask *task)
{
  Search     *search = g_task_get_task_data (task);
  PelElement  element;
  const char *app;

  if (search->seen == NULL)
    {
      g_task_return_error (task, new_stale (search));
      g_object_unref (task);
      return;
    }
  element = pel_snapshot_get_element (search->seen, search->seen_id);
  app = pel_snapshot_get_program (search->seen, element.program)->name;
  pel_look_for_task_async (search->tool_task,
                           &(PelLook){ .kind = PEL_LOOK_APP, .target = app != NULL ? app : "" },
                           looked_for_successor_cb,
                           task);
}

static gboolean
is_silent (PelSnapshot *snapshot, const char *bus_name)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    if (g_str_equal (pel_snapshot_get_program (snapshot, i)->bus_name, bus_name))
      return !pel_snapshot_get_program (snapshot, i)->is_answering;
  return FALSE;
}

/* Whether a window of the program is private: what is not found may be in it. */
static gboolean
has_blocked (PelSnapshot *snapshot, const char *bus_name)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    if ((pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_BLOCKED) != 0 &&
        g_str_equal (pel_snapshot_get_element (snapshot, id).bus_name, bus_name))
      return TRUE;
  return FALSE;
}

/* A program may give the path of an element that is gone to a new one: that has a ref of its own.
 */
static PelElementId
find_identity (const Search *search, PelSnapshot *snapshot)
{
  const PelTargetName *name = search->name;
  PelElementId         id = pel_snapshot_find_identity (snapshot, name->bus_name, name->path);

  if (id == PEL_ELEMENT_NONE || name->kind != PEL_TARGET_REF ||
      pel_snapshot_get_element (snapshot, id).ref == name->ref)
    return id;
  return PEL_ELEMENT_NONE;
}

/* How far it is from where the caller saw it, in logical pixels. */
static double
get_moved_px (const Search *search, PelSnapshot *snapshot, PelElementId id)
{
  PelElementForm    form = pel_element_form_for (snapshot);
  PelElement        now = pel_snapshot_get_element (snapshot, id);
  PelElementForm    old_form;
  PelElement        old;
  const PelMonitor *monitor = pel_element_form_find_monitor (&form, &now);
  PelPhysicalRect   here, there;

  if (search->seen == NULL)
    return 0;
  old_form = pel_element_form_for (search->seen);
  old = pel_snapshot_get_element (search->seen, search->seen_id);
  if (!pel_element_form_get_bounds (&form, &now, &here) ||
      !pel_element_form_get_bounds (&old_form, &old, &there))
    return 0;
  return hypot (here.x - there.x, here.y - there.y) / (monitor != NULL ? monitor->scale : 1);
}

static void
return_by_identity (GTask *task, PelSnapshot *snapshot, PelElementId id)
{
  Search     *search = g_task_get_task_data (task);
  PelTarget   found = { snapshot, id, "runtime_id" };
  PelEvidence evidence = {
    .n_matches = 1,
    .moved_px = get_moved_px (search, snapshot, id),
    .ocr = pel_snapshot_get_ocr (snapshot, id),
    .is_text = pel_snapshot_get_origin (snapshot, id) == PEL_ORIGIN_OCR,
  };
  g_auto (GStrv) reasons = NULL;
  double         confidence = pel_confidence_compute (&evidence, &reasons);

  return_target (task, &found, confidence, reasons);
}

static void
looked_at_program_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  Search                 *search = g_task_get_task_data (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = pel_look_for_task_finish (result, &error);
  PelElementId            id = PEL_ELEMENT_NONE;

  if (snapshot == NULL && !g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_error (&error);
  if (snapshot != NULL)
    id = find_identity (search, snapshot);
  if (id != PEL_ELEMENT_NONE)
    return_by_identity (task, snapshot, id);
  else if (snapshot != NULL && is_silent (snapshot, search->name->bus_name))
    {
      pel_set_error (&error,
                     PEL_ERROR_APP_UNRESPONSIVE,
                     NULL,
                     _ ("The program of “%s” is not responding"),
                     search->name->given);
      g_task_return_error (task, error);
    }
  else if (snapshot != NULL && has_blocked (snapshot, search->name->bus_name))
    {
      pel_set_error (&error,
                     PEL_ERROR_BLOCKED_WINDOW,
                     NULL,
                     _ ("“%s” is gone, or in a window that the policy keeps private"),
                     search->name->given);
      g_task_return_error (task, error);
    }
  else
    fail_stale (g_steal_pointer (&task));
}

/* The snapshot that the caller has the ref from: the one that it names, else the newest that has
 * it. FALSE if the one that it names does not have it. */
static gboolean
find_seen (Search *search, GError **error)
{
  const PelToolCaller *caller = &pel_tool_call_get (search->tool_task)->caller;
  PelSnapshotStore    *store = caller->snapshots;
  const PelTargetName *name = search->name;
  gint64               now = g_get_monotonic_time ();

  if (store == NULL)
    return TRUE;
  if (name->snapshot_id != NULL)
    search->seen = pel_snapshot_store_find (store, name->snapshot_id, now);
  if (search->seen == NULL)
    search->seen = pel_snapshot_store_find_ref (store,
                                                caller->name != NULL ? caller->name : "",
                                                name->ref,
                                                now);
  if (search->seen == NULL)
    return TRUE;
  search->seen_id = pel_snapshot_find_ref (search->seen, name->ref);
  if (search->seen_id != PEL_ELEMENT_NONE)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_ELEMENT_NOT_FOUND,
                 NULL,
                 _ ("The snapshot “%s” has no element “%s”"),
                 name->snapshot_id,
                 name->given);
  return FALSE;
}

/* Ways */

/* Each takes @task. */

static void
resolve_runtime_id (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  pel_look_for_task_async (search->tool_task,
                           &(PelLook){ .kind = PEL_LOOK_PROGRAM, .target = search->name->bus_name },
                           looked_at_program_cb,
                           task);
}

static void
resolve_ref (GTask *task)
{
  Search           *search = g_task_get_task_data (task);
  PelElementSource *elements = pel_tool_call_get (search->tool_task)->context->elements;
  const char       *path = NULL, *bus_name = NULL;
  GError           *error = NULL;

  if (elements == NULL)
    error = pel_tool_context_dup_elements_error (pel_tool_call_get (search->tool_task)->context);
  if (error != NULL || !find_seen (search, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  bus_name = pel_element_source_find_ref (elements, search->name->ref, &path);
  if (bus_name == NULL)
    {
      fail_stale (task);
      return;
    }
  search->name->bus_name = g_strdup (bus_name);
  search->name->path = g_strdup (path);
  resolve_runtime_id (task);
}

/* The number leads to an element, and that one it is, whatever has the number by now. */
static void
resolve_region (GTask *task)
{
  Search              *search = g_task_get_task_data (task);
  const PelFacts      *facts = pel_tool_call_get (search->tool_task)->context->facts;
  const PelRegionList *regions = facts != NULL ? pel_facts_get_regions (facts) : NULL;
  GError              *error = NULL;
  PelRegion           *region =
      pel_region_list_find_named (regions, search->name->region, search->name->region_id, &error);

  if (region == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  search->name->bus_name = g_strdup (region->bus_name);
  search->name->path = g_strdup (region->path);
  resolve_runtime_id (task);
}

static void
resolve_point (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  pel_look_for_task_async (search->tool_task,
                           &(PelLook){ .kind = PEL_LOOK_POINT, .point = search->name->point },
                           looked_at_point_cb,
                           task);
}

static void
resolve_selector (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  pel_selection_open_async (search->tool_task, search->name->selector, selected_cb, task);
}

static void (*const ways[]) (GTask *task) = {
  [PEL_TARGET_REF] = resolve_ref,           [PEL_TARGET_RUNTIME_ID] = resolve_runtime_id,
  [PEL_TARGET_POINT] = resolve_point,       [PEL_TARGET_REGION] = resolve_region,
  [PEL_TARGET_SELECTOR] = resolve_selector,
};

void
pel_target_resolve_name_async (GTask              *task,
                               PelTargetName      *name,
                               GAsyncReadyCallback callback,
                               gpointer            data)
{
  GTask  *own = g_task_new (NULL, g_task_get_cancellable (task), callback, data);
  Search *search = g_new0 (Search, 1);

  search->tool_task = g_object_ref (task);
  search->name = name;
  g_task_set_source_tag (own, pel_target_resolve_name_async);
  g_task_set_task_data (own, search, (GDestroyNotify) search_free);
  ways[name->kind](own);
}

void
pel_target_resolve_async (GTask              *task,
                          JsonNode           *target,
                          GAsyncReadyCallback callback,
                          gpointer            data)
{
  GError        *error = NULL;
  PelTargetName *name =
      pel_target_name_parse (target, pel_tool_call_get (task)->tool->name, &error);

  if (name != NULL)
    pel_target_resolve_name_async (task, name, callback, data);
  else
    g_task_report_error (NULL, callback, data, pel_target_resolve_name_async, error);
}

PelTarget *
pel_target_resolve_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_target_resolve_name_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
