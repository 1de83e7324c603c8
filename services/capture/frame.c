/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/frame.h"

#include "services/base/error.h"
#include "services/provider/ref-counter.h"

#include <glib/gi18n.h>

struct _PelFrameStore
{
  GPtrArray     *frames;  /* of PelFrame, the oldest first */
  PelRefCounter *counter; /* (nullable) */
  guint          n_made;  /* without it */
};

/* Mapping */

static gboolean
fail_stale (GError **error, const char *message)
{
  pel_set_error (error,
                 PEL_ERROR_STALE_REF,
                 _ ("Take a new screenshot and find the current position"),
                 "%s",
                 message);
  return FALSE;
}

static gboolean
is_same_place (PelWindow *was, PelWindow *is)
{
  return pel_native_rect_equal (&pel_window_get_info (was)->bounds,
                                &pel_window_get_info (is)->bounds);
}

static gboolean
check_window (const PelFrame *self, const char *id, PelDesktop *desktop, GError **error)
{
  PelWindow *was = pel_desktop_find_window (self->desktop, id);
  PelWindow *is = pel_desktop_find_window (desktop, id);

  if (is == NULL || was == NULL)
    return fail_stale (error, _ ("The window in the screenshot is gone"));
  if ((pel_window_get_info (is)->states & PEL_WINDOW_VISIBLE) == 0)
    return fail_stale (error, _ ("The window in the screenshot is no longer shown"));
  return is_same_place (was, is) ||
         fail_stale (error, _ ("The window in the screenshot was moved or resized"));
}

/* What is at the point must be what was there. */
static gboolean
check_point (const PelFrame *self, PelPhysicalPoint point, PelDesktop *desktop, GError **error)
{
  PelNativePoint native;
  PelWindow     *was, *is;

  if (!pel_monitor_layout_to_native (pel_desktop_get_layout (desktop), point, &native, error))
    return FALSE;
  was = pel_desktop_find_window_at (self->desktop, native);
  is = pel_desktop_find_window_at (desktop, native);
  if (was == NULL && is == NULL)
    return TRUE;
  if (was == NULL || is == NULL ||
      !g_str_equal (pel_window_get_info (was)->id, pel_window_get_info (is)->id))
    return fail_stale (error, _ ("A different window is at this position than in the screenshot"));
  return check_window (self, pel_window_get_info (was)->id, desktop, error);
}

gboolean
pel_frame_to_physical (const PelFrame   *self,
                       PelImagePoint     point,
                       PelDesktop       *desktop,
                       gint64            now,
                       PelPhysicalPoint *ret_point,
                       GError          **error)
{
  if (point.x < 0 || point.y < 0 || point.x >= self->width || point.y >= self->height)
    {
      pel_set_error (error,
                     PEL_ERROR_OUT_OF_BOUNDS,
                     NULL,
                     _ ("%d,%d is outside the screenshot %s, which is %d×%d"),
                     point.x,
                     point.y,
                     self->id,
                     self->width,
                     self->height);
      return FALSE;
    }
  if (now - self->time > PEL_FRAME_MAX_AGE_S * G_TIME_SPAN_SECOND)
    return fail_stale (error, _ ("The screenshot is too old"));
  if (!pel_monitor_layout_equal (pel_desktop_get_layout (self->desktop),
                                 pel_desktop_get_layout (desktop)))
    return fail_stale (error, _ ("The monitors have changed since the screenshot"));
  *ret_point = pel_image_to_physical (point, self->origin, self->scale);
  if (self->window_id != NULL)
    return check_window (self, self->window_id, desktop, error);
  return check_point (self, *ret_point, desktop, error);
}

/* The store */

static void
frame_free (PelFrame *self)
{
  g_free ((char *) self->id);
  g_free ((char *) self->window_id);
  g_object_unref (self->desktop);
  g_free (self);
}

PelFrameStore *
pel_frame_store_new (const char *path)
{
  PelFrameStore *self = g_new0 (PelFrameStore, 1);

  self->frames = g_ptr_array_new_with_free_func ((GDestroyNotify) frame_free);
  self->counter = path != NULL ? pel_ref_counter_new (path) : NULL;
  return self;
}

void
pel_frame_store_free (PelFrameStore *self)
{
  g_ptr_array_unref (self->frames);
  pel_ref_counter_free (self->counter);
  g_free (self);
}

static guint
take_number (PelFrameStore *self)
{
  return self->counter != NULL ? pel_ref_counter_take (self->counter) : ++self->n_made;
}

const char *
pel_frame_store_add (PelFrameStore *self, const PelFrame *frame)
{
  PelFrame *kept = g_memdup2 (frame, sizeof *frame);

  kept->id = g_strdup_printf ("f%u", take_number (self));
  kept->window_id = g_strdup (frame->window_id);
  g_object_ref (kept->desktop);
  if (self->frames->len == PEL_FRAME_MAX_KEPT)
    g_ptr_array_remove_index (self->frames, 0);
  g_ptr_array_add (self->frames, kept);
  return kept->id;
}

const PelFrame *
pel_frame_store_find (PelFrameStore *self, const char *id, GError **error)
{
  for (guint i = 0; i < self->frames->len; i++)
    {
      const PelFrame *frame = g_ptr_array_index (self->frames, i);

      if (g_str_equal (frame->id, id))
        return frame;
    }
  pel_set_error (error,
                 PEL_ERROR_STALE_REF,
                 _ ("Take a new screenshot and use its frame_id"),
                 _ ("The screenshot “%s” is unknown or has expired"),
                 id);
  return NULL;
}
