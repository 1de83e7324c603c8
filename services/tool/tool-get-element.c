/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/error.h"
#include "services/tool/element-result.h"
#include "services/tool/target.h"
#include "services/tool/tools.h"
#include "services/window/window-finder.h"

#include <glib/gi18n.h>

#define LIMITS .minimum = -PEL_COORDINATE_LIMIT, .maximum = PEL_COORDINATE_LIMIT

/* clang-format off */
static const PelField arguments[] = {
  { "x",            PEL_FIELD_INTEGER, PEL_FIELD_POSITIONAL, N_ ("Physical pixel of the virtual desktop, from the left"), LIMITS },
  { "y",            PEL_FIELD_INTEGER, PEL_FIELD_POSITIONAL, N_ ("Physical pixel of the virtual desktop, from the top"), LIMITS },
  { "window_title", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL,   N_ ("Count from where the content of the window with this id or part of the title begins") },
  { NULL },
};

static const PelField result[] = {
  PEL_ELEMENT_FIELDS,
  PEL_ALONE_FIELDS,
  { NULL },
};

static const PelColumn columns[] = {
  PEL_ELEMENT_COLUMNS,
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_FIELDS, NULL, NULL, columns, NULL },
  PEL_ANCESTORS_VIEW,
  { 0 },
};
/* clang-format on */

static void
resolved_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  GError               *error = NULL;
  g_autoptr (PelTarget) target = pel_target_resolve_finish (async_result, &error);

  if (target == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task,
                           pel_element_to_result (target->snapshot, target->id),
                           (GDestroyNotify) json_object_unref);
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
  pel_target_resolve_point_async (task,
                                  to_physical (desktop, index, get_point (call_arguments)),
                                  resolved_cb,
                                  g_object_ref (task));
}

static void
run (GTask *task)
{
  JsonObject *call_arguments = pel_tool_call_get (task)->arguments;
  GError     *error = NULL;

  if (!json_object_has_member (call_arguments, "x") ||
      !json_object_has_member (call_arguments, "y"))
    {
      pel_set_error (&error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("ui_get_element: a point is missing: x and y"));
      g_task_return_error (task, error);
      return;
    }
  if (json_object_has_member (call_arguments, "window_title"))
    pel_desktop_query_for_task (g_object_ref (task), queried_cb);
  else
    pel_target_resolve_point_async (task,
                                    get_point (call_arguments),
                                    resolved_cb,
                                    g_object_ref (task));
}

const PelTool pel_tool_get_element = {
  .name = "ui_get_element",
  .alias = "at",
  .summary = N_ ("Tell which element is at a point"),
  .tool_class = PEL_TOOL_READ,
  .offers = PEL_OFFER_ALL,
  .timeout_ms = 5000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
