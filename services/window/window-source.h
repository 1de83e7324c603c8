/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

#include <gio/gio.h>

/* Who answered a call. */
typedef struct
{
  const char *name;
  const char *kind;
  const char *version;
} PelDriver;

/**
 * PelWindowSource:
 *
 * Where monitors, windows and the pointer are learnt from: one implementation for each window
 * system. No method blocks; each ends when its cancellable is cancelled.
 *
 * Signal "changed": something of what query() tells may be different now. It comes for every event
 * of the window system, between start_watching() and stop_watching(), which may be nested.
 */
#define PEL_TYPE_WINDOW_SOURCE (pel_window_source_get_type ())
G_DECLARE_INTERFACE (PelWindowSource, pel_window_source, PEL, WINDOW_SOURCE, GObject)

struct _PelWindowSourceInterface
{
  GTypeInterface parent_interface;

  const PelDriver *(*get_driver) (PelWindowSource *self);
  void (*query_async) (PelWindowSource    *self,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data);
  PelDesktop *(*query_finish) (PelWindowSource *self, GAsyncResult *result, GError **error);
  void (*locate_pointer_async) (PelWindowSource    *self,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
  gboolean (*locate_pointer_finish) (PelWindowSource *self,
                                     GAsyncResult    *result,
                                     PelNativePoint  *ret_point,
                                     GError         **error);
  void (*start_watching) (PelWindowSource *self);
  void (*stop_watching) (PelWindowSource *self);
};

const PelDriver *pel_window_source_get_driver (PelWindowSource *self);
void             pel_window_source_query_async (PelWindowSource    *self,
                                                GCancellable       *cancellable,
                                                GAsyncReadyCallback callback,
                                                gpointer            user_data);
PelDesktop      *
pel_window_source_query_finish (PelWindowSource *self, GAsyncResult *result, GError **error);
void pel_window_source_locate_pointer_async (PelWindowSource    *self,
                                             GCancellable       *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
gboolean pel_window_source_locate_pointer_finish (PelWindowSource *self,
                                                  GAsyncResult    *result,
                                                  PelNativePoint  *ret_point,
                                                  GError         **error);
void     pel_window_source_start_watching (PelWindowSource *self);
void     pel_window_source_stop_watching (PelWindowSource *self);

/* For implementations. */
void pel_window_source_emit_changed (PelWindowSource *self);
