/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/capture/camera.h"

G_DEFINE_INTERFACE (PelCamera, pel_camera, G_TYPE_OBJECT)

static void
pel_camera_default_init (PelCameraInterface *iface)
{
}

void
pel_camera_take_async (PelCamera          *self,
                       const PelShot      *shot,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_return_if_fail (PEL_IS_CAMERA (self));

  PEL_CAMERA_GET_IFACE (self)->take_async (self, shot, cancellable, callback, user_data);
}

PelImage *
pel_camera_take_finish (PelCamera *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (PEL_IS_CAMERA (self), NULL);

  return PEL_CAMERA_GET_IFACE (self)->take_finish (self, result, error);
}

void
pel_camera_start_watching (PelCamera *self)
{
  g_return_if_fail (PEL_IS_CAMERA (self));

  if (PEL_CAMERA_GET_IFACE (self)->start_watching != NULL)
    PEL_CAMERA_GET_IFACE (self)->start_watching (self);
}

void
pel_camera_stop_watching (PelCamera *self)
{
  g_return_if_fail (PEL_IS_CAMERA (self));

  if (PEL_CAMERA_GET_IFACE (self)->stop_watching != NULL)
    PEL_CAMERA_GET_IFACE (self)->stop_watching (self);
}

guint
pel_camera_get_serial (PelCamera *self)
{
  g_return_val_if_fail (PEL_IS_CAMERA (self), 0);

  if (PEL_CAMERA_GET_IFACE (self)->get_serial == NULL)
    return 0;
  return PEL_CAMERA_GET_IFACE (self)->get_serial (self);
}
