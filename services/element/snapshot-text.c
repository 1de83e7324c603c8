/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-text.h"

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

char *
pel_snapshot_to_text (PelSnapshot             *snapshot,
                      const PelSnapshotFilter *filter,
                      const PelElementForm    *form,
                      gsize                    max_bytes)
{
  g_autoptr (GArray) kept = pel_snapshot_filter_apply (filter, snapshot);
  PelBoundedText     bounded = { g_string_new (NULL), max_bytes, 0 };

  for (guint i = 0; i < kept->len; i++)
    {
      const PelKeptElement *row = &g_array_index (kept, PelKeptElement, i);
      gsize                 start = bounded.text->len;

      if (bounded.n_left_out == 0)
        {
          g_string_append_printf (bounded.text, "%*s", row->level * 2, "");
          pel_element_form_append_line (form, snapshot, row->id, bounded.text);
          g_string_append_c (bounded.text, '\n');
        }
      pel_bounded_text_commit (&bounded, start);
    }
  return pel_bounded_text_finish (
      &bounded, "more elements: narrow with a target, interactive, compact or max_depth");
}
