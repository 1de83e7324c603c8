/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/facts.h"

/* What identifies one element among others, for writing selectors. */

/* A text as it is written in a selector: the whole of it, or of a long one its beginning. */
typedef struct
{
  const char *text; /* NULL: no text */
  gsize       length;
  gboolean    is_cut;
} PelWording;

/* An element as a step of a selector: Button:"Save", or role=Button where it has no name. */
typedef struct
{
  PelRole    role;
  PelWording name;
  gboolean   is_visible; /* only those that can be seen are meant */
} PelElementKind;

/* Where a selector looks. */
typedef enum
{
  PEL_NAMING_EVERYWHERE,
  PEL_NAMING_IN_APP,
  PEL_NAMING_IN_WINDOW,
  PEL_NAMING_IN_NEAR,  /* below what is of the kind of the nearest ancestor that is known by one */
  PEL_NAMING_IN_OUTER, /* below the nearest ancestor whose kind is the only one there is */
  PEL_NAMING_IN_NEAR_OF_APP,
  PEL_NAMING_IN_NEAR_OF_OUTER,
  PEL_N_NAMING_PLACES
} PelNamingPlace;

/* What there is in one place, as a resolver counts it; in a window it is only likely: the title
 * that the window system knows may be another one. */
typedef struct
{
  guint        n_anchors;
  PelElementId end; /* what is not behind this is below an anchor */
  guint        n_elements;
  guint        n_of_kind;
  guint        n_hidden; /* others that would be of its kind if they could be seen */
  guint        n_of_id;  /* that are known to have its id */
  guint        position; /* of the element among its kind, from 1; 0: it is not there */
} PelNamingCount;

typedef struct
{
  PelSnapshot    *snapshot; /* borrowed, as the facts */
  const PelFacts *facts;    /* (nullable) */
  PelElementId    element;
  PelElementKind  kind;
  gboolean        has_near, has_outer;
  PelElementKind  near, outer;
  PelWording      app, window;
  const char     *id;     /* (nullable) */
  gboolean       *is_app; /* of each program: whether @app fits it */
  PelNamingCount  counts[PEL_N_NAMING_PLACES];
  guint           n_of_role, n_of_role_and_id; /* in the program, its root as well */
} PelNaming;

/* A few passes over the snapshot. @facts: (nullable) */
void pel_naming_init (PelNaming      *self,
                      PelSnapshot    *snapshot,
                      PelElementId    element,
                      const PelFacts *facts);
void pel_naming_clear (PelNaming *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelNaming, pel_naming_clear)
