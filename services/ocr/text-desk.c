/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/text-desk.h"

#include "services/base/error.h"
#include "services/ocr/text-scope.h"

#include <glib/gi18n.h>

struct _PelTextDesk
{
  PelCamera     *camera;        /* (nullable) */
  GError        *camera_reason; /* (nullable) */
  PelTextReader *reader;
  PelTextIndex  *index;
};

/* Windows on their way: picture → read what has changed, one after the other. */
typedef struct
{
  PelTextDesk    *desk;
  PelDesktop     *desktop;
  gint64          deadline;
  GArray         *plots;   /* of PelTextPlot */
  PelPhysicalRect picture; /* what it shows */
  guint           n_done;
  gboolean        has_changed;
} Round;

static void advance (GTask *task);

static void
round_free (Round *round)
{
  g_object_unref (round->desktop);
  g_array_unref (round->plots);
  g_free (round);
}

PelTextDesk *
pel_text_desk_new (PelTextReader *reader, PelRefCounter *refs)
{
  PelTextDesk *self = g_new0 (PelTextDesk, 1);

  self->reader = g_object_ref (reader);
  self->index = pel_text_index_new (refs);
  return self;
}

void
pel_text_desk_free (PelTextDesk *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->camera);
  g_clear_error (&self->camera_reason);
  pel_text_reader_stop (self->reader);
  g_clear_object (&self->reader);
  pel_text_index_free (self->index);
  g_free (self);
}

void
pel_text_desk_set_camera (PelTextDesk *self, PelCamera *camera, const GError *reason)
{
  g_set_object (&self->camera, camera);
  g_clear_error (&self->camera_reason);
  if (reason != NULL)
    self->camera_reason = g_error_copy (reason);
}

PelTextReader *
pel_text_desk_get_reader (PelTextDesk *self)
{
  return self->reader;
}

PelTextIndex *
pel_text_desk_get_index (PelTextDesk *self)
{
  return self->index;
}

/* FALSE: the time is up, and the task has ended. */
static gboolean
get_left_ms (GTask *task, guint *ret_left_ms)
{
  Round  *round = g_task_get_task_data (task);
  gint64  left_ms = (round->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;
  GError *error = NULL;

  if (left_ms > 0)
    {
      *ret_left_ms = left_ms;
      return TRUE;
    }
  pel_set_error (&error,
                 PEL_ERROR_TIMEOUT,
                 _ ("Allow more time, or read a smaller part of the screen"),
                 _ ("Reading the text on the screen took too long"));
  g_task_return_error (task, error);
  return FALSE;
}

/* TRUE: it is another text than was known. */
static gboolean
put (PelTextDesk *self, const PelTextPlot *plot, PelTextPage *page)
{
  const PelTextEntry *was = pel_text_index_find (self->index, plot->window_id);
  g_autofree char    *before = was != NULL ? pel_text_page_dup_text (was->page) : NULL;
  g_autofree char    *after = pel_text_page_dup_text (page);

  pel_text_index_put (self->index, plot->window_id, plot->image, page, g_get_monotonic_time ());
  return g_strcmp0 (before, after) != 0;
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  Round                  *round = g_task_get_task_data (task);
  GError                 *error = NULL;
  g_autoptr (PelTextPage) page =
      pel_text_reader_read_finish (PEL_TEXT_READER (source), result, &error);

  if (page == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  round->has_changed |=
      put (round->desk, &g_array_index (round->plots, PelTextPlot, round->n_done), page);
  round->n_done++;
  advance (task);
}

/* (nullable) (transfer none): the next one whose pixels are not those that were read. */
static const PelTextPlot *
find_next (Round *round)
{
  for (; round->n_done < round->plots->len; round->n_done++)
    {
      const PelTextPlot *plot = &g_array_index (round->plots, PelTextPlot, round->n_done);

      if (pel_text_index_confirm (round->desk->index,
                                  plot->window_id,
                                  plot->image,
                                  g_get_monotonic_time ()) == NULL)
        return plot;
    }
  return NULL;
}

static void
advance (GTask *task)
{
  Round             *round = g_task_get_task_data (task);
  const PelTextPlot *plot = find_next (round);
  guint              left_ms;

  if (plot == NULL)
    g_task_return_boolean (task, TRUE);
  else if (get_left_ms (task, &left_ms))
    pel_text_reader_read_async (round->desk->reader,
                                &(PelTextWish){ .image = plot->image,
                                                .scale = plot->scale,
                                                .timeout_ms = left_ms },
                                g_task_get_cancellable (task),
                                read_cb,
                                g_object_ref (task));
}

static void
taken_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)    task = data;
  Round               *round = g_task_get_task_data (task);
  GError              *error = NULL;
  g_autoptr (PelImage) image = pel_camera_take_finish (PEL_CAMERA (source), result, &error);
  PelPhysicalPoint     origin = { round->picture.x, round->picture.y };

  if (image == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  pel_text_scope_cut (round->plots, round->desktop, image, origin);
  advance (task);
}

/* (nullable) (transfer full): why nothing can be read, as far as is known before a picture is
 * taken.
 */
static GError *
dup_obstacle (PelTextDesk *self)
{
  GError *error = pel_text_reader_dup_missing_error (self->reader);

  if (error != NULL || self->camera != NULL)
    return error;
  if (self->camera_reason != NULL)
    return g_error_copy (self->camera_reason);
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 NULL,
                 _ ("Text recognition is not available here: no screenshots can be taken"));
  return error;
}

