/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/element-source.h"

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
