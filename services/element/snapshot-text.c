/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-text.h"

#include "services/element/bounded-text.h"

typedef struct
{
  PelBoundedText bounded;
  guint          n_open; /* elements that what comes next may be in */
  guint32        n_away[PEL_ELEMENT_MAX_DEPTH + 1];
} Writing;

/* Ends all from @level on, and says what in them is scrolled away. */
static void
leave (Writing *self, guint level)
{
  while (self->n_open > level)
    {
      gsize   start = self->bounded.text->len;
      guint   inner = self->n_open--;
      guint32 n = self->n_away[inner - 1];

      if (n == 0 || self->bounded.n_left_out > 0)
        continue;
      g_string_append_printf (self->bounded.text,
                              "%*s… %u more row%s\n",
                              inner * 2,
                              "",
                              n,
                              n > 1 ? "s" : "");
      pel_bounded_text_commit (&self->bounded, start);
    }
}

char *
pel_snapshot_to_text (PelSnapshot             *snapshot,
                      const PelSnapshotFilter *filter,
                      const PelElementForm    *form,
                      gsize                    max_bytes,
                      guint                   *ret_n_left_out)
{
  g_autoptr (GArray) kept = pel_snapshot_filter_apply (filter, snapshot);
  Writing            writing = { { g_string_new (NULL), max_bytes, 0 } };
  PelBoundedText    *bounded = &writing.bounded;

  for (guint i = 0; i < kept->len; i++)
    {
      const PelKeptElement *row = &g_array_index (kept, PelKeptElement, i);
      gsize                 start;

      leave (&writing, row->level);
      start = bounded->text->len;
      writing.n_away[row->level] = row->n_away;
      writing.n_open = row->level + 1;
      if (bounded->n_left_out == 0)
        {
          g_string_append_printf (bounded->text, "%*s", row->level * 2, "");
          pel_element_form_append_line (form, snapshot, row->id, bounded->text);
          g_string_append_c (bounded->text, '\n');
        }
      pel_bounded_text_commit (bounded, start);
    }
  leave (&writing, 0);
  if (ret_n_left_out != NULL)
    *ret_n_left_out = bounded->n_left_out;
  return pel_bounded_text_finish (
      bounded, "more elements: narrow with a target, interactive, compact or max_depth");
}
