/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/element-source.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

G_DEFINE_INTERFACE (PelElementSource, pel_element_source, G_TYPE_OBJECT)

static guint changed_signal;

static void
pel_element_source_default_init (PelElementSourceInterface *iface)
{
  changed_signal = g_signal_new ("changed",
                                 PEL_TYPE_ELEMENT_SOURCE,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

const PelDriver *
pel_element_source_get_driver (PelElementSource *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_SOURCE (self), NULL);

  return PEL_ELEMENT_SOURCE_GET_IFACE (self)->get_driver (self);
}

void
pel_element_source_look_async (PelElementSource   *self,
                               const PelLook      *look,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (PEL_IS_ELEMENT_SOURCE (self));
  g_return_if_fail (look != NULL);

  PEL_ELEMENT_SOURCE_GET_IFACE (self)->look_async (self, look, cancellable, callback, user_data);
}

PelSnapshot *
pel_element_source_look_finish (PelElementSource *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_SOURCE (self), NULL);

  return PEL_ELEMENT_SOURCE_GET_IFACE (self)->look_finish (self, result, error);
}

const char *
pel_element_source_find_ref (PelElementSource *self, guint ref, const char **ret_path)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_SOURCE (self), NULL);

  return PEL_ELEMENT_SOURCE_GET_IFACE (self)->find_ref (self, ref, ret_path);
}

void
pel_element_source_read_async (PelElementSource        *self,
                               const PelReadingRequest *request,
                               GCancellable            *cancellable,
                               GAsyncReadyCallback      callback,
                               gpointer                 user_data)
{
  g_return_if_fail (PEL_IS_ELEMENT_SOURCE (self));
  g_return_if_fail (request != NULL);

  PEL_ELEMENT_SOURCE_GET_IFACE (self)->read_async (self, request, cancellable, callback, user_data);
}

PelElementReading *
pel_element_source_read_finish (PelElementSource *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_SOURCE (self), NULL);

  return PEL_ELEMENT_SOURCE_GET_IFACE (self)->read_finish (self, result, error);
}

PelPlacementTrace *
pel_element_source_trace (PelElementSource *self,
                          const char       *bus_name,
                          const char       *path,
                          PelDesktop       *desktop)
{
  PelElementSourceInterface *iface = PEL_ELEMENT_SOURCE_GET_IFACE (self);

  return iface->trace != NULL ? iface->trace (self, bus_name, path, desktop) : NULL;
}

void
pel_element_source_act_async (PelElementSource    *self,
                              const PelElementAct *act,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GError *error = NULL;

  g_return_if_fail (PEL_IS_ELEMENT_SOURCE (self));
  g_return_if_fail (act != NULL && act->timeout_ms > 0);

  if (PEL_ELEMENT_SOURCE_GET_IFACE (self)->act_async != NULL)
    {
      PEL_ELEMENT_SOURCE_GET_IFACE (self)->act_async (self, act, cancellable, callback, user_data);
      return;
    }
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 NULL,
                 _ ("Elements of this kind are read-only"));
  g_task_report_error (self, callback, user_data, pel_element_source_act_async, error);
}

gboolean
pel_element_source_act_finish (PelElementSource *self,
                               GAsyncResult     *result,
                               PelActReply      *ret_reply,
                               GError          **error)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_SOURCE (self), FALSE);

  if (g_async_result_is_tagged (result, pel_element_source_act_async))
    return g_task_propagate_boolean (G_TASK (result), error);
  return PEL_ELEMENT_SOURCE_GET_IFACE (self)->act_finish (self, result, ret_reply, error);
}

void
pel_element_source_start_watching (PelElementSource *self)
{
  g_return_if_fail (PEL_IS_ELEMENT_SOURCE (self));

  PEL_ELEMENT_SOURCE_GET_IFACE (self)->start_watching (self);
}

void
pel_element_source_stop_watching (PelElementSource *self)
{
  g_return_if_fail (PEL_IS_ELEMENT_SOURCE (self));

  PEL_ELEMENT_SOURCE_GET_IFACE (self)->stop_watching (self);
}

GPtrArray *
pel_element_source_dup_traffic (PelElementSource *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_SOURCE (self), NULL);

  if (PEL_ELEMENT_SOURCE_GET_IFACE (self)->dup_traffic == NULL)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) pel_traffic_free);
  return PEL_ELEMENT_SOURCE_GET_IFACE (self)->dup_traffic (self);
}

void
pel_element_source_reset_traffic (PelElementSource *self)
{
  g_return_if_fail (PEL_IS_ELEMENT_SOURCE (self));

  if (PEL_ELEMENT_SOURCE_GET_IFACE (self)->reset_traffic != NULL)
    PEL_ELEMENT_SOURCE_GET_IFACE (self)->reset_traffic (self);
}

void
pel_element_source_emit_changed (PelElementSource *self)
{
  g_return_if_fail (PEL_IS_ELEMENT_SOURCE (self));

  g_signal_emit (self, changed_signal, 0);
}
