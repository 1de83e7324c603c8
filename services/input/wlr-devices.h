/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/monitor-layout.h"
#include "services/input/gesture.h"
#include "services/input/wlr-keyboard.h"
#include "services/window/wayland-connection.h"

/**
 * PelWlrDevices:
 *
 * A pointer and a keyboard of our own at a compositor that is made with wlroots. They stay for as
 * long as this lives: programs lose the first key of a keyboard that has just come. Nothing is sent
 * before pel_wlr_devices_flush().
 *
 * When this process dies, the compositor releases the keys, but neither their modifiers nor the
 * buttons: the hand does that.
 *
 * Signal "used": something was pressed, released or moved, and is about to be sent.
 */
#define PEL_TYPE_WLR_DEVICES (pel_wlr_devices_get_type ())
G_DECLARE_FINAL_TYPE (PelWlrDevices, pel_wlr_devices, PEL, WLR_DEVICES, GObject)

/* @hand_path: see wlr-hand.h. */
PelWlrDevices *pel_wlr_devices_new (PelWaylandConnection *connection, const char *hand_path);

PelWaylandConnection *pel_wlr_devices_get_connection (PelWlrDevices *self);

/* Makes what is missing, and ends when programs know the devices. */
void     pel_wlr_devices_prepare_async (PelWlrDevices      *self,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
gboolean pel_wlr_devices_prepare_finish (PelWlrDevices *self, GAsyncResult *result, GError **error);

/* The rest is for devices that are prepared. */
gboolean pel_wlr_devices_is_ready (PelWlrDevices *self);

void
pel_wlr_devices_move (PelWlrDevices *self, const PelMonitorLayout *layout, PelNativePoint point);
void pel_wlr_devices_turn_wheel (PelWlrDevices *self, int x, int y);

/* FALSE: no one would release it if this process died, so it is not pressed. */
gboolean pel_wlr_devices_press_button (PelWlrDevices *self, PelButton button, GError **error);
void     pel_wlr_devices_release_button (PelWlrDevices *self, PelButton button);
gboolean pel_wlr_devices_press_key (PelWlrDevices *self, guint32 keysym, GError **error);
void     pel_wlr_devices_release_key (PelWlrDevices *self, guint32 keysym);

/* To be taught; pressed only through the functions above. */
PelWlrKeyboard *pel_wlr_devices_get_keyboard (PelWlrDevices *self);

gboolean pel_wlr_devices_has_held (PelWlrDevices *self);
void     pel_wlr_devices_release_all (PelWlrDevices *self);
void     pel_wlr_devices_flush (PelWlrDevices *self);

/* Ends when the compositor has done everything. */
void     pel_wlr_devices_sync_async (PelWlrDevices      *self,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
gboolean pel_wlr_devices_sync_finish (PelWlrDevices *self, GAsyncResult *result, GError **error);
