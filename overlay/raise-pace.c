/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/raise-pace.h"

#define FRAME      (G_TIME_SPAN_SECOND / 60)
#define SOON       (G_TIME_SPAN_SECOND / 4) /* a person does not raise a window this soon again */
#define MAX_LOST   30                       /* a wait of half a year */
#define MAX_RIVALS 256

void
pel_raise_pace_clear (PelRaisePace *self)
{
  g_clear_pointer (&self->rivals, g_hash_table_unref);
  *self = (PelRaisePace){ 0 };
}

/* Whether @window has come back. Many new windows at once are no fight. */
static gboolean
remember (PelRaisePace *self, guint32 window, gint64 now)
{
  gboolean is_peace = self->due == 0 && (self->last == 0 || now - self->last > SOON);

  if (self->rivals == NULL)
    self->rivals = g_hash_table_new (NULL, NULL);
  if (is_peace || g_hash_table_size (self->rivals) >= MAX_RIVALS)
    g_hash_table_remove_all (self->rivals);
  if (is_peace)
    self->n_lost = 0;
  return !g_hash_table_add (self->rivals, GUINT_TO_POINTER (window));
}

void
pel_raise_pace_lose (PelRaisePace *self, guint32 window, gint64 now)
{
  gboolean has_returned = remember (self, window, now);
  gint64   due;

  if (has_returned && self->due == 0)
    self->n_lost = MIN (self->n_lost + 1, MAX_LOST);
  due = MAX (self->last + FRAME, has_returned ? now + (FRAME << self->n_lost) : now);
  self->due = self->due == 0 ? due : MIN (self->due, due);
}

void
pel_raise_pace_win (PelRaisePace *self, gint64 now)
{
  self->last = now;
  self->due = 0;
}
