/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/photo-camera.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

struct _PelPhotoCamera
{
  GObject        parent_instance;
  PelPhotoStudio studio;
};

/* What is wanted: the data of a task. */
typedef struct
{
  PelDesktop     *desktop;
  char           *window_id; /* (nullable) */
  PelPhysicalRect rect;
  gboolean        with_cursor;
} Wanted;

static void pel_photo_camera_iface_init (PelCameraInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelPhotoCamera,
                               pel_photo_camera,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_CAMERA, pel_photo_camera_iface_init))

static void
wanted_free (Wanted *wanted)
{
  g_object_unref (wanted->desktop);
  g_free (wanted->window_id);
  g_free (wanted);
}

static gboolean
is_same_window (PelWindow *a, PelWindow *b)
{
  const PelWindowInfo *one = pel_window_get_info (a), *other = pel_window_get_info (b);

  return g_str_equal (one->id, other->id) && one->bounds.x == other->bounds.x &&
         one->bounds.y == other->bounds.y && one->bounds.width == other->bounds.width &&
         one->bounds.height == other->bounds.height &&
         (one->states & PEL_WINDOW_VISIBLE) == (other->states & PEL_WINDOW_VISIBLE);
}

/* Titles may change, and what is active: only what covers what matters. */
static gboolean
is_same_place (PelDesktop *a, PelDesktop *b)
{
  if (!pel_monitor_layout_equal (pel_desktop_get_layout (a), pel_desktop_get_layout (b)) ||
      pel_desktop_get_n_windows (a) != pel_desktop_get_n_windows (b))
    return FALSE;
  for (guint i = 0; i < pel_desktop_get_n_windows (a); i++)
    if (!is_same_window (pel_desktop_get_window (a, i), pel_desktop_get_window (b, i)))
      return FALSE;
  return TRUE;
}

static gboolean
aim (gpointer data, PelDesktop *desktop, PelShot *shot, GError **error)
{
  const Wanted *wanted = data;

  if (!is_same_place (desktop, wanted->desktop))
    {
      pel_set_error (error, PEL_ERROR_NOT_STABLE, NULL, _ ("Windows have moved in the meantime"));
      return FALSE;
    }
  if (wanted->window_id != NULL)
    shot->window = pel_desktop_find_window (desktop, wanted->window_id);
  shot->rect = wanted->rect;
  shot->with_cursor = wanted->with_cursor;
  return TRUE;
}

static void
taken_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)    task = data;
  GError              *error = NULL;
  g_autoptr (PelPhoto) photo = pel_photo_take_finish (result, &error);

  if (photo != NULL)
    g_task_return_pointer (task, g_steal_pointer (&photo->image), (GDestroyNotify) pel_image_unref);
  else
    g_task_return_error (task, error);
}

static void
take_async (PelCamera          *camera,
            const PelShot      *shot,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelPhotoCamera *self = PEL_PHOTO_CAMERA (camera);
  GTask          *task = g_task_new (camera, cancellable, callback, user_data);
  Wanted         *wanted = g_new0 (Wanted, 1);

  wanted->desktop = g_object_ref (shot->desktop);
  if (shot->window != NULL)
    wanted->window_id = g_strdup (pel_window_get_info (shot->window)->id);
  wanted->rect = shot->rect;
  wanted->with_cursor = shot->with_cursor;
  g_task_set_source_tag (task, take_async);
  g_task_set_task_data (task, wanted, (GDestroyNotify) wanted_free);
  pel_photo_take_async (&self->studio, aim, wanted, cancellable, taken_cb, task);
}

static PelImage *
take_finish (PelCamera *camera, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, camera), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
pel_photo_camera_iface_init (PelCameraInterface *iface)
{
  iface->take_async = take_async;
  iface->take_finish = take_finish;
}

static void
pel_photo_camera_finalize (GObject *object)
{
  PelPhotoCamera *self = PEL_PHOTO_CAMERA (object);

  g_clear_object (&self->studio.windows);
  g_clear_object (&self->studio.camera);
  g_clear_object (&self->studio.policy);
  G_OBJECT_CLASS (pel_photo_camera_parent_class)->finalize (object);
}

static void
pel_photo_camera_class_init (PelPhotoCameraClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_photo_camera_finalize;
}

static void
pel_photo_camera_init (PelPhotoCamera *self)
{
}

PelCamera *
pel_photo_camera_new (const PelPhotoStudio *studio)
{
  PelPhotoCamera *self = g_object_new (PEL_TYPE_PHOTO_CAMERA, NULL);

  g_set_object (&self->studio.windows, studio->windows);
  g_set_object (&self->studio.camera, studio->camera);
  g_set_object (&self->studio.policy, studio->policy);
  return PEL_CAMERA (self);
}
