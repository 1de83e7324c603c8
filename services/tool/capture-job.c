/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* O_PATH */

#include "config.h"

#include "services/tool/capture-job.h"

#include "services/capture/image-file.h"
#include "services/capture/image-share.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

void
pel_capture_job_free (PelCaptureJob *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->image, pel_image_unref);
  g_free (self->file_path);
  g_strfreev (self->folders);
  g_free (self->new_folder);
  g_clear_pointer (&self->scope, pel_file_scope_free);
  g_free (self->keep_folder);
  g_free (self->baseline_path);
  g_free (self->difference_path);
  g_clear_pointer (&self->masks, g_array_unref);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->sha256);
  g_clear_pointer (&self->diff, pel_image_diff_free);
  g_free (self);
}

static gboolean
write_difference (PelCaptureJob             *self,
                  const PelImage            *baseline,
                  const PelImageDiffOptions *options,
                  GCancellable              *cancellable,
                  GError                   **error)
{
  const PelImageFormat png = { .kind = PEL_IMAGE_PNG };
  g_autoptr (PelImage) image = NULL;
  g_autoptr (GBytes)   bytes = NULL;

  if (self->difference_path == NULL || !self->diff->is_same_size)
    return TRUE;
  image = pel_image_diff_paint (baseline, self->image, options);
  bytes = pel_image_encode (image, &png, cancellable, error);
  return bytes != NULL && pel_image_file_write (self->difference_path,
                                                bytes,
                                                self->file_mode,
                                                self->scope,
                                                cancellable,
                                                error);
}

static gboolean
compare (PelCaptureJob *self, GCancellable *cancellable, GError **error)
{
  const PelImageDiffOptions options = {
    .tolerance = self->tolerance,
    .masks = self->masks != NULL ? (const PelImageRect *) (const void *) self->masks->data : NULL,
    .n_masks = self->masks != NULL ? self->masks->len : 0,
  };
  g_autoptr (PelImage) baseline = NULL;

  if (self->baseline_path == NULL)
    return TRUE;
  baseline = pel_image_share_file (self->baseline_path, cancellable, error);
  if (baseline == NULL)
    return FALSE;
  self->baseline_width = baseline->width;
  self->baseline_height = baseline->height;
  self->diff = pel_image_diff_new (baseline, self->image, &options);
  return write_difference (self, baseline, &options, cancellable, error);
}

static gboolean
encode (PelCaptureJob *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (PelImage) image = NULL;

  self->scale = self->max_pixels != 0 ? pel_image_get_scale_for (self->image, self->max_pixels) : 1;
  image = pel_image_reduce (self->image, self->scale);
  self->width = image->width;
  self->height = image->height;
  self->bytes = pel_image_encode (image, &self->format, cancellable, error);
  if (self->bytes == NULL)
    return FALSE;
  self->sha256 = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, self->bytes);
  return TRUE;
}

/* Keeps a copy if the policy requires it. Identical images share one file. */
static gboolean
keep (PelCaptureJob *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;

  if (self->keep_folder == NULL)
    return TRUE;
  name = g_strconcat (self->sha256, self->format.kind == PEL_IMAGE_PNG ? ".png" : ".jpg", NULL);
  path = g_build_filename (self->keep_folder, name, NULL);
  g_mkdir_with_parents (self->keep_folder, 0700);
  return pel_image_file_write (path, self->bytes, PEL_NEW_FILE_REPLACE, NULL, cancellable, error);
}

static gboolean
may_write_to (const PelCaptureJob *self, const char *folder)
{
  int      fd = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  gboolean may_write = fd >= 0 && pel_file_scope_check (self->scope, fd);

  if (fd >= 0)
    close (fd);
  return may_write;
}

/* (transfer none): the home folder, if there is no other; an agent may hardly write there, and gets
 * to know it. */
static const char *
choose_folder (const PelCaptureJob *self)
{
  for (guint i = 0; self->folders[i] != NULL; i++)
    if (may_write_to (self, self->folders[i]))
      return self->folders[i];
  if (self->new_folder != NULL && g_mkdir_with_parents (self->new_folder, 0700) == 0)
    return self->new_folder;
  return g_get_home_dir ();
}

static void
complete_path (PelCaptureJob *self)
{
  g_autofree char *name = self->file_path;

  self->file_path = g_build_filename (choose_folder (self), name, NULL);
}

static gboolean
write_file (PelCaptureJob *self, GCancellable *cancellable, GError **error)
{
  if (self->folders != NULL)
    complete_path (self);
  return self->file_path == NULL || pel_image_file_write (self->file_path,
                                                          self->bytes,
                                                          self->file_mode,
                                                          self->scope,
                                                          cancellable,
                                                          error);
}

static void
run (GTask *task, gpointer unused, gpointer data, GCancellable *cancellable)
{
  PelCaptureJob **self = data;
  GError         *error = NULL;

  if (compare (*self, cancellable, &error) && encode (*self, cancellable, &error) &&
      keep (*self, cancellable, &error) && write_file (*self, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (self), (GDestroyNotify) pel_capture_job_free);
  else
    g_task_return_error (task, error);
}

static void
holder_free (gpointer data)
{
  PelCaptureJob **self = data;

  g_clear_pointer (self, pel_capture_job_free);
  g_free (self);
}

void
pel_capture_job_run_async (PelCaptureJob      *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  PelCaptureJob   **holder = g_new0 (PelCaptureJob *, 1);

  *holder = self;
  g_task_set_source_tag (task, pel_capture_job_run_async);
  g_task_set_task_data (task, holder, holder_free);
  g_task_run_in_thread (task, run);
}

PelCaptureJob *
pel_capture_job_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_capture_job_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
