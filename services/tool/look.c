/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/look.h"

#include "services/ocr/text-layer.h"
#include "services/tool/tool-permit.h"

/* Each step has this share of what is left of the call's time, the rest is for what is made of it;
 * a step of a call without a deadline has this long. */
#define SHARE_OF_TIME(ms) ((ms) / 10 * 8)
#define UNLIMITED_MS      5000

static guint
get_time_ms (const PelToolCall *call)
{
  guint left_ms;

  if (!pel_tool_call_get_left_ms (call, &left_ms))
    return UNLIMITED_MS;
  return MAX (SHARE_OF_TIME (left_ms), 1); /* 0 would be no limit at all */
}

void
pel_look_fail_for_task (GTask *task)
{
  g_task_return_error (task,
                       pel_tool_context_dup_elements_error (pel_tool_call_get (task)->context));
}

/* (nullable): a task of our own for work on behalf of @task; NULL where there are no elements, and
 * then the callback is on its way. */
static GTask *
begin (GTask *task, GAsyncReadyCallback callback, gpointer data, gpointer tag)
{
  PelToolCall      *call = pel_tool_call_get (task);
  g_autoptr (GTask) own =
      g_task_new (call->context->elements, g_task_get_cancellable (task), callback, data);

  g_task_set_source_tag (own, tag);
  g_task_set_task_data (own, g_object_ref (task), g_object_unref);
  if (call->context->elements != NULL)
    {
      call->driver = pel_element_source_get_driver (call->context->elements);
      return g_steal_pointer (&own);
    }
  g_task_return_error (own, pel_tool_context_dup_elements_error (call->context));
  return NULL;
}

void
pel_look_keep_for_task (GTask *task, PelSnapshot *snapshot)
{
  const PelToolCaller *caller = &pel_tool_call_get (task)->caller;

  if (caller->snapshots != NULL)
    pel_snapshot_store_add (caller->snapshots,
                            caller->name != NULL ? caller->name : "",
                            snapshot,
                            g_get_monotonic_time ());
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) own = user_data;
  GError           *error = NULL;
  PelSnapshot      *snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (snapshot != NULL)
    g_task_return_pointer (own, snapshot, g_object_unref);
  else
    g_task_return_error (own, error);
}

static gboolean
is_about_pixels (const PelLook *look)
{
  return (look->flags & PEL_LOOK_TEXT) != 0 ||
         (look->kind == PEL_LOOK_PROGRAM && pel_text_get_window_id (look->target) != NULL);
}

void
pel_look_for_task_async (GTask              *task,
                         const PelLook      *look,
                         GAsyncReadyCallback callback,
                         gpointer            data)
{
  PelLook full = *look;
  GTask  *own = begin (task, callback, data, pel_look_for_task_async);
  GError *error = NULL;

  if (own == NULL)
    return;
  if (is_about_pixels (look) && !pel_tool_permit_pixels (pel_tool_call_get (task), &error))
    {
      g_task_return_error (own, error);
      g_object_unref (own);
      return;
    }
  full.flags |= PEL_LOOK_VALUES;
  full.timeout_ms = get_time_ms (pel_tool_call_get (task));
  pel_element_source_look_async (g_task_get_source_object (own),
                                 &full,
                                 g_task_get_cancellable (own),
                                 looked_cb,
                                 own);
}

PelSnapshot *
pel_look_for_task_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_look_for_task_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  own = user_data;
  GError            *error = NULL;
  PelElementReading *reading =
      pel_element_source_read_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (reading != NULL)
    g_task_return_pointer (own, reading, (GDestroyNotify) pel_element_reading_free);
  else
    g_task_return_error (own, error);
}

void
pel_read_for_task_async (GTask              *task,
                         const PelElement   *element,
                         PelReadingFlags     flags,
                         PelTextRange        range,
                         GAsyncReadyCallback callback,
                         gpointer            data)
{
  PelReadingRequest request = {
    .bus_name = element->bus_name,
    .path = element->path,
    .flags = flags,
    .text_start = range.start,
    .text_end = range.end,
    .timeout_ms = get_time_ms (pel_tool_call_get (task)),
  };
  GTask *own = begin (task, callback, data, pel_read_for_task_async);

  if (own != NULL)
    pel_element_source_read_async (g_task_get_source_object (own),
                                   &request,
                                   g_task_get_cancellable (own),
                                   read_cb,
                                   own);
}

