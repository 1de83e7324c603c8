/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/scene-builder.h"

#include "overlay/label-layout.h"
#include "overlay/label-text.h"
#include "overlay/scene-draft.h"

#include <stdio.h>

/* The first that fits decides: what is wrong with a region matters more than where it is from. */
static const struct
{
  PelRegionFlags mask, value;
  PelShade       shade;
} shades_by_state[] = {
  { PEL_REGION_IS_SILENT, PEL_REGION_IS_SILENT, PEL_SHADE_SILENT },
  { PEL_REGION_IS_FOCUSED, PEL_REGION_IS_FOCUSED, PEL_SHADE_FOCUSED },
  { PEL_REGION_IS_ENABLED, 0, PEL_SHADE_DISABLED },
  { PEL_REGION_IS_UNPROVEN, PEL_REGION_IS_UNPROVEN, PEL_SHADE_UNPROVEN },
};

static const PelShade shades_by_source[] = {
  [PEL_REGION_ACCESSIBILITY] = PEL_SHADE_ACCESSIBILITY,
  [PEL_REGION_UIA] = PEL_SHADE_UIA,
  [PEL_REGION_OCR] = PEL_SHADE_OCR,
  [PEL_REGION_HEURISTIC] = PEL_SHADE_HEURISTIC,
};
G_STATIC_ASSERT (G_N_ELEMENTS (shades_by_source) == PEL_N_REGION_SOURCES);

static PelShade
get_shade (const PelRegion *region)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shades_by_state); i++)
    if ((region->flags & shades_by_state[i].mask) == shades_by_state[i].value)
      return shades_by_state[i].shade;
  return shades_by_source[region->source];
}

/* Tags */

typedef struct
{
  PelTagPlace place;
  PelShade    shade;
  const char *hint; /* (nullable) */
  guint       number;
} Tag;

static const char *
get_tag_text (const Tag *tag, char number[12])
{
  if (tag->hint != NULL)
    return tag->hint;
  snprintf (number, 12, "%u", tag->number);
  return number;
}

/* The outlines of all regions, and in @tags (of Tag) what is to be tagged. */
static void
add_regions (PelSceneDraft *self, GArray *tags)
{
  const PelSceneRequest *request = self->request;

  for (guint i = 0; request->regions != NULL && i < request->regions->len; i++)
    {
      const PelRegion        *region = g_ptr_array_index (request->regions, i);
      g_auto (PelRegionPlace) place = { .pieces = NULL };
      Tag                     tag = { .shade = get_shade (region), .number = region->index };
      char                    number[12];

      tag.hint = request->hints != NULL ? request->hints[i] : NULL;
      if ((request->hints != NULL && tag.hint == NULL) ||
          !pel_scene_draft_place (self, region, &place))
        continue;
      pel_scene_draft_add (self, PEL_ITEM_OUTLINE, tag.shade, place.rect, place.pieces);
      tag.place.region = place.anchor;
      pel_typesetter_measure (self->typesetter,
                              PEL_ITEM_TAG,
                              get_tag_text (&tag, number),
                              self->scene->width,
                              &tag.place.width,
                              &tag.place.height);
      g_array_append_val (tags, tag);
    }
}

static guint
place_tags (PelSceneDraft *self, GArray *tags)
{
  g_autofree PelTagPlace *places = g_new (PelTagPlace, tags->len);
  guint                   n_hidden;

  for (guint i = 0; i < tags->len; i++)
    places[i] = g_array_index (tags, Tag, i).place;
  n_hidden = pel_label_layout_place_tags (places,
                                          tags->len,
                                          self->scene->width,
                                          self->scene->height,
                                          (const PelBufferRect *) self->taken->data,
                                          self->taken->len,
                                          self->request->hints != NULL ? PEL_TAGS_REACH_ALL
                                                                       : PEL_TAGS_SPARE_REGIONS);
  for (guint i = 0; i < tags->len; i++)
    g_array_index (tags, Tag, i).place = places[i];
  return n_hidden;
}

/* In the corner where least is; wide enough for any number up to @n_most. */
static PelBufferRect
reserve_count (PelSceneDraft *self, guint n_most)
{
  g_autofree char *text = pel_label_text_for_hidden (n_most);
  int              margin = self->sizes.label_distance, width, height;
  PelBufferRect    rect;

  pel_typesetter_measure (self->typesetter,
                          PEL_ITEM_LABEL,
                          text,
                          self->scene->width,
                          &width,
                          &height);
  rect = (PelBufferRect){ MAX (self->scene->width - width - margin, 0),
                          MAX (self->scene->height - height - margin, 0),
                          width,
                          height };
  g_array_append_val (self->taken, rect);
  return rect;
}

