/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-choice.h"

#define CONFIRM_MS 900

PelPickChoice *
pel_pick_choice_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) pel_picked_free);
}

/* FALSE where it is not among them. */
static gboolean
remove_element (PelPickChoice *self, PelSnapshot *snapshot, PelElementId id)
{
  guint ref = pel_snapshot_get_ref (snapshot, id);

  for (guint i = 0; i < self->len; i++)
    {
      const PelPicked *picked = g_ptr_array_index (self, i);

      if (pel_snapshot_get_ref (picked->snapshot, picked->id) == ref)
        {
          g_ptr_array_remove_index (self, i);
          return TRUE;
        }
    }
  return FALSE;
}

void
pel_pick_choice_toggle (PelPickChoice *self, PelSnapshot *snapshot, PelElementId id)
{
  if (!remove_element (self, snapshot, id))
    g_ptr_array_insert (self, 0, pel_picked_new (snapshot, id));
}

void
pel_pick_choice_put_last (PelPickChoice *self, PelSnapshot *snapshot, PelElementId id)
{
  remove_element (self, snapshot, id);
  g_ptr_array_insert (self, 0, pel_picked_new (snapshot, id));
}

static PelRegionMark *
make_mark (PelPickChoice *self, guint position, PelMarkKind kind)
{
  const PelPicked *picked = g_ptr_array_index (self, position);

  return pel_region_mark_new (kind, picked->snapshot, picked->id);
}

void
pel_pick_choice_mark (PelPickChoice *self, PelRegionRegistry *registry)
{
  GPtrArray *marks = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);

  for (guint i = 0; i < self->len; i++)
    g_ptr_array_add (marks, make_mark (self, i, PEL_MARK_SELECTED));
  pel_region_registry_set_selected (registry, marks);
}

void
pel_pick_choice_confirm (PelPickChoice *self, PelRegionRegistry *registry)
{
  gint64 until = g_get_monotonic_time () + CONFIRM_MS * G_TIME_SPAN_MILLISECOND;

  for (guint i = 0; i < self->len; i++)
    {
      PelRegionMark *mark = make_mark (self, i, PEL_MARK_HIGHLIGHT);

      mark->shade = g_strdup ("selected");
      mark->until = until;
      pel_region_registry_add_highlight (registry, mark);
    }
}
