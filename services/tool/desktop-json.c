/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/desktop-json.h"

#include <glib/gi18n.h>

/* clang-format off */
const PelField pel_rect_fields[] = {
  { "x",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Left edge")  },
  { "y",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Top edge")   },
  { "width",  PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Width")      },
  { "height", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Height")     },
  { NULL },
};

const PelField pel_logical_rect_fields[] = {
  { "x",      PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Left edge")  },
  { "y",      PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Top edge")   },
  { "width",  PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Width")      },
  { "height", PEL_FIELD_NUMBER, PEL_FIELD_REQUIRED, N_ ("Height")     },
  { NULL },
};
/* clang-format on */

JsonObject *
pel_physical_rect_to_json (const PelPhysicalRect *rect)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "x", rect->x);
  json_object_set_int_member (object, "y", rect->y);
  json_object_set_int_member (object, "width", rect->width);
  json_object_set_int_member (object, "height", rect->height);
  return object;
}

JsonObject *
pel_native_rect_to_json (const PelNativeRect *rect)
{
  JsonObject *object = json_object_new ();

  json_object_set_double_member (object, "x", rect->x);
  json_object_set_double_member (object, "y", rect->y);
  json_object_set_double_member (object, "width", rect->width);
  json_object_set_double_member (object, "height", rect->height);
  return object;
}

void
pel_desktop_query_for_task (GTask *task, GAsyncReadyCallback callback)
{
  const PelToolContext *context = pel_tool_call_get (task)->context;

  if (context->windows == NULL)
    {
      g_task_return_error (task, pel_tool_context_dup_windows_error (context));
      g_object_unref (task);
      return;
    }
  pel_window_source_query_async (context->windows, g_task_get_cancellable (task), callback, task);
}

PelDesktop *
pel_desktop_query_for_task_finish (GTask *task, GAsyncResult *result, GError **error)
{
  return pel_window_source_query_finish (pel_tool_call_get (task)->context->windows, result, error);
}