PelElementReading *
pel_read_for_task_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_read_for_task_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
searched_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) own = user_data;
  GError           *error = NULL;
  PelResolution    *resolution = pel_search_finish (result, &error);

  if (resolution != NULL)
    g_task_return_pointer (own, resolution, (GDestroyNotify) pel_resolution_free);
  else
    g_task_return_error (own, error);
}

void
pel_search_for_task_async (GTask              *task,
                           PelSnapshot        *snapshot,
                           const PelSelector  *selector,
                           GAsyncReadyCallback callback,
                           gpointer            data)
{
  PelToolCall *call = pel_tool_call_get (task);
  GTask       *own = begin (task, callback, data, pel_search_for_task_async);

  if (own != NULL)
    pel_search_async (&(PelSearch){ .source = call->context->elements,
                                    .snapshot = snapshot,
                                    .facts = call->context->facts,
                                    .selector = selector,
                                    .timeout_ms = get_time_ms (call) },
                      g_task_get_cancellable (own),
                      searched_cb,
                      own);
}

PelResolution *
pel_search_for_task_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_search_for_task_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* A selector that is being written. */
typedef struct
{
  GTask       *tool_task;
  PelSnapshot *snapshot;
  PelElementId id;
} Writing;

static void
writing_free (Writing *writing)
{
  g_object_unref (writing->tool_task);
  g_object_unref (writing->snapshot);
  g_free (writing);
}

static void
written_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) own = user_data;
  GError           *error = NULL;
  char             *selector = pel_selector_write_finish (result, &error);

  if (selector != NULL)
    g_task_return_pointer (own, selector, g_free);
  else
    g_task_return_error (own, error);
}

/* If the desktop cannot be read, or the element is gone, what is already known is used. */
static void
looked_around_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask                  *own = user_data;
  Writing                *writing = g_task_get_task_data (own);
  PelToolCall            *call = pel_tool_call_get (writing->tool_task);
  g_autoptr (PelSnapshot) desktop = pel_look_for_task_finish (result, NULL);
  PelElement              element = pel_snapshot_get_element (writing->snapshot, writing->id);
  PelElementId            id = PEL_ELEMENT_NONE;

  if (desktop != NULL)
    id = pel_snapshot_find_identity (desktop, element.bus_name, element.path);
  if (id != PEL_ELEMENT_NONE && pel_snapshot_get_ref (desktop, id) != element.ref)
    id = PEL_ELEMENT_NONE;
  pel_selector_write_async (&(PelSearch){ .source = call->context->elements,
                                          .snapshot =
                                              id != PEL_ELEMENT_NONE ? desktop : writing->snapshot,
                                          .facts = call->context->facts,
                                          .timeout_ms = get_time_ms (call) },
                            id != PEL_ELEMENT_NONE ? id : writing->id,
                            g_task_get_cancellable (own),
                            written_cb,
                            own);
}

void
pel_write_for_task_async (GTask              *task,
                          PelSnapshot        *snapshot,
                          PelElementId        id,
                          GAsyncReadyCallback callback,
                          gpointer            data)
{
  GTask   *own = g_task_new (NULL, g_task_get_cancellable (task), callback, data);
  Writing *writing = g_new0 (Writing, 1);

  writing->tool_task = g_object_ref (task);
  writing->snapshot = g_object_ref (snapshot);
  writing->id = id;
  g_task_set_source_tag (own, pel_write_for_task_async);
  g_task_set_task_data (own, writing, (GDestroyNotify) writing_free);
  pel_look_for_task_async (task, &(PelLook){ .kind = PEL_LOOK_DESKTOP }, looked_around_cb, own);
}

char *
pel_write_for_task_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_write_for_task_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
