/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/facts.h"
#include "services/selector/selector.h"

/* An element of which something must be read before anything can be said. */
typedef struct
{
  PelElementId    id;
  PelReadingFlags flags;
} PelWanted;

/**
 * PelResolution:
 *
 * What a selector came to on one snapshot. Either it is complete, or @wanted says what is to be
 * read of which elements: put it into the facts and resolve again. Only what the other predicates
 * leave is ever wanted.
 */
typedef struct
{
  GArray *matches;     /* of PelElementId: in depth-first order, after a spatial relation the
                          nearest first; none twice */
  guint   alternative; /* the one that matched; where none did, the last */
  GArray *wanted;      /* of PelWanted; not empty: not complete, and there are no matches */
  guint   n_silent; /* elements and whole programs that did not answer whether they match, and count
                       as   if they did not; not 0: there may be more matches, or others */
  gboolean wants_text; /* an alternative before it could not be tried, since the text on the screen
                          was not read: look again, with PEL_LOOK_TEXT */
  gboolean
          is_put_off; /* @unavailable may be different soon: its patterns had to share their time */
  GError *unavailable; /* (nullable) why an alternative could not be tried, where none matched */
} PelResolution;

/* A pure function of its arguments; its time grows with the elements, not faster. */
PelResolution *
pel_selector_resolve (const PelSelector *selector, PelSnapshot *snapshot, const PelFacts *facts);
void pel_resolution_free (PelResolution *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelResolution, pel_resolution_free)

/* More are never doubted at a time. */
#define PEL_MAX_DOUBTED 256

/* (transfer full): of PelElementId, none twice, those that can be seen first: what could match, or
 * lead to a match, if it were in another state. Empty where the selector is about no states. */
GArray *pel_selector_find_doubtful (const PelSelector *selector,
                                    PelSnapshot       *snapshot,
                                    const PelFacts    *facts);

/* (transfer full): of guint: their refs, for a look. */
GArray *pel_snapshot_dup_refs (PelSnapshot *snapshot, const GArray *ids);

/* The error of patterns that have had all their time. */
void pel_selector_set_pattern_error (GError **error);

/* Which programs of @snapshot a selector can be about at all: those in which all its steps but the
 * last have a match and for which its predicates about programs (app, pid, process, @ref) hold.
 * (transfer full): of their bus names; NULL where it can be about any, also one that is yet to
 * start. */
GPtrArray *pel_selector_find_programs (const PelSelector *selector,
                                       PelSnapshot       *snapshot,
                                       const PelFacts    *facts);

/* The ref of an element that is gone, where each alternative names one; 0 where none does. Refs are
 * never given again, so it can match nothing any more. */
guint pel_selector_find_gone_ref (const PelSelector *selector, PelSnapshot *snapshot);

/* Whether an alternative asks for text on the screen. */
gboolean pel_selector_reads_text (const PelSelector *selector);

/* An exact “app”, where each alternative has one and the same: which programs must be asked.
 * (nullable) (transfer none) */
const char *pel_selector_get_app (const PelSelector *selector);
