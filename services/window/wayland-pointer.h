/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"
#include "services/window/wayland-connection.h"

/**
 * PelWaylandPointer:
 *
 * Where the pointer is. Wayland tells that only to the owner of the surface below it, so a
 * transparent surface is put over all outputs for the few milliseconds until the compositor says
 * that the pointer has entered it. The program below sees the pointer leave and come back; nothing
 * else happens to it. While a button is held, something is dragged or a menu has grabbed the
 * pointer, the compositor says nothing, and neither can this.
 */
#define PEL_TYPE_WAYLAND_POINTER (pel_wayland_pointer_get_type ())
G_DECLARE_FINAL_TYPE (PelWaylandPointer, pel_wayland_pointer, PEL, WAYLAND_POINTER, GObject)

PelWaylandPointer *pel_wayland_pointer_new (PelWaylandConnection *connection);

/* Ends when it is known what the compositor offers. */
void pel_wayland_pointer_prepare_async (PelWaylandPointer  *self,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean
pel_wayland_pointer_prepare_finish (PelWaylandPointer *self, GAsyncResult *result, GError **error);

/* Whether locate() can succeed; meaningful once prepared. */
gboolean pel_wayland_pointer_check_available (PelWaylandPointer *self, GError **error);

/* In the compositor's logical pixels. Ends within 300 ms. When it ends well, the surfaces are gone;
 * when it fails or is cancelled, the order to remove them is on its way. Calls that overlap share
 * one set of surfaces. */
void     pel_wayland_pointer_locate_async (PelWaylandPointer  *self,
                                           GCancellable       *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer            user_data);
gboolean pel_wayland_pointer_locate_finish (PelWaylandPointer *self,
                                            GAsyncResult      *result,
                                            PelNativePoint    *ret_point,
                                            GError           **error);
