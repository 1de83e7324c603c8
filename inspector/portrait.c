/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/portrait.h"

#include "services/capture/image-decoder.h"

#define MAX_NAME_CHARACTERS 60

PelPortrait *
pel_portrait_ref (PelPortrait *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PelPortrait *self = data;

  g_clear_pointer (&self->file, g_bytes_unref);
  g_clear_pointer (&self->preview, pel_image_unref);
}

void
pel_portrait_unref (PelPortrait *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Reading */

static double
get_preview_scale (const PelImage *image)
{
  return MIN (1.0,
              MIN ((double) PEL_PORTRAIT_MAX_WIDTH / image->width,
                   (double) PEL_PORTRAIT_MAX_HEIGHT / image->height));
}

typedef struct
{
  GBytes *file;
  double  scale;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_bytes_unref (job->file);
  g_free (job);
}

static void
decode (GTask *task, gpointer unused, gpointer data, GCancellable *cancellable)
{
  const Job           *job = data;
  GError              *error = NULL;
  gsize                length;
  const guint8        *bytes = g_bytes_get_data (job->file, &length);
  g_autoptr (PelImage) image = pel_image_decode (bytes, length, "picture", cancellable, &error);
  PelPortrait         *self;

  if (image == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self = g_atomic_rc_box_new0 (PelPortrait);
  self->file = g_bytes_ref (job->file);
  self->scale = job->scale;
  self->width = image->width;
  self->height = image->height;
  self->preview = pel_image_reduce (image, get_preview_scale (image));
  g_task_return_pointer (task, self, (GDestroyNotify) pel_portrait_unref);
}

void
pel_portrait_read_async (GBytes             *file,
                         double              scale,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job              *job = g_new (Job, 1);

  *job = (Job){ g_bytes_ref (file), scale };
  g_task_set_source_tag (task, pel_portrait_read_async);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, decode);
}

PelPortrait *
pel_portrait_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_portrait_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Saving */

static void
saved_cb (GObject *file, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (g_file_replace_contents_finish (G_FILE (file), result, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* By GIO: a file chooser may name what has no path, and in a sandbox lends a path of its own. */
void
pel_portrait_save_async (PelPortrait        *self,
                         GFile              *file,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_portrait_save_async);
  g_file_replace_contents_bytes_async (file,
                                       self->file,
                                       NULL,
                                       FALSE,
                                       G_FILE_CREATE_PRIVATE,
                                       cancellable,
                                       saved_cb,
                                       task);
}

gboolean
pel_portrait_save_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_portrait_save_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* A name */

/* Whatever is no letter and no digit is one hyphen, and none at an end. */
static void
append_words (GString *text, const char *words)
{
  glong    room = MAX_NAME_CHARACTERS - g_utf8_strlen (text->str, -1);
  gboolean is_between = text->len > 0;

  for (const char *p = words; *p != '\0' && room > 0; p = g_utf8_next_char (p))
    {
      gunichar letter = g_utf8_get_char (p);

      if (!g_unichar_isalnum (letter))
        {
          is_between = text->len > 0;
          continue;
        }
      if (is_between)
        g_string_append_c (text, '-');
      g_string_append_unichar (text, letter);
      room -= is_between ? 2 : 1;
      is_between = FALSE;
    }
}

char *
pel_portrait_dup_file_name (const char *kind, const char *name)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  append_words (text, kind);
  append_words (text, valid);
  g_string_append (text, text->len > 0 ? ".png" : "picture.png");
  return g_string_free (text, FALSE);
}
