/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/input.h"
#include "services/input/wlr-devices.h"

/* Makes one gesture with @devices, asking @windows before each press: all that
 * pel_input_make_async() promises, for one gesture at a time. */
void     pel_wlr_gesture_make_async (PelWlrDevices      *devices,
                                     PelWindowSource    *windows,
                                     PelGesture         *gesture,
                                     const PelAddressee *addressee,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
gboolean pel_wlr_gesture_make_finish (GAsyncResult *result, GError **error);
