/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/scene-draft.h"

#include "overlay/label-layout.h"

void
pel_region_place_clear (PelRegionPlace *self)
{
  g_clear_pointer (&self->pieces, g_array_unref);
}

static gint64
get_area (const PelBufferRect *rect)
{
  return (gint64) rect->width * rect->height;
}

static gboolean
is_whole (const PelRegion *region)
{
  const PelNativeRect *piece = &g_array_index (region->pieces, PelNativeRect, 0);

  return region->pieces->len == 1 && piece->x == region->bounds.x && piece->y == region->bounds.y &&
         piece->width == region->bounds.width && piece->height == region->bounds.height;
}

gboolean
pel_scene_draft_place (const PelSceneDraft *self,
                       const PelRegion     *region,
                       PelRegionPlace      *ret_place)
{
  PelBufferRect           all = { 0, 0, self->scene->width, self->scene->height };
  g_auto (PelRegionPlace) place = {
    .rect = pel_monitor_rect_to_buffer (self->monitor, &region->bounds),
    .pieces = g_array_new (FALSE, FALSE, sizeof (PelBufferRect)),
  };

  for (guint i = 0; i < region->pieces->len; i++)
    {
      PelBufferRect piece =
          pel_monitor_rect_to_buffer (self->monitor,
                                      &g_array_index (region->pieces, PelNativeRect, i));

      piece = pel_buffer_rect_intersect (&piece, &all);
      if (pel_buffer_rect_is_empty (&piece))
        continue;
      g_array_append_val (place.pieces, piece);
      if (get_area (&piece) > get_area (&place.anchor))
        place.anchor = piece;
    }
  if (place.pieces->len == 0)
    return FALSE;
  if (is_whole (region))
    g_clear_pointer (&place.pieces, g_array_unref);
  *ret_place = place;
  place.pieces = NULL;
  return TRUE;
}

void
pel_scene_draft_add (
    PelSceneDraft *self, PelItemKind kind, PelShade shade, PelBufferRect rect, GArray *pieces)
{
  pel_scene_add (self->scene,
                 &(PelSceneItem){ .kind = kind, .shade = shade, .rect = rect, .pieces = pieces });
}

void
pel_scene_draft_add_text (
    PelSceneDraft *self, PelItemKind kind, PelShade shade, PelBufferRect rect, const char *text)
{
  pel_scene_add (self->scene,
                 &(PelSceneItem){
                     .kind = kind, .shade = shade, .rect = rect, .text = (char *) text });
}

void
pel_scene_draft_add_label (PelSceneDraft       *self,
                           PelShade             shade,
                           const PelBufferRect *anchor,
                           const char          *text)
{
  int           width, height;
  PelBufferRect rect;

  pel_typesetter_measure (self->typesetter,
                          PEL_ITEM_LABEL,
                          text,
                          MIN (self->sizes.label_max_width, self->scene->width),
                          &width,
                          &height);
  rect = pel_label_layout_place_label (anchor,
                                       width,
                                       height,
                                       self->sizes.label_distance,
                                       self->scene->width,
                                       self->scene->height,
                                       self->taken);
  g_array_append_val (self->taken, rect);
  pel_scene_draft_add_text (self, PEL_ITEM_LABEL, shade, rect, text);
}
