/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/label-text.h"
#include "overlay/scene-draft.h"
#include "overlay/theme.h"

#include <stdio.h>

/* More labels than this at once say nothing. */
#define MAX_LABELS 40

static PelShade
get_shade (const PelRegionMark *mark)
{
  PelShade shade = PEL_SHADE_HIGHLIGHT;

  if (mark->kind == PEL_MARK_HOVERED)
    return PEL_SHADE_HOVERED;
  if (mark->kind == PEL_MARK_SELECTED || mark->kind == PEL_MARK_ASKED)
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

/* (nullable) (transfer full): of PelBufferRect, as a draft takes them. */
static GArray *
dup_parent_pieces (const PelSceneDraft *self, const PelRegionMark *mark)
{
  GArray *pieces;

  if (mark->parent_pieces == NULL)
    return NULL;
  pieces = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));
  for (guint i = 0; i < mark->parent_pieces->len; i++)
    {
      PelBufferRect piece =
          pel_monitor_rect_to_buffer (self->monitor,
                                      &g_array_index (mark->parent_pieces, PelNativeRect, i));

      g_array_append_val (pieces, piece);
    }
  return pieces;
}

static void
add_parent (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  g_autoptr (GArray) pieces = NULL;
  PelBufferRect      parent;

  if (mark->kind != PEL_MARK_SELECTED || !mark->has_parent)
    return;
  parent = pel_monitor_rect_to_buffer (self->monitor, &mark->parent);
  pieces = dup_parent_pieces (self, mark);
  pel_scene_draft_add (self, PEL_ITEM_OUTLINE, PEL_SHADE_PARENT, parent, pieces);
}

/* Where windows lie over it, a line is not seen. */
static void
add_line (PelSceneDraft *self, const PelBufferRect *line, const GArray *pieces)
{
  if (pieces == NULL)
    pel_scene_draft_add (self, PEL_ITEM_RULER, PEL_SHADE_PARENT, *line, NULL);
  for (guint i = 0; pieces != NULL && i < pieces->len; i++)
    {
      PelBufferRect part =
          pel_buffer_rect_intersect (line, &g_array_index (pieces, PelBufferRect, i));

      if (!pel_buffer_rect_is_empty (&part))
        pel_scene_draft_add (self, PEL_ITEM_RULER, PEL_SHADE_PARENT, part, NULL);
    }
}

/* Whether all of it is seen. */
static gboolean
is_inside (const PelBufferRect *rect, const GArray *pieces)
{
  for (guint i = 0; pieces != NULL && i < pieces->len; i++)
    {
      PelBufferRect part =
          pel_buffer_rect_intersect (rect, &g_array_index (pieces, PelBufferRect, i));

      if (part.width == rect->width && part.height == rect->height)
        return TRUE;
    }
  return pieces == NULL;
}

/* A line across the space between an element and its parent, and how wide that is in pixels where
 * the number has room. */
static void
add_space (PelSceneDraft *self, const PelBufferRect *line, int length, const GArray *pieces)
{
  char          number[12];
  int           width, height, gap = pel_theme_scale (&self->sizes, 4);
  PelBufferRect tag;

  if (pel_buffer_rect_is_empty (line))
    return;
  add_line (self, line, pieces);
  snprintf (number, sizeof number, "%d", length);
  pel_typesetter_measure (self->typesetter, PEL_ITEM_TAG, number, G_MAXINT, &width, &height);
  if (length < gap + (line->width == length ? width : height))
    return;
  tag = (PelBufferRect){
    line->x + (line->width - width) / 2, line->y + (line->height - height) / 2, width, height
  };
  if (!is_inside (&tag, pieces))
    return;
  g_array_append_val (self->taken, tag);
  pel_scene_draft_add_text (self, PEL_ITEM_TAG, PEL_SHADE_PARENT, tag, number);
}

static void
add_spacing (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  const PelBufferRect *r = &place->rect;
  PelBufferRect        parent = pel_monitor_rect_to_buffer (self->monitor, &mark->parent);
  int                  thick = pel_theme_scale (&self->sizes, 1);
  int                  x = r->x + (r->width - thick) / 2, y = r->y + (r->height - thick) / 2;
  int                  right = r->x + r->width, bottom = r->y + r->height;
  int                  spaces[] = { r->x - parent.x,
                                    parent.x + parent.width - right,
                                    r->y - parent.y,
                                    parent.y + parent.height - bottom };
  const PelBufferRect  lines[] = { { parent.x, y, spaces[0], thick },
                                   { right, y, spaces[1], thick },
                                   { x, parent.y, thick, spaces[2] },
                                   { x, bottom, thick, spaces[3] } };

  g_autoptr (GArray) pieces = NULL;

  if (mark->kind != PEL_MARK_SELECTED || !mark->has_parent)
    return;
  pieces = dup_parent_pieces (self, mark);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    add_space (self, &lines[i], spaces[i], pieces);
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
  add_rulers, add_parent, add_veil, add_outline, add_spacing, add_point,
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

/* The number of the region that a mark is on, whose tag may be hidden; 0: it has none. */
static guint
find_number (const PelSceneDraft *self, const PelRegionMark *mark)
{
  const GPtrArray *regions = self->request->regions;

  for (guint i = 0; regions != NULL && i < regions->len; i++)
    {
      const PelRegion *region = g_ptr_array_index (regions, i);

      if (mark->path != NULL && g_strcmp0 (region->path, mark->path) == 0 &&
          g_strcmp0 (region->bus_name, mark->bus_name) == 0)
        return region->index;
    }
  return 0;
}

static void
add_label (PelSceneDraft *self, const PelRegionMark *mark, const PelRegionPlace *place)
{
  g_autofree char *text = NULL;

  /* of what is asked, the question tells: what a program says must not stand beside it */
  if (mark->kind == PEL_MARK_MATCHED || mark->kind == PEL_MARK_ASKED ||
      self->taken->len > MAX_LABELS || !is_labelled_here (self, mark->region))
    return;
  if (mark->kind == PEL_MARK_HIGHLIGHT && mark->label != NULL)
    text = pel_label_text_for_note (mark->label);
  else if (mark->kind != PEL_MARK_HIGHLIGHT && (self->request->flags & PEL_SCENE_LABELS) != 0)
    text = pel_label_text_for_region (mark->region,
                                      find_number (self, mark),
                                      self->monitor,
                                      mark->label);
  if (text != NULL)
    pel_scene_draft_add_label (self, get_shade (mark), &place->anchor, text);
}

void
pel_scene_draft_add_mark_labels (PelSceneDraft *self)
{
  for_each_mark (self, add_label);
}
