/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/fake-camera.h"

#include "services/base/error.h"

static void iface_init (PelCameraInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelFakeCamera,
                               pel_fake_camera,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_CAMERA, iface_init))

static char *
describe (const PelShot *shot)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "%d,%d %d×%d",
                          shot->rect.x,
                          shot->rect.y,
                          shot->rect.width,
                          shot->rect.height);
  if (shot->window != NULL)
    g_string_append_printf (text, " window %s", pel_window_get_info (shot->window)->id);
  for (gsize i = 0; shot->hidden != NULL && shot->hidden[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? " hides " : ",", shot->hidden[i]);
  if (shot->with_cursor)
    g_string_append (text, " cursor");
  return g_string_free (text, FALSE);
}

static void
cancelled_cb (GCancellable *unused, gpointer data)
{
  GTask *task = data;

  PEL_FAKE_CAMERA (g_task_get_source_object (task))->n_stuck--;
  g_task_return_error_if_cancelled (task);
}

/* Takes @task. */
static void
get_stuck (PelFakeCamera *self, GTask *task)
{
  self->n_stuck++;
  g_cancellable_connect (g_task_get_cancellable (task),
                         G_CALLBACK (cancelled_cb),
                         task,
                         g_object_unref);
}

static void
take_async (PelCamera          *camera,
            const PelShot      *shot,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelFakeCamera    *self = PEL_FAKE_CAMERA (camera);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  PelImage         *image;

  g_free (self->shot);
  self->shot = describe (shot);
  self->n_taken++;
  if (self->is_stuck)
    {
      get_stuck (self, g_steal_pointer (&task));
      return;
    }
  if (self->n_unrest > 0)
    {
      self->n_unrest--;
      g_task_return_new_error (task, PEL_ERROR, PEL_ERROR_NOT_STABLE, "too fast");
      return;
    }
  image = pel_image_new (shot->rect.width, shot->rect.height);
  pel_image_fill (image, &(PelImageRect){ 0, 0, image->width, image->height }, self->pixel);
  if (self->meanwhile != NULL)
    self->meanwhile (self->data);
  g_task_return_pointer (task, image, (GDestroyNotify) pel_image_unref);
}

static PelImage *
take_finish (PelCamera *camera, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
iface_init (PelCameraInterface *iface)
{
  iface->take_async = take_async;
  iface->take_finish = take_finish;
}

static void
pel_fake_camera_finalize (GObject *object)
{
  g_free (PEL_FAKE_CAMERA (object)->shot);
  G_OBJECT_CLASS (pel_fake_camera_parent_class)->finalize (object);
}

static void
pel_fake_camera_class_init (PelFakeCameraClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_fake_camera_finalize;
}

static void
pel_fake_camera_init (PelFakeCamera *self)
{
}

PelFakeCamera *
pel_fake_camera_new (guint32 pixel)
{
  PelFakeCamera *self = g_object_new (PEL_TYPE_FAKE_CAMERA, NULL);

  self->pixel = pixel;
  return self;
}
