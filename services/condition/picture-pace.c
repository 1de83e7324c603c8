/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/picture-pace.h"

/* Two a second. Who waits for long looks less often: the default policy lets nobody take more than
 * 60 in a minute, and the longest wait is to end with what was seen, not with a refusal. */
#define GAP_MS      500
#define LONG_GAP_MS 1500
#define N_QUICK     20

#define PAUSE_FACTOR 4 /* as of what is read: see sight.c */
#define MAX_PAUSE_MS 2000

void
pel_picture_pace_begin (PelPicturePace *self, gint64 now)
{
  self->start = now;
  self->end = now;
  self->n_in_round = 0;
}

void
pel_picture_pace_note (PelPicturePace *self, gint64 now)
{
  self->end = now;
  self->n_in_round++;
  self->n_taken++;
}

guint
pel_picture_pace_get_pause_ms (const PelPicturePace *self, gint64 now)
{
  guint  gap_ms = self->n_taken <= N_QUICK ? GAP_MS : LONG_GAP_MS;
  gint64 took = self->end - self->start;
  gint64 rest = MIN (PAUSE_FACTOR * took, MAX_PAUSE_MS * G_TIME_SPAN_MILLISECOND);
  gint64 due =
      MAX (self->start + self->n_in_round * gap_ms * G_TIME_SPAN_MILLISECOND, self->end + rest);

  if (self->n_taken == 0 || due <= now)
    return 0;
  /* rounded up: what is due a moment later is not due now */
  return (guint) ((due - now + G_TIME_SPAN_MILLISECOND - 1) / G_TIME_SPAN_MILLISECOND);
}
