/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/panel-marks.h"

struct _PelPanelMarks
{
  PelRegionRegistry    *regions;
  PelSnapshotTreeModel *model;
  PelSelectorSearch    *search;
  gboolean              is_shown;
  GPtrArray            *selected; /* of GObject */
};

static const PelMarkKind kinds[] = { PEL_MARK_HOVERED, PEL_MARK_SELECTED, PEL_MARK_MATCHED };

static void
use_layout (PelPanelMarks *self, PelSnapshot *snapshot)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);

  if (desktop != NULL)
    pel_region_registry_set_layout (self->regions, pel_desktop_get_layout (desktop));
}

/* (transfer full) (nullable): a program, and what is gone, has no place that could be marked. */
static PelRegionMark *
make_mark (PelPanelMarks *self, PelMarkKind kind, GObject *item)
{
  PelProgramItem *program;
  PelOutline     *outline;
  PelSnapshot    *snapshot;
  PelElementId    id;

  if (item == NULL || !PEL_IS_ELEMENT_ITEM (item))
    return NULL;
  program =
      pel_snapshot_tree_model_find_program (self->model,
                                            pel_element_item_get_program (PEL_ELEMENT_ITEM (item)),
                                            NULL);
  outline = program != NULL ? pel_program_item_get_outline (program) : NULL;
  if (outline == NULL)
    return NULL;
  snapshot = pel_outline_get_snapshot (outline);
  id = pel_snapshot_find_ref (snapshot, pel_element_item_get_ref (PEL_ELEMENT_ITEM (item)));
  if (id == PEL_ELEMENT_NONE)
    return NULL;
  use_layout (self, snapshot);
  return pel_region_mark_new (kind, snapshot, id);
}

static GPtrArray *
make_marks (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_mark_free);
}

static void
show_selected (PelPanelMarks *self)
{
  GPtrArray *marks = make_marks ();

  for (guint i = 0; i < self->selected->len; i++)
    {
      PelRegionMark *mark = make_mark (self, PEL_MARK_SELECTED, self->selected->pdata[i]);

      if (mark != NULL)
        g_ptr_array_add (marks, mark);
    }
  pel_region_registry_set_selected (self->regions, marks);
}

static void
clear (PelPanelMarks *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    pel_region_registry_clear_marks (self->regions, kinds[i]);
}

PelPanelMarks *
pel_panel_marks_new (PelRegionRegistry    *regions,
                     PelSnapshotTreeModel *model,
                     PelSelectorSearch    *search)
{
  PelPanelMarks *self = g_new0 (PelPanelMarks, 1);

  self->regions = g_object_ref (regions);
  self->model = g_object_ref (model);
  self->search = g_object_ref (search);
  self->selected = g_ptr_array_new ();
  return self;
}

void
pel_panel_marks_free (PelPanelMarks *self)
{
  if (self == NULL)
    return;
  pel_panel_marks_set_shown (self, FALSE);
  g_ptr_array_unref (self->selected);
  g_object_unref (self->search);
  g_object_unref (self->model);
  g_object_unref (self->regions);
  g_free (self);
}

void
pel_panel_marks_set_shown (PelPanelMarks *self, gboolean is_shown)
{
  if (self->is_shown == is_shown)
    return;
  self->is_shown = is_shown;
  if (!is_shown)
    {
      clear (self);
      return;
    }
  show_selected (self);
  pel_panel_marks_match (self);
}

void
pel_panel_marks_select (PelPanelMarks *self, GPtrArray *items)
{
  g_ptr_array_unref (self->selected);
  self->selected = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < items->len; i++)
    g_ptr_array_add (self->selected, g_object_ref (items->pdata[i]));
  if (self->is_shown)
    show_selected (self);
}

void
pel_panel_marks_hover (PelPanelMarks *self, GObject *item)
{
  if (self->is_shown)
    pel_region_registry_set_hovered (self->regions, make_mark (self, PEL_MARK_HOVERED, item));
}

void
pel_panel_marks_match (PelPanelMarks *self)
{
  GPtrArray *marks;
  guint      n = MIN (pel_selector_search_get_n_matches (self->search), PEL_MAX_HIGHLIGHTS);

  if (!self->is_shown)
    return;
  marks = make_marks ();
  for (guint i = 0; i < n; i++)
    {
      PelElementId id;
      PelSnapshot *snapshot = pel_selector_search_get_match (self->search, i, &id);

      if (i == 0)
        use_layout (self, snapshot);
      g_ptr_array_add (marks, pel_region_mark_new (PEL_MARK_MATCHED, snapshot, id));
    }
  pel_region_registry_set_matched (self->regions, marks);
}
