/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/tool/element-result.h"
#include "services/tool/snapshot-notes.h"
#include "services/tool/target.h"
#include "services/tool/tools.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

#define LIMITS .minimum = -PEL_COORDINATE_LIMIT, .maximum = PEL_COORDINATE_LIMIT

/* clang-format off */
static const PelField arguments[] = {
  { "x",            PEL_FIELD_INTEGER, PEL_FIELD_POSITIONAL, N_ ("Physical pixels from the left of the virtual desktop"), LIMITS },
  { "y",            PEL_FIELD_INTEGER, PEL_FIELD_POSITIONAL, N_ ("Physical pixels from the top of the virtual desktop"), LIMITS },
  { "selector",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL,   N_ ("Find the element by this selector instead of a point"), .short_name = 's' },
  { "window_title", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL,   N_ ("Window (id or part of the title): x and y start at its content; a selector matches only in it") },
  PEL_TARGET_FIRST_FIELD,
  { NULL },
};

static const PelField result[] = {
  PEL_ELEMENT_FIELDS,
  PEL_ALONE_FIELDS,
  { "note", PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Additional remarks") },
  { NULL },
};

static const PelColumn columns[] = {
  PEL_ELEMENT_COLUMNS,
  { "note", N_ ("Note") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FIELDS, NULL, NULL, columns, NULL },
  PEL_ANCESTORS_VIEW,
  { 0 },
};
/* clang-format on */

static JsonObject *
make_result (const PelTarget *target)
{
  JsonObject      *object = pel_element_to_result (target->snapshot, target->id);
  guint            program = pel_snapshot_get_program_index (target->snapshot, target->id);
  g_autofree char *note =
      pel_snapshot_notes_dup_silence (pel_snapshot_get_program (target->snapshot, program));

  if (note != NULL)
    json_object_set_string_member (object, "note", note);
  return object;
}

static void
resolved_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  GError               *error = NULL;
  g_autoptr (PelTarget) target = pel_target_resolve_finish (async_result, &error);

  if (target == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, make_result (target), (GDestroyNotify) json_object_unref);
}

static PelPhysicalPoint
get_point (JsonObject *call_arguments)
{
  return (PelPhysicalPoint){ json_object_get_int_member (call_arguments, "x"),
                             json_object_get_int_member (call_arguments, "y") };
}

/* The point of the virtual desktop that @point of a window's content is. */
static PelPhysicalPoint
to_physical (PelDesktop *desktop, guint window_index, PelPhysicalPoint point)
{
  const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, window_index));
  PelPhysicalRect      content;
  gint64               x, y;

  pel_desktop_to_physical (desktop, &info->content, &content);
  x = (gint64) content.x + point.x;
  y = (gint64) content.y + point.y;
  return (PelPhysicalPoint){ CLAMP (x, -PEL_COORDINATE_LIMIT, PEL_COORDINATE_LIMIT),
                             CLAMP (y, -PEL_COORDINATE_LIMIT, PEL_COORDINATE_LIMIT) };
}

/* @desktop: (nullable) where a window is named, and @window_index which one. */
static PelTargetName *
make_name (JsonObject *call_arguments, PelDesktop *desktop, guint window_index)
{
  PelTargetName *name;

  if (!json_object_has_member (call_arguments, "selector"))
    return pel_target_name_new_point (
        desktop != NULL ? to_physical (desktop, window_index, get_point (call_arguments))
                        : get_point (call_arguments));
  name = pel_target_name_new_selector (json_object_get_string_member (call_arguments, "selector"));
  if (desktop != NULL)
    name->window_id =
        g_strdup (pel_window_get_info (pel_desktop_get_window (desktop, window_index))->id);
  return name;
}

static void
queried_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)      task = user_data;
  GError                *error = NULL;
  g_autoptr (PelDesktop) desktop = pel_desktop_query_for_task_finish (task, async_result, &error);
  JsonObject            *call_arguments = pel_tool_call_get (task)->arguments;
  guint                  index;

  if (desktop == NULL ||
      !pel_window_finder_find (desktop,
                               json_object_get_string_member (call_arguments, "window_title"),
                               &index,
                               &error))
    {
      g_task_return_error (task, error);
      return;
    }
  pel_target_resolve_name_async (task,
                                 make_name (call_arguments, desktop, index),
                                 resolved_cb,
                                 g_object_ref (task));
}

/* A point or a selector, not both, and not half a point. */
static gboolean
check_arguments (JsonObject *call_arguments, GError **error)
{
  gboolean has_x = json_object_has_member (call_arguments, "x");
  gboolean has_y = json_object_has_member (call_arguments, "y");
  gboolean has_selector = json_object_has_member (call_arguments, "selector");

  if (has_selector ? !has_x && !has_y : has_x && has_y)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 has_selector ? _ ("ui_get_element: specify a point or a selector, not both")
                              : _ ("ui_get_element: specify a point (x and y) or a selector"));
  return FALSE;
}

static void
run (GTask *task)
{
  JsonObject *call_arguments = pel_tool_call_get (task)->arguments;
  GError     *error = NULL;

  if (!check_arguments (call_arguments, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (json_object_has_member (call_arguments, "window_title"))
    pel_desktop_query_for_task (g_object_ref (task), queried_cb);
  else
    pel_target_resolve_name_async (task,
                                   make_name (call_arguments, NULL, 0),
                                   resolved_cb,
                                   g_object_ref (task));
}

const PelTool pel_tool_get_element = {
  .name = "ui_get_element",
  .alias = "at",
  .summary = N_ ("Find the element at a point, or the one that matches a selector"),
  .when = N_ ("Use ui_query to list all matches"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .has_target = TRUE,
  .timeout_ms = 5000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
