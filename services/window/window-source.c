/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/window-source.h"

G_DEFINE_INTERFACE (PelWindowSource, pel_window_source, G_TYPE_OBJECT)

static guint changed_signal;

static void
pel_window_source_default_init (PelWindowSourceInterface *iface)
{
  changed_signal = g_signal_new ("changed",
                                 PEL_TYPE_WINDOW_SOURCE,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

const PelDriver *
pel_window_source_get_driver (PelWindowSource *self)
{
  g_return_val_if_fail (PEL_IS_WINDOW_SOURCE (self), NULL);

  return PEL_WINDOW_SOURCE_GET_IFACE (self)->get_driver (self);
}

void
pel_window_source_query_async (PelWindowSource    *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (PEL_IS_WINDOW_SOURCE (self));

  PEL_WINDOW_SOURCE_GET_IFACE (self)->query_async (self, cancellable, callback, user_data);
}

PelDesktop *
pel_window_source_query_finish (PelWindowSource *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (PEL_IS_WINDOW_SOURCE (self), NULL);

  return PEL_WINDOW_SOURCE_GET_IFACE (self)->query_finish (self, result, error);
}

void
pel_window_source_locate_pointer_async (PelWindowSource    *self,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data)
{
  g_return_if_fail (PEL_IS_WINDOW_SOURCE (self));

  PEL_WINDOW_SOURCE_GET_IFACE (self)->locate_pointer_async (self, cancellable, callback, user_data);
}

gboolean
pel_window_source_locate_pointer_finish (PelWindowSource *self,
                                         GAsyncResult    *result,
                                         PelNativePoint  *ret_point,
                                         GError         **error)
{
  g_return_val_if_fail (PEL_IS_WINDOW_SOURCE (self), FALSE);

  return PEL_WINDOW_SOURCE_GET_IFACE (self)->locate_pointer_finish (self, result, ret_point, error);
}

void
pel_window_source_start_watching (PelWindowSource *self)
{
  g_return_if_fail (PEL_IS_WINDOW_SOURCE (self));

  PEL_WINDOW_SOURCE_GET_IFACE (self)->start_watching (self);
}

void
pel_window_source_stop_watching (PelWindowSource *self)
{
  g_return_if_fail (PEL_IS_WINDOW_SOURCE (self));

  PEL_WINDOW_SOURCE_GET_IFACE (self)->stop_watching (self);
}

void
pel_window_source_emit_changed (PelWindowSource *self)
{
  g_return_if_fail (PEL_IS_WINDOW_SOURCE (self));

  g_signal_emit (self, changed_signal, 0);
}
