/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"
#include "services/window/desktop.h"

#include <gio/gio.h>

/**
 * PelShot:
 *
 * What a picture is to show. A value; all that it points to is borrowed for the call.
 */
typedef struct
{
  PelDesktop        *desktop; /* as it has just been seen */
  PelWindow         *window;  /* (nullable) only this one, also where others lie above it */
  PelPhysicalRect    rect;    /* of the virtual desktop */
  const char *const *hidden;  /* ids of windows that are painted over, ends in NULL; and whatever is
                               * not known. (nullable): nothing is private */
  gboolean with_cursor;       /* the pointer as well */
} PelShot;

/**
 * PelCamera:
 *
 * Takes pictures of what the window system shows. One for each window system. Nothing that this
 * program draws above all windows is ever in them; monitors leave gaps that are transparent.
 */
#define PEL_TYPE_CAMERA (pel_camera_get_type ())
G_DECLARE_INTERFACE (PelCamera, pel_camera, PEL, CAMERA, GObject)

struct _PelCameraInterface
{
  GTypeInterface parent_interface;

  void (*take_async) (PelCamera          *self,
                      const PelShot      *shot,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data);
  PelImage *(*take_finish) (PelCamera *self, GAsyncResult *result, GError **error);

  /* (nullable), all three: the window system does not tell when it draws */
  void (*start_watching) (PelCamera *self);
  void (*stop_watching) (PelCamera *self);
  guint (*get_serial) (PelCamera *self);
};

/* An image as large as the rectangle. Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE where the window
 * system does not show its pixels, PEL_ERROR_APP_UNRESPONSIVE, PEL_ERROR_NOT_STABLE where windows
 * are not any more as @shot says, however often it looked, and PEL_ERROR_NOT_VISIBLE for a window
 * that is not shown. */
void      pel_camera_take_async (PelCamera          *self,
                                 const PelShot      *shot,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
PelImage *pel_camera_take_finish (PelCamera *self, GAsyncResult *result, GError **error);

/* Between these, which are counted, the serial is another number after something was drawn
 * somewhere: with that of before, a new picture would show the same. 0: it cannot be told. */
void  pel_camera_start_watching (PelCamera *self);
void  pel_camera_stop_watching (PelCamera *self);
guint pel_camera_get_serial (PelCamera *self);
