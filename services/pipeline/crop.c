/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/crop.h"

#include "services/base/error.h"
#include "services/capture/image-encoder.h"

#include <glib/gi18n.h>

#define TIMEOUT_MS 1500
#define PADDING    16  /* pixels around the element */
#define MAX_WIDTH  520 /* more is not shown */
#define MAX_HEIGHT 160

typedef struct
{
  PelPhotoStudio studio;
  char          *window_id;
  PelNativeRect  bounds;
  guint          timeout_id;
} Crop;

static void
crop_free (Crop *crop)
{
  g_clear_handle_id (&crop->timeout_id, g_source_remove);
  g_free (crop->window_id);
  g_free (crop);
}

static gboolean
late_cb (gpointer data)
{
  GTask *task = data;
  Crop  *crop = g_task_get_task_data (task);

  crop->timeout_id = 0;
  g_cancellable_cancel (g_task_get_cancellable (task));
  return G_SOURCE_REMOVE;
}

static void
set_unseen (GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_NOT_VISIBLE,
                 NULL,
                 _ ("The element's position on the screen is unknown"));
}

/* The part of its window around it. */
static gboolean
aim (gpointer data, PelDesktop *desktop, PelShot *shot, GError **error)
{
  Crop           *crop = data;
  PelWindow      *window = pel_desktop_find_window (desktop, crop->window_id);
  PelPhysicalRect element, whole;

  if (window == NULL)
    {
      set_unseen (error);
      return FALSE;
    }
  pel_desktop_to_physical (desktop, &crop->bounds, &element);
  pel_desktop_to_physical (desktop, &pel_window_get_info (window)->bounds, &whole);
  element.x -= PADDING;
  element.y -= PADDING;
  element.width += 2 * PADDING;
  element.height += 2 * PADDING;
  shot->window = window;
  shot->rect = pel_physical_rect_intersect (&element, &whole);
  return TRUE;
}

static double
get_scale (const PelImage *image)
{
  return MIN (1.0, MIN (MAX_WIDTH / (double) image->width, MAX_HEIGHT / (double) image->height));
}

static void
encoded_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;
  GBytes           *bytes = pel_image_encode_finish (result, &error);

  if (bytes != NULL)
    g_task_return_pointer (task, bytes, (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

static void
took_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  GError              *error = NULL;
  g_autoptr (PelPhoto) photo = pel_photo_take_finish (result, &error);
  g_autoptr (PelImage) image = NULL;

  if (photo == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  image = pel_image_reduce (photo->image, get_scale (photo->image));
  pel_image_encode_async (image,
                          &(PelImageFormat){ .kind = PEL_IMAGE_PNG },
                          g_task_get_cancellable (task),
                          encoded_cb,
                          g_object_ref (task));
}

void
pel_crop_take_async (const PelPhotoStudio *studio,
                     PelSnapshot          *snapshot,
                     PelElementId          id,
                     GAsyncReadyCallback   callback,
                     gpointer              user_data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GTask)        task = g_task_new (NULL, cancellable, callback, user_data);
  Crop                    *crop = g_new0 (Crop, 1);
  PelWindow               *window = pel_snapshot_find_window (snapshot, id);
  GError                  *error = NULL;

  g_task_set_source_tag (task, pel_crop_take_async);
  g_task_set_task_data (task, crop, (GDestroyNotify) crop_free);
  if (window == NULL || (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_HAS_BOUNDS) == 0)
    {
      set_unseen (&error);
      g_task_return_error (task, error);
      return;
    }
  crop->studio = *studio;
  crop->window_id = g_strdup (pel_window_get_info (window)->id);
  crop->bounds = pel_snapshot_get_bounds (snapshot, id);
  crop->timeout_id = g_timeout_add (TIMEOUT_MS, late_cb, task);
  pel_photo_take_async (&crop->studio, aim, crop, cancellable, took_cb, g_object_ref (task));
}

GBytes *
pel_crop_take_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_crop_take_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
