/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

/* What is to be tagged on one monitor, and where its tag is. */
typedef struct
{
  PelBufferRect region;        /* what is named */
  int           width, height; /* of the tag */
  PelBufferRect tag;           /* set by the layout; empty: hidden */
} PelTagPlace;

typedef enum
{
  PEL_TAGS_SPARE_REGIONS, /* rather no tag than another region that cannot be seen any more */
  PEL_TAGS_REACH_ALL,     /* rather the tag: for who chooses by it now */
} PelTagZeal;

/* Finds a place for each tag, the first of @places first: beside its region or inside of it, where
 * it leaves most of it free; clear of other tags, of @taken, and of other small regions as long as
 * there is such a place. Tags never cross the edges of the monitor. Gives how many are hidden.
 * A pure function, in a time that grows with the number of tags. */
guint pel_label_layout_place_tags (PelTagPlace         *places,
                                   guint                n_places,
                                   int                  monitor_width,
                                   int                  monitor_height,
                                   const PelBufferRect *taken,
                                   guint                n_taken,
                                   PelTagZeal           zeal);

/* The best place for a label of @width × @height that tells of @region, @distance away from it and
 * clear of @taken (of PelBufferRect) if that can be. It is always on the monitor, as far as it is
 * not larger. */
PelBufferRect pel_label_layout_place_label (const PelBufferRect *region,
                                            int                  width,
                                            int                  height,
                                            int                  distance,
                                            int                  monitor_width,
                                            int                  monitor_height,
                                            const GArray        *taken);