/* Tags are placed again when the count of the hidden ones needs a place itself. */
static void
add_tags (PelSceneDraft *self, GArray *tags, guint n_left_out)
{
  guint            n_hidden = place_tags (self, tags);
  PelBufferRect    corner;
  g_autofree char *count = NULL;

  if (n_hidden + n_left_out > 0)
    {
      corner = reserve_count (self, tags->len + n_left_out);
      n_hidden = place_tags (self, tags);
      count = pel_label_text_for_hidden (n_hidden + n_left_out);
    }
  for (guint i = 0; i < tags->len; i++)
    {
      const Tag *tag = &g_array_index (tags, Tag, i);
      char       number[12];

      if (!pel_buffer_rect_is_empty (&tag->place.tag))
        pel_scene_draft_add_text (self,
                                  PEL_ITEM_TAG,
                                  tag->shade,
                                  tag->place.tag,
                                  get_tag_text (tag, number));
    }
  if (count != NULL)
    pel_scene_draft_add_text (self, PEL_ITEM_LABEL, PEL_SHADE_DISABLED, corner, count);
}

/* Banner */

static PelBufferRect
place_banner (PelSceneDraft *self, const char *text)
{
  int           margin = self->sizes.banner_margin;
  int           room = MIN (self->sizes.banner_max_width, self->scene->width - 2 * margin);
  PelBufferRect rect = { .y = margin };

  pel_typesetter_measure (self->typesetter,
                          PEL_ITEM_BANNER,
                          text,
                          MAX (room, 1),
                          &rect.width,
                          &rect.height);
  rect.x = (self->scene->width - rect.width) / 2;
  if ((self->request->flags & PEL_SCENE_BANNER_BELOW) != 0)
    rect.y = MAX (self->scene->height - rect.height - margin, 0);
  g_array_append_val (self->taken, rect);
  return rect;
}

/* Scenes */

/* Regions that cannot be drawn are reported once. */
static guint
get_left_out (const PelSceneDraft *self)
{
  const PelMonitorLayout *layout = self->request->layout;
  const PelMonitor       *first = pel_monitor_layout_get_monitor (layout, 0);

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    if (pel_monitor_layout_get_monitor (layout, i)->is_primary)
      first = pel_monitor_layout_get_monitor (layout, i);
  return self->monitor == first ? self->request->n_left_out : 0;
}

static void
fill_scene (PelSceneDraft *self)
{
  const PelSceneRequest *request = self->request;
  g_autoptr (GArray)     tags = g_array_new (FALSE, FALSE, sizeof (Tag));
  g_autofree char       *banner = NULL;
  PelBufferRect          banner_rect;

  if (request->banner != NULL && *request->banner != '\0')
    {
      banner = pel_label_text_for_banner (request->banner);
      banner_rect = place_banner (self, banner);
    }
  add_regions (self, tags);
  pel_scene_draft_add_marks (self);
  if ((request->flags & PEL_SCENE_TAGS) != 0)
    add_tags (self, tags, get_left_out (self));
  pel_scene_draft_add_mark_labels (self);
  if (banner != NULL)
    pel_scene_draft_add_text (self, PEL_ITEM_BANNER, PEL_SHADE_HIGHLIGHT, banner_rect, banner);
}

static PelScene *
build_scene (const PelSceneRequest *request, const PelMonitor *monitor)
{
  g_autoptr (PelScene)      scene = pel_scene_new (monitor->name,
                                              monitor->physical.width,
                                              monitor->physical.height,
                                              monitor->scale);
  g_autoptr (PelTypesetter) typesetter = NULL;
  g_autoptr (GArray)        taken = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));
  PelSceneDraft             draft = { .request = request,
                                      .monitor = monitor,
                                      .scene = scene,
                                      .sizes = pel_theme_get_sizes (monitor->scale),
                                      .taken = taken };

  draft.typesetter = typesetter = pel_typesetter_new (&draft.sizes);
  fill_scene (&draft);
  return scene->items->len > 0 ? g_steal_pointer (&scene) : NULL;
}

GPtrArray *
pel_scene_builder_build (const PelSceneRequest *request)
{
  GPtrArray *scenes = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_scene_unref);

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (request->layout); i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (request->layout, i);
      PelScene         *scene = build_scene (request, monitor);

      if (scene != NULL)
        g_ptr_array_add (scenes, scene);
    }
  return scenes;
}
