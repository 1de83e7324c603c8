/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/region/region-builder.h"

typedef enum
{
  PEL_MARK_ASKED,     /* the person is asked about it: then no other is shown */
  PEL_MARK_HOVERED,   /* the person points at it, even if other windows hide it wholly */
  PEL_MARK_SELECTED,  /* chosen by the person */
  PEL_MARK_HIGHLIGHT, /* what someone points at for the person */
  PEL_MARK_MATCHED,   /* by the selector that the person types */
  PEL_N_MARK_KINDS
} PelMarkKind;

/**
 * PelRegionMark:
 *
 * An element that is drawn in a way of its own, whether it has a number or not, and followed
 * wherever it goes. Where nothing of it can be seen it has no region, and waits for that.
 */
typedef struct
{
  PelMarkKind   kind;
  char         *program; /* the bus name of the program that shows it */
  char         *bus_name, *path;
  PelRegion    *region; /* (nullable) without a number or an id */
  gboolean      has_parent;
  PelNativeRect parent;  /* the whole of what it is in */
  GArray *parent_pieces; /* (nullable) of PelNativeRect: what can be seen of that; NULL: all */
  char   *label;         /* (nullable) what is said of it */
  char   *shade;         /* (nullable) the name of the shade that was asked for */
  gint64  until;         /* as g_get_monotonic_time(); 0: until it is taken away */
} PelRegionMark;

PelRegionMark *pel_region_mark_new (PelMarkKind kind, PelSnapshot *snapshot, PelElementId id);
void           pel_region_mark_free (PelRegionMark *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRegionMark, pel_region_mark_free)

typedef enum
{
  PEL_MARK_IS_ELSEWHERE, /* the snapshot does not tell: it is of other programs */
  PEL_MARK_IS_SAME,
  PEL_MARK_IS_CHANGED, /* it is drawn differently now */
  PEL_MARK_IS_GONE,
} PelMarkNews;

/* Puts it where its element is in @snapshot. */
PelMarkNews pel_region_mark_follow (PelRegionMark *self, PelSnapshot *snapshot);

/* Whether one would be drawn as the other. */
gboolean pel_region_mark_equal (const PelRegionMark *a, const PelRegionMark *b);
