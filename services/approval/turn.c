/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/turn.h"

struct _PelTurn
{
  PelTurnFunc    over; /* (nullable) once it has been called */
  gpointer       data;
  GDestroyNotify free_data;
  guint          timeout_id;
};

static void
call_over (PelTurn *self)
{
  PelTurnFunc over = g_steal_pointer (&self->over);

  if (over != NULL)
    over (self, self->data);
}

static gboolean
timeout_cb (gpointer data)
{
  PelTurn *self = data;

  self->timeout_id = 0;
  call_over (self);
  return G_SOURCE_REMOVE;
}

PelTurn *
pel_turn_new (guint max_ms, PelTurnFunc over, gpointer data, GDestroyNotify free_data)
{
  PelTurn *self = g_new0 (PelTurn, 1);

  self->over = over;
  self->data = data;
  self->free_data = free_data;
  self->timeout_id = g_timeout_add (max_ms, timeout_cb, self);
  return self;
}

void
pel_turn_end (PelTurn *self)
{
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  call_over (self);
  self->free_data (self->data);
  g_free (self);
}
