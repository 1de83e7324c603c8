/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/capture/image-encoder.h"

#include "services/capture/jpeg-encoder.h"
#include "services/capture/png-encoder.h"

GBytes *
pel_image_encode (PelImage             *image,
                  const PelImageFormat *format,
                  GCancellable         *cancellable,
                  GError              **error)
{
  g_return_val_if_fail (format->kind < PEL_N_IMAGE_KINDS, NULL);

  if (format->kind == PEL_IMAGE_JPEG)
    return pel_jpeg_encode (image, format->quality, cancellable, error);
  return pel_png_encode (image, cancellable, error);
}

typedef struct
{
  PelImage      *image;
  PelImageFormat format;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  pel_image_unref (job->image);
  g_free (job);
}

static void
work (GTask *task, gpointer unused, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  GError    *error = NULL;
  GBytes    *bytes = pel_image_encode (job->image, &job->format, cancellable, &error);

  if (bytes != NULL)
    g_task_return_pointer (task, bytes, (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

void
pel_image_encode_async (PelImage             *image,
                        const PelImageFormat *format,
                        GCancellable         *cancellable,
                        GAsyncReadyCallback   callback,
                        gpointer              user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job              *job = g_new (Job, 1);

  *job = (Job){ pel_image_ref (image), *format };
  g_task_set_source_tag (task, pel_image_encode_async);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, work);
}

GBytes *
pel_image_encode_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_image_encode_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
