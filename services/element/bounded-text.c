/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/bounded-text.h"

/* What a last line may need. */
#define LAST_LINE_BYTES 128

void
pel_bounded_text_commit (PelBoundedText *self, gsize start)
{
  gsize room = self->max_bytes > LAST_LINE_BYTES ? self->max_bytes - LAST_LINE_BYTES : 0;

  if (self->n_left_out == 0 && (self->max_bytes == 0 || self->text->len <= room))
    return;
  self->n_left_out++;
  g_string_truncate (self->text, start);
}

char *
pel_bounded_text_finish (PelBoundedText *self, const char *what)
{
  if (self->n_left_out > 0)
    {
      g_string_append_printf (self->text, "(%u %s)\n", self->n_left_out, what);
      /* Plain ASCII, so that it may be cut anywhere. */
      g_string_truncate (self->text, MIN (self->text->len, self->max_bytes));
    }
  return g_string_free (g_steal_pointer (&self->text), FALSE);
}
