/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

#include <glib.h>

/* What something on the overlay is, for its colour and line. */
typedef enum
{
  PEL_SHADE_ACCESSIBILITY,
  PEL_SHADE_UIA,
  PEL_SHADE_OCR,
  PEL_SHADE_HEURISTIC,
  PEL_SHADE_DISABLED,
  PEL_SHADE_FOCUSED,
  PEL_SHADE_SILENT,
  PEL_SHADE_UNPROVEN, /* looks like the ordinary one, but broken */
  PEL_SHADE_HOVERED,
  PEL_SHADE_SELECTED,
  PEL_SHADE_PARENT,
  PEL_SHADE_HIGHLIGHT, /* what someone points at for the person */
  PEL_N_SHADES
} PelShade;

typedef enum
{
  PEL_ITEM_OUTLINE, /* the edges of @rect, drawn inside of it, where @pieces leave them */
  PEL_ITEM_FILL,    /* a veil over @rect, where @pieces leave it */
  PEL_ITEM_TAG,     /* a number; @rect is the tag itself */
  PEL_ITEM_LABEL,   /* lines of text; @rect is the label itself */
  PEL_ITEM_POINT,   /* a cross as large as @rect: a click goes to its middle */
  PEL_ITEM_RULER,   /* a line that is @rect itself */
  PEL_ITEM_BANNER,  /* a sentence for the person; @rect is the banner itself */
  PEL_N_ITEM_KINDS
} PelItemKind;

/* A value inside of a scene, which owns what it points to. Nothing is drawn outside of @rect. The
 * first line of a label has parts: “role\tname\tsize”. In a banner the line after “\n\t”, and what
 * follows, only explain the rest. */
typedef struct
{
  PelItemKind   kind;
  PelShade      shade;
  PelBufferRect rect;
  char         *text;   /* (nullable) of a tag, label, banner; lines are parted by “\n” */
  GArray       *pieces; /* (nullable) of PelBufferRect: only there; NULL: everywhere */
} PelSceneItem;

/**
 * PelScene:
 *
 * What is to be seen on one monitor, in its device pixels: lower items first. Immutable once it is
 * built and reference-counted, so that a painter may run anywhere.
 */
typedef struct
{
  char   *monitor; /* its name */
  int     width, height;
  double  scale; /* how large text and lines are drawn */
  GArray *items; /* of PelSceneItem */
} PelScene;

PelScene *pel_scene_new (const char *monitor, int width, int height, double scale);
PelScene *pel_scene_ref (PelScene *self);
void      pel_scene_unref (PelScene *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelScene, pel_scene_unref)

/* While it is built: copies @item and what it points to. */
void pel_scene_add (PelScene *self, const PelSceneItem *item);