void
pel_text_desk_read_async (PelTextDesk        *self,
                          PelSnapshot        *snapshot,
                          const PelLook      *look,
                          gint64              deadline,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Round            *round = g_new0 (Round, 1);
  GError           *error = dup_obstacle (self);

  g_task_set_source_tag (task, pel_text_desk_read_async);
  g_task_set_check_cancellable (task, FALSE); /* camera and reader see to it */
  g_task_set_task_data (task, round, (GDestroyNotify) round_free);
  round->desk = self;
  round->desktop = g_object_ref (pel_snapshot_get_desktop (snapshot));
  round->deadline = deadline;
  round->plots = pel_text_scope_find (snapshot, look);
  if (error != NULL)
    g_task_return_error (task, error);
  else if (!pel_text_scope_get_bounds (round->plots, &round->picture))
    g_task_return_boolean (task, TRUE);
  else
    pel_camera_take_async (self->camera,
                           &(PelShot){ .desktop = round->desktop, .rect = round->picture },
                           cancellable,
                           taken_cb,
                           g_object_ref (task));
}

/* What is known of each: a leaf. */
static GArray *
make_leaves (PelTextDesk *self, const GArray *plots)
{
  GArray *leaves = g_array_new (FALSE, FALSE, sizeof (PelTextLeaf));

  for (guint i = 0; i < plots->len; i++)
    {
      const PelTextPlot  *plot = &g_array_index (plots, PelTextPlot, i);
      const PelTextEntry *entry = pel_text_index_find (self->index, plot->window_id);
      PelTextLeaf         leaf = { plot->window, plot->rect, entry };

      if (entry != NULL && entry->image->width == plot->rect.width &&
          entry->image->height == plot->rect.height)
        g_array_append_val (leaves, leaf);
    }
  return leaves;
}

GArray *
pel_text_desk_read_finish (GAsyncResult *result, gboolean *ret_has_changed, GError **error)
{
  Round *round;

  g_return_val_if_fail (g_async_result_is_tagged (result, pel_text_desk_read_async), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  round = g_task_get_task_data (G_TASK (result));
  *ret_has_changed = round->has_changed;
  return make_leaves (round->desk, round->plots);
}

GArray *
pel_text_desk_find_known (PelTextDesk *self, PelSnapshot *snapshot, const PelLook *look)
{
  g_autoptr (GArray) plots = pel_text_scope_find (snapshot, look);

  pel_text_index_expire (self->index,
                         g_get_monotonic_time () - PEL_TEXT_KNOWN_MS * G_TIME_SPAN_MILLISECOND);
  return make_leaves (self, plots);
}

static gboolean
learn_plot (PelTextDesk *self, const PelTextLesson *lesson, const PelTextPlot *plot)
{
  PelImageRect            rect = { plot->rect.x - lesson->rect.x,
                                   plot->rect.y - lesson->rect.y,
                                   plot->rect.width,
                                   plot->rect.height };
  g_autoptr (PelTextPage) part = pel_text_page_cut (lesson->page, &rect, plot->image);

  return put (self, plot, part);
}

gboolean
pel_text_desk_learn (PelTextDesk *self, const PelTextLesson *lesson)
{
  g_autoptr (GArray) plots = pel_text_scope_find_within (lesson->desktop, &lesson->rect);
  PelPhysicalPoint   origin = { lesson->rect.x, lesson->rect.y };
  gboolean           has_changed = FALSE;

  pel_text_scope_cut (plots, lesson->desktop, lesson->image, origin);
  for (guint i = 0; i < plots->len; i++)
    {
      const PelTextPlot *plot = &g_array_index (plots, PelTextPlot, i);

      if (lesson->window == NULL ||
          g_str_equal (pel_window_get_info (lesson->window)->id, plot->window_id))
        has_changed |= learn_plot (self, lesson, plot);
    }
  return has_changed;
}
