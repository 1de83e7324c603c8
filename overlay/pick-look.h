/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "services/region/region.h"

/* What a person who picks wants to be looked at. */
typedef enum
{
  PEL_AIM_POINT,   /* what lies at @point */
  PEL_AIM_WINDOW,  /* what lies at @point of @window, whatever lies over it */
  PEL_AIM_REGION,  /* @region itself */
  PEL_AIM_NOTHING, /* only at the monitors, which are others than before */
} PelAimKind;

typedef struct
{
  PelAimKind       kind;
  PelNativePoint   point;
  PelPhysicalPoint pixel;  /* that @point is in */
  char            *window; /* (nullable) its id */
  PelRegion       *region; /* (nullable) */
} PelAim;

void pel_aim_clear (PelAim *self);

/**
 * PelPickLook:
 *
 * Looks at what is aimed at, once at a time: of all that is aimed at meanwhile, only the last is
 * looked at next. A pointer that never rests is answered all the same.
 */
typedef struct _PelPickLook PelPickLook;

/* @id is what was aimed at, PEL_ELEMENT_NONE where @snapshot has no such thing. @snapshot is NULL
 * where nothing could be seen at all: @error tells why. */
typedef void (*PelPickLookFunc) (const PelAim *aim,
                                 PelSnapshot  *snapshot,
                                 PelElementId  id,
                                 const GError *error,
                                 gpointer      user_data);

PelPickLook *pel_pick_look_new (PelElementSource *source, PelPickLookFunc func, gpointer user_data);
void         pel_pick_look_free (PelPickLook *self);

/* Takes what @aim holds. */
void pel_pick_look_at (PelPickLook *self, PelAim aim);

/* Whether something that was aimed at has not been seen yet. */
gboolean pel_pick_look_is_busy (PelPickLook *self);
