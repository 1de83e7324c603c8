/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/target.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"
#include "services/tool/schema.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define MAX_GIVEN 120

/* What a target turned out to name. */
typedef struct
{
  GTask           *tool_task;
  char            *given;           /* as it was written, for messages */
  char            *bus_name, *path; /* NULL for a point */
  PelPhysicalPoint point;
} Search;

/* clang-format off */
static const PelField snapshot_ref_fields[] = {
  { "snapshot_id", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("The snapshot that has it") },
  { "ref",         PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Its ref there") },
  { NULL },
};

static const PelField point_fields[] = {
  { "x", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixel, from the left"), .minimum = -PEL_COORDINATE_LIMIT, .maximum = PEL_COORDINATE_LIMIT },
  { "y", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixel, from the top"), .minimum = -PEL_COORDINATE_LIMIT, .maximum = PEL_COORDINATE_LIMIT },
  { NULL },
};
/* clang-format on */

void
pel_target_free (PelTarget *self)
{
  g_object_unref (self->snapshot);
  g_free (self);
}

static void
search_free (Search *search)
{
  g_object_unref (search->tool_task);
  g_free (search->given);
  g_free (search->bus_name);
  g_free (search->path);
  g_free (search);
}

/* “e12”: 12. 0 for anything else. */
static guint
parse_ref (const char *text)
{
  guint64 number;

  if (text[0] != 'e' || !g_ascii_string_to_unsigned (text + 1, 10, 1, G_MAXUINT, &number, NULL))
    return 0;
  return number;
}

static gboolean
is_ref (const char *text)
{
  return parse_ref (text) != 0;
}

static gboolean
is_runtime_id (const char *text)
{
  return text[0] == ':' && strchr (text, '/') != NULL;
}

static gboolean
parse_point (const char *text, PelPhysicalPoint *ret_point)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 3);
  gint64         x, y;

  if (g_strv_length (parts) != 2 ||
      !g_ascii_string_to_signed (g_strstrip (parts[0]),
                                 10,
                                 -PEL_COORDINATE_LIMIT,
                                 PEL_COORDINATE_LIMIT,
                                 &x,
                                 NULL) ||
      !g_ascii_string_to_signed (g_strstrip (parts[1]),
                                 10,
                                 -PEL_COORDINATE_LIMIT,
                                 PEL_COORDINATE_LIMIT,
                                 &y,
                                 NULL))
    return FALSE;
  *ret_point = (PelPhysicalPoint){ x, y };
  return TRUE;
}

static gboolean
is_point (const char *text)
{
  PelPhysicalPoint point;

  return parse_point (text, &point);
}

static void
set_stale (const Search *search, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_STALE_REF,
                 NULL,
                 /* Translators: a ref or another name of an element */
                 _ ("The element “%s” is gone"),
                 search->given);
}

static gboolean
take_ref (Search *search, const char *text, GError **error)
{
  PelElementSource *elements = pel_tool_call_get (search->tool_task)->context->elements;
  const char       *path = NULL;
  const char       *bus_name = NULL;

  if (elements == NULL)
    return TRUE; /* looking tells why */
  bus_name = pel_element_source_find_ref (elements, parse_ref (text), &path);
  if (bus_name == NULL)
    {
      set_stale (search, error);
      return FALSE;
    }
  search->bus_name = g_strdup (bus_name);
  search->path = g_strdup (path);
  return TRUE;
}

static gboolean
take_runtime_id (Search *search, const char *text, GError **error)
{
  const char *path = strchr (text, '/');

  search->bus_name = g_strndup (text, path - text);
  search->path = g_strdup (path);
  return TRUE;
}

static gboolean
take_point (Search *search, const char *text, GError **error)
{
  return parse_point (text, &search->point);
}

/* How a target is written, in the order in which it is tried. */
static const struct
{
  gboolean (*is) (const char *text);
  gboolean (*take) (Search *search, const char *text, GError **error);
} ways[] = {
  { is_ref, take_ref },
  { is_runtime_id, take_runtime_id },
  { is_point, take_point },
};

