/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/element-answer.h"

/* The ids from @first to @last. */
typedef struct
{
  PelElementId first, last;
} PelElementRange;

/* What becomes of an element of which something must be read before anything can be said. */
typedef enum
{
  PEL_UNKNOWN_IS_WANTED,
  PEL_UNKNOWN_MATCHES,
  PEL_UNKNOWN_FAILS,
} PelUnknown;

/**
 * PelWalk:
 *
 * Goes through the steps of an alternative, one after another, on one snapshot.
 */
typedef struct
{
  PelAnswers *answers;
  GArray     *ids;              /* of PelElementId: what is left; in the order of a resolution */
  gboolean    is_begun;         /* FALSE: no step was taken, and everything is left */
  gboolean    is_nearest_first; /* else in depth-first order */
  gboolean    is_after_relation;
  guint       n_silent; /* elements of which it stays unknown whether they are left */
} PelWalk;

/* Borrows @answers. */
void pel_walk_init (PelWalk *self, PelAnswers *answers);
void pel_walk_clear (PelWalk *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelWalk, pel_walk_clear)

/* (transfer full): of PelElementRange: what a MATCH would search now, in that order, none twice:
 * everything, what is below the matches so far, or what a spatial relation has found. */
GArray *pel_walk_get_ranges (const PelWalk *self);

/* A reference to @ids that is held elsewhere still has what was left before.
 * @wanted: of PelWanted; (nullable) unless PEL_UNKNOWN_IS_WANTED. What is silent is not wanted: it
 * is not left, and counted. Where @wanted is not empty
 * afterwards, what is left means nothing. */
void pel_walk_take (PelWalk *self, const PelSelectorStep *step, PelUnknown unknown, GArray *wanted);
