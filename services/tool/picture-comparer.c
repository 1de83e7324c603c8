/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/picture-comparer.h"

#include "services/base/error.h"
#include "services/base/json.h"

/* What may be otherwise the next time. */
static const PelErrorCode passing[] = {
  PEL_ERROR_ELEMENT_NOT_FOUND, PEL_ERROR_AMBIGUOUS,        PEL_ERROR_STALE_REF,
  PEL_ERROR_NOT_VISIBLE,       PEL_ERROR_NOT_STABLE,       PEL_ERROR_OBSCURED,
  PEL_ERROR_OUT_OF_BOUNDS,     PEL_ERROR_WINDOW_NOT_FOUND, PEL_ERROR_APP_UNRESPONSIVE,
  PEL_ERROR_TIMEOUT,           PEL_ERROR_RATE_LIMITED,
};

static gboolean
is_passing (PelErrorCode code)
{
  for (gsize i = 0; i < G_N_ELEMENTS (passing); i++)
    if (passing[i] == code)
      return TRUE;
  return FALSE;
}

/* What ui_capture returns about a comparison. */
static PelLikeness *
read_comparison (JsonObject *comparison)
{
  PelLikeness *likeness =
      pel_likeness_new ((guint64) json_object_get_int_member (comparison, "n_different"));
  JsonArray *changes = json_object_get_array_member (comparison, "changes");

  for (guint i = 0; i < json_array_get_length (changes); i++)
    {
      JsonObject        *change = json_array_get_object_element (changes, i);
      const PelImageRect rect = { (int) json_object_get_int_member (change, "x"),
                                  (int) json_object_get_int_member (change, "y"),
                                  (int) json_object_get_int_member (change, "width"),
                                  (int) json_object_get_int_member (change, "height") };

      g_array_append_val (likeness->rects, rect);
    }
  return likeness;
}

/* That it is different is no error here. Pictures of different size have no differing pixels. */
static PelLikeness *
read_difference (JsonObject *failure)
{
  JsonObject *details = json_object_has_member (failure, "details")
                            ? json_object_get_object_member (failure, "details")
                            : NULL;

  if (details == NULL || json_object_get_int_member_with_default (details, "n_different", 0) == 0)
    return pel_likeness_new_obstacle (json_object_get_string_member (failure, "message"));
  return read_comparison (details);
}

static PelLikeness *
read_failure (JsonObject *failure, GError **error)
{
  PelErrorCode code = pel_error_code_from_string (json_object_get_string_member (failure, "code"));
  const char  *message = json_object_get_string_member (failure, "message");

  if (code == PEL_ERROR_VERIFICATION_FAILED)
    return read_difference (failure);
  if (is_passing (code))
    return pel_likeness_new_obstacle (message);
  pel_set_error (error,
                 code,
                 json_object_get_string_member_with_default (failure, "hint", NULL),
                 "%s",
                 message);
  return NULL;
}

static void
captured_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)      step = user_data;
  g_autofree char       *text = pel_tool_call_finish (result);
  GError                *error = NULL;
  g_autoptr (JsonObject) envelope = pel_json_parse_object (text, -1, &error);
  PelLikeness           *likeness = NULL;

  if (envelope != NULL && json_object_has_member (envelope, "data"))
    likeness = read_comparison (
        json_object_get_object_member (json_object_get_object_member (envelope, "data"),
                                       "comparison"));
  else if (envelope != NULL)
    likeness = read_failure (json_object_get_object_member (envelope, "error"), &error);
  if (likeness != NULL)
    g_task_return_pointer (step, likeness, (GDestroyNotify) pel_likeness_free);
  else
    g_task_return_error (step, error);
}

static void
name_subject (JsonObject *shot, const PelPictureWish *wish)
{
  if (wish->element != NULL)
    {
      json_object_set_string_member (shot, "target", wish->element);
      json_object_set_int_member (shot, "padding", wish->padding);
    }
  else if (wish->window_id != NULL)
    {
      json_object_set_string_member (shot, "window_id", wish->window_id);
    }
  else if (wish->monitor != NULL)
    {
      json_object_set_string_member (shot, "monitor", wish->monitor);
    }
}

/* As an attachment the file costs nothing; inside the answer it would have to be decoded. */
static char *
make_arguments (const PelPictureWish *wish)
{
  JsonObject          *shot = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (shot);

  name_subject (shot, wish);
  json_object_set_string_member (shot, "output", "fd");
  json_object_set_string_member (shot, "compare", wish->baseline);
  json_object_set_int_member (shot, "tolerance", wish->tolerance);
  if (wish->masks != NULL)
    json_object_set_array_member (shot, "masks", json_array_ref (wish->masks));
  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static void
compare_async (gpointer              data,
               const PelPictureWish *wish,
               GCancellable         *cancellable,
               GAsyncReadyCallback   callback,
               gpointer              user_data)
{
  PelToolCall     *call = pel_tool_call_get (data);
  PelToolCaller    caller = call->caller;
  g_autofree char *arguments = make_arguments (wish);
  GTask           *step = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (step, compare_async);
  caller.is_quiet = TRUE; /* the time of who waits for it would run out meanwhile */
  caller.progress = NULL;
  caller.event = NULL;
  pel_tool_call_async (call->context,
                       &caller,
                       "ui_capture",
                       arguments,
                       cancellable,
                       captured_cb,
                       step);
}

static PelLikeness *
compare_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, compare_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* The screen, watched for as long as the call takes. */
typedef struct
{
  PelCamera *camera;
  guint      serial; /* when it was last asked */
} Watch;

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  pel_camera_stop_watching (watch->camera);
  g_object_unref (watch->camera);
  g_free (watch);
}

/* Created on first use: most conditions compare no images. */
static Watch *
ensure_watch (GTask *task)
{
  Watch *watch = g_object_get_data (G_OBJECT (task), "screen-watch");

  if (watch != NULL)
    return watch;
  watch = g_new0 (Watch, 1);
  watch->camera = g_object_ref (pel_tool_call_get (task)->context->camera);
  pel_camera_start_watching (watch->camera);
  g_object_set_data_full (G_OBJECT (task), "screen-watch", watch, watch_free);
  return watch;
}

static gboolean
notice (gpointer data)
{
  Watch *watch;
  guint  serial;

  if (pel_tool_call_get (data)->context->camera == NULL)
    return TRUE;
  watch = ensure_watch (data);
  serial = pel_camera_get_serial (watch->camera);
  if (serial != 0 && serial == watch->serial)
    return FALSE;
  watch->serial = serial;
  return TRUE;
}

PelComparer
pel_picture_comparer_new (GTask *task)
{
  return (PelComparer){ compare_async, compare_finish, notice, task };
}
