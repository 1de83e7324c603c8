/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/scene-builder.h"
#include "overlay/typesetter.h"

/* The scene of one monitor while it is made. */
typedef struct
{
  const PelSceneRequest *request;
  const PelMonitor      *monitor;
  PelScene              *scene;
  PelThemeSizes          sizes;
  PelTypesetter         *typesetter;
  GArray                *taken; /* of PelBufferRect: where no label should be put */
} PelSceneDraft;

/* Where a region is on the monitor. */
typedef struct
{
  PelBufferRect rect;   /* the whole of it, beyond the edges as well */
  GArray       *pieces; /* (nullable) of PelBufferRect: what can be seen; NULL: all */
  PelBufferRect anchor; /* the largest piece on the monitor */
} PelRegionPlace;

/* FALSE where nothing of it can be seen there. */
gboolean pel_scene_draft_place (const PelSceneDraft *self,
                                const PelRegion     *region,
                                PelRegionPlace      *ret_place);
void     pel_region_place_clear (PelRegionPlace *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelRegionPlace, pel_region_place_clear)

void pel_scene_draft_add (
    PelSceneDraft *self, PelItemKind kind, PelShade shade, PelBufferRect rect, GArray *pieces);
void pel_scene_draft_add_text (
    PelSceneDraft *self, PelItemKind kind, PelShade shade, PelBufferRect rect, const char *text);

/* A label with @text that tells of what is at @anchor. */
void pel_scene_draft_add_label (PelSceneDraft       *self,
                                PelShade             shade,
                                const PelBufferRect *anchor,
                                const char          *text);

/* Everything that belongs to the marks but their labels; then these. */
void pel_scene_draft_add_marks (PelSceneDraft *self);
void pel_scene_draft_add_mark_labels (PelSceneDraft *self);
