/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

#include <gio/gio.h>

/**
 * PelScreenImage:
 *
 * What one monitor shows, pixel for pixel, at one instant. A value on the heap.
 */
typedef struct
{
  int      width, height;
  guint32 *pixels; /* 0xRRGGBB, row after row */
} PelScreenImage;

PelScreenImage *pel_screen_image_new (int width, int height);
void            pel_screen_image_free (PelScreenImage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelScreenImage, pel_screen_image_free)

/* The smallest box around all pixels of a colour; FALSE where there is none. */
gboolean pel_screen_image_find (const PelScreenImage *self, guint32 rgb, PelPhysicalRect *ret_box);

/* Takes one of the monitor with this name and place. Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE
 * where the window system does not show its pixels, and PEL_ERROR_APP_UNRESPONSIVE. @monitor is
 * borrowed for the call. */
void            pel_screen_image_take_async (PelPlatformKind     platform,
                                             const PelMonitor   *monitor,
                                             GCancellable       *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
PelScreenImage *pel_screen_image_take_finish (GAsyncResult *result, GError **error);
