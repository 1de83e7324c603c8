/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/scene.h"
#include "services/geometry/monitor-layout.h"
#include "services/region/region-mark.h"

typedef enum
{
  PEL_SCENE_TAGS = 1 << 0,         /* the numbers of regions, or their hints */
  PEL_SCENE_LABELS = 1 << 1,       /* role, name and size beside what is hovered or selected */
  PEL_SCENE_RULERS = 1 << 2,       /* from the edges of what is selected to those of the monitor */
  PEL_SCENE_BANNER_BELOW = 1 << 3, /* the banner at the bottom: the person looks at the top */
} PelSceneFlags;

/* What is to be shown. All of it is borrowed. With @hints each region has letters instead of its
 * number; one whose hint is NULL is left out. */
typedef struct
{
  const PelMonitorLayout *layout;
  GPtrArray              *regions;    /* (nullable) of PelRegion: outlined and tagged */
  guint                   n_left_out; /* regions that are not among them: counted as hidden */
  GPtrArray              *marks;      /* (nullable) of PelRegionMark */
  const char *const      *hints;      /* (nullable) as many as regions */
  const char             *banner;     /* (nullable) a sentence on every monitor */
  PelSceneFlags           flags;
} PelSceneRequest;

/* (transfer full): of PelScene, one for each monitor with something on it. A pure function. */
GPtrArray *pel_scene_builder_build (const PelSceneRequest *request);
