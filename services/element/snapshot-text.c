/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-text.h"

#include "services/element/bounded-text.h"

char *
pel_snapshot_to_text (PelSnapshot             *snapshot,
                      const PelSnapshotFilter *filter,
                      const PelElementForm    *form,
                      gsize                    max_bytes,
                      guint                   *ret_n_left_out)
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
  if (ret_n_left_out != NULL)
    *ret_n_left_out = bounded.n_left_out;
  return pel_bounded_text_finish (
      &bounded, "more elements: narrow with a target, interactive, compact or max_depth");
}