static gboolean
take_text (Search *search, const char *text, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    if (ways[i].is (text))
      return ways[i].take (search, text, error);
  pel_set_error (
      error,
      PEL_ERROR_INVALID_ARGUMENT,
      _ ("Write a ref as in e12, a runtime id as in :1.23/path, or a point as in 120,45"),
      _ ("“%s” names no element"),
      search->given);
  return FALSE;
}

/* In a snapshot that is still kept its own word counts; a ref lives longer than that. */
static gboolean
take_snapshot_ref (Search *search, JsonObject *object, GError **error)
{
  const char  *ref = json_object_get_string_member (object, "ref");
  const char  *id = json_object_get_string_member_with_default (object, "snapshot_id", NULL);
  PelToolCall *call = pel_tool_call_get (search->tool_task);
  g_autoptr (PelSnapshot) snapshot = NULL;
  PelElement              element;
  PelElementId            found;

  if (!is_ref (ref))
    return take_text (search, ref, error);
  if (id != NULL && call->caller.snapshots != NULL)
    snapshot = pel_snapshot_store_find (call->caller.snapshots, id, g_get_monotonic_time ());
  if (snapshot == NULL)
    return take_ref (search, ref, error);
  found = pel_snapshot_find_ref (snapshot, parse_ref (ref));
  if (found == PEL_ELEMENT_NONE)
    {
      pel_set_error (error,
                     PEL_ERROR_ELEMENT_NOT_FOUND,
                     NULL,
                     _ ("The snapshot “%s” has no element “%s”"),
                     id,
                     ref);
      return FALSE;
    }
  element = pel_snapshot_get_element (snapshot, found);
  search->bus_name = g_strdup (element.bus_name);
  search->path = g_strdup (element.path);
  return TRUE;
}

static gboolean
take_object (Search *search, JsonObject *object, GError **error)
{
  const char *of = pel_tool_call_get (search->tool_task)->tool->name;

  if (json_object_has_member (object, "ref") || json_object_has_member (object, "snapshot_id"))
    return pel_schema_check (snapshot_ref_fields, object, of, error) &&
           take_snapshot_ref (search, object, error);
  if (!pel_schema_check (point_fields, object, of, error))
    return FALSE;
  search->point.x = json_object_get_int_member (object, "x");
  search->point.y = json_object_get_int_member (object, "y");
  return TRUE;
}

static char *
dup_given (JsonNode *target)
{
  JsonObject *object;

  if (!JSON_NODE_HOLDS_OBJECT (target))
    return pel_text_repair (json_node_get_string (target), -1, MAX_GIVEN);
  object = json_node_get_object (target);
  if (json_object_has_member (object, "ref"))
    return g_strdup (json_object_get_string_member_with_default (object, "ref", ""));
  return g_strdup_printf ("%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT,
                          json_object_get_int_member_with_default (object, "x", 0),
                          json_object_get_int_member_with_default (object, "y", 0));
}

static void
return_target (GTask *task, PelSnapshot *snapshot, PelElementId id, const char *held_by)
{
  Search      *search = g_task_get_task_data (task);
  PelToolCall *call = pel_tool_call_get (search->tool_task);
  PelTarget   *target = g_new0 (PelTarget, 1);

  target->snapshot = g_object_ref (snapshot);
  target->id = id;
  target->held_by = held_by;
  pel_look_keep_for_task (search->tool_task, snapshot);
  g_clear_pointer (&call->resolved_target, json_object_unref);
  call->resolved_target = pel_element_to_resolved_target (snapshot, id, held_by);
  g_task_return_pointer (task, target, (GDestroyNotify) pel_target_free);
}

static void
return_by_point (GTask *task, PelSnapshot *snapshot)
{
  Search        *search = g_task_get_task_data (task);
  PelNativePoint native;
  PelWindow     *window = NULL;
  PelElementId   id;
  GError        *error = NULL;

  if (!pel_monitor_layout_to_native (pel_desktop_get_layout (pel_snapshot_get_desktop (snapshot)),
                                     search->point,
                                     &native,
                                     &error))
    {
      g_task_return_error (task, error);
      return;
    }
  id = pel_snapshot_hit_test_window (snapshot, native, &window);
  if (id != PEL_ELEMENT_NONE)
    {
      return_target (task, snapshot, id, "point");
      return;
    }
  if (window != NULL)
    pel_set_error (&error,
                   PEL_ERROR_ELEMENT_NOT_FOUND,
                   _ ("“pellucid doctor” tells whether its program exposes anything"),
                   _ ("There is no element at %d,%d, only the window “%s” (%s)"),
                   search->point.x,
                   search->point.y,
                   pel_window_get_info (window)->title,
                   pel_window_get_info (window)->id);
  else
    pel_set_error (&error,
                   PEL_ERROR_ELEMENT_NOT_FOUND,
                   NULL,
                   _ ("There is no window at %d,%d"),
                   search->point.x,
                   search->point.y);
  g_task_return_error (task, error);
}

