/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/label-text.h"
#include "overlay/scene-draft.h"
#include "overlay/theme.h"

/* More labels than this at once say nothing. */
#define MAX_LABELS 40

static PelShade
get_shade (const PelRegionMark *mark)
{
  PelShade shade = PEL_SHADE_HIGHLIGHT;

  if (mark->kind == PEL_MARK_HOVERED)
    return PEL_SHADE_HOVERED;
  if (mark->kind == PEL_MARK_SELECTED)
    return PEL_SHADE_SELECTED;
  if (mark->shade != NULL)
    pel_shade_from_string (mark->shade, &shade);
  return shade;
}

/* Lines through the whole monitor, along the edges of @r. */
static void
add_rulers (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  const PelBufferRect *r = &place->rect;
  int                  width = self->scene->width, height = self->scene->height;
  int                  line = pel_theme_scale (&self->sizes, 1);
  const PelBufferRect  lines[] = {
     { r->x, 0, line, height },
     { r->x + r->width - line, 0, line, height },
     { 0, r->y, width, line },
     { 0, r->y + r->height - line, width, line },
  };

  if ((self->request->flags & PEL_SCENE_RULERS) == 0 || mark->kind != PEL_MARK_SELECTED)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    pel_scene_draft_add (self, PEL_ITEM_RULER, get_shade (mark), lines[i], NULL);
}

/* What lies between an element and its parent's edges, and these. */
static void
add_parent (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  PelBufferRect parent;

  if (mark->kind != PEL_MARK_SELECTED || !mark->has_parent)
    return;
  parent = pel_monitor_rect_to_buffer (self->monitor, &mark->parent);
  pel_scene_draft_add (self, PEL_ITEM_OUTLINE, PEL_SHADE_PARENT, parent, NULL);
}

static void
add_veil (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  pel_scene_draft_add (self, PEL_ITEM_FILL, get_shade (mark), place->rect, place->pieces);
}

static void
add_outline (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  pel_scene_draft_add (self, PEL_ITEM_OUTLINE, get_shade (mark), place->rect, place->pieces);
}

static void
add_point (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  PelPhysicalPoint point;
  int              size = self->sizes.point;
  PelBufferRect    rect;

  if (mark->kind != PEL_MARK_SELECTED || (mark->region->flags & PEL_REGION_HAS_CLICK_POINT) == 0 ||
      !pel_native_rect_contains (&self->monitor->native, mark->region->click_point))
    return;
  point = pel_monitor_point_to_physical (self->monitor, mark->region->click_point);
  rect = (PelBufferRect){ point.x - self->monitor->physical.x - size / 2,
                          point.y - self->monitor->physical.y - size / 2,
                          size,
                          size };
  pel_scene_draft_add (self, PEL_ITEM_POINT, get_shade (mark), rect, NULL);
}

/* From below: each layer of all marks lies over the one before. */
static void (*const layers[]) (PelSceneDraft        *self,
                               const PelRegionMark  *mark,
                               const PelRegionPlace *place) = {
  add_rulers, add_parent, add_veil, add_outline, add_point,
};

typedef void (*MarkFunc) (PelSceneDraft        *self,
                          const PelRegionMark  *mark,
                          const PelRegionPlace *place);

static void
for_each_mark (PelSceneDraft *self, MarkFunc function)
{
  const GPtrArray *marks = self->request->marks;

  for (guint i = 0; marks != NULL && i < marks->len; i++)
    {
      const PelRegionMark    *mark = g_ptr_array_index (marks, i);
      g_auto (PelRegionPlace) place = { .pieces = NULL };

      if (mark->region != NULL && pel_scene_draft_place (self, mark->region, &place))
        function (self, mark, &place);
    }
}

void
pel_scene_draft_add_marks (PelSceneDraft *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (layers); i++)
    for_each_mark (self, layers[i]);
}

/* A label is on one monitor only: that with most of what it tells of. */
static gboolean
is_labelled_here (const PelSceneDraft *self, const PelRegion *region)
{
  const PelNativeRect *most = NULL;

  for (guint i = 0; i < region->pieces->len; i++)
    {
      const PelNativeRect *piece = &g_array_index (region->pieces, PelNativeRect, i);

      if (most == NULL || piece->width * piece->height > most->width * most->height)
        most = piece;
    }
  return pel_monitor_layout_find_rect (self->request->layout, most) == self->monitor;
}

static void
add_label (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  g_autofree char *text = NULL;

  if (self->taken->len > MAX_LABELS || !is_labelled_here (self, mark->region))
    return;
  if (mark->kind == PEL_MARK_HIGHLIGHT && mark->label != NULL)
    text = pel_label_text_for_note (mark->label);
  else if (mark->kind != PEL_MARK_HIGHLIGHT && (self->request->flags & PEL_SCENE_LABELS) != 0)
    text = pel_label_text_for_region (mark->region, self->monitor, mark->label);
  if (text != NULL)
    pel_scene_draft_add_label (self, get_shade (mark), &place->anchor, text);
}

void
pel_scene_draft_add_mark_labels (PelSceneDraft *self)
{
  for_each_mark (self, add_label);
}