static gboolean
is_silent (PelSnapshot *snapshot, const char *bus_name)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    if (g_str_equal (pel_snapshot_get_program (snapshot, i)->bus_name, bus_name))
      return !pel_snapshot_get_program (snapshot, i)->is_answering;
  return FALSE;
}

static void
return_by_identity (GTask *task, PelSnapshot *snapshot)
{
  Search      *search = g_task_get_task_data (task);
  PelElementId id = pel_snapshot_find_identity (snapshot, search->bus_name, search->path);
  GError      *error = NULL;

  if (id != PEL_ELEMENT_NONE)
    {
      return_target (task, snapshot, id, "runtime_id");
      return;
    }
  if (is_silent (snapshot, search->bus_name))
    pel_set_error (&error,
                   PEL_ERROR_APP_UNRESPONSIVE,
                   NULL,
                   _ ("The program of “%s” does not answer"),
                   search->given);
  else
    set_stale (search, &error);
  g_task_return_error (task, error);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  Search                 *search = g_task_get_task_data (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = pel_look_for_task_finish (result, &error);

  if (snapshot != NULL && search->path != NULL)
    return_by_identity (task, snapshot);
  else if (snapshot != NULL)
    return_by_point (task, snapshot);
  else if (search->path != NULL && g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    {
      g_clear_error (&error);
      set_stale (search, &error);
      g_task_return_error (task, error);
    }
  else
    g_task_return_error (task, error);
}

static GTask *
begin (GTask *tool_task, char *given, GAsyncReadyCallback callback, gpointer data)
{
  GTask  *task = g_task_new (NULL, g_task_get_cancellable (tool_task), callback, data);
  Search *search = g_new0 (Search, 1);

  search->tool_task = g_object_ref (tool_task);
  search->given = given;
  g_task_set_source_tag (task, pel_target_resolve_async);
  g_task_set_task_data (task, search, (GDestroyNotify) search_free);
  return task;
}

/* Takes @task. */
static void
look (GTask *task)
{
  Search *search = g_task_get_task_data (task);
  PelLook wanted = { .kind = PEL_LOOK_POINT, .point = search->point };

  if (search->path != NULL)
    wanted = (PelLook){ .kind = PEL_LOOK_PROGRAM, .target = search->bus_name };
  pel_look_for_task_async (search->tool_task, &wanted, looked_cb, task);
}

void
pel_target_resolve_async (GTask              *task,
                          JsonNode           *target,
                          GAsyncReadyCallback callback,
                          gpointer            data)
{
  g_autoptr (GTask) own = begin (task, dup_given (target), callback, data);
  Search           *search = g_task_get_task_data (own);
  GError           *error = NULL;
  gboolean          is_good;

  if (JSON_NODE_HOLDS_OBJECT (target))
    is_good = take_object (search, json_node_get_object (target), &error);
  else
    is_good = take_text (search, json_node_get_string (target), &error);
  if (is_good)
    look (g_steal_pointer (&own));
  else
    g_task_return_error (own, error);
}

void
pel_target_resolve_point_async (GTask              *task,
                                PelPhysicalPoint    point,
                                GAsyncReadyCallback callback,
                                gpointer            data)
{
  GTask  *own = begin (task, g_strdup_printf ("%d,%d", point.x, point.y), callback, data);
  Search *search = g_task_get_task_data (own);

  search->point = point;
  look (own);
}

PelTarget *
pel_target_resolve_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_target_resolve_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
pel_target_is_element (JsonNode *target)
{
  if (JSON_NODE_HOLDS_OBJECT (target))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    if (ways[i].is (json_node_get_string (target)))
      return TRUE;
  return FALSE;
}
