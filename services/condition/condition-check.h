/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition.h"
#include "services/condition/fingerprint.h"
#include "services/condition/likeness.h"
#include "services/selector/resolver.h"

typedef enum
{
  PEL_VERDICT_FAILS,
  PEL_VERDICT_HOLDS,
  PEL_VERDICT_WANTS,   /* it cannot be decided before something is read */
  PEL_VERDICT_PENDING, /* too little time has passed yet to decide */
  PEL_VERDICT_SILENT,  /* it could not be read in time, so that it cannot be decided now */
  PEL_VERDICT_LOST,    /* it does not hold, and never will: what it is about has ended */
  PEL_VERDICT_BARRED,  /* it cannot be decided on this desktop */
} PelVerdict;

/* What a condition is held against. A value; what it points to is borrowed for the call. */
typedef struct
{
  PelSnapshot    *snapshot;
  const PelFacts *facts;
  gint64          now;        /* as g_get_monotonic_time() */
  gboolean        is_put_off; /* what is wanted was read a short time ago, without result */
} PelConditionView;

/* Why something that is there is not quiet. */
typedef enum
{
  PEL_UNREST_NONE,
  PEL_UNREST_CHANGED, /* too short a time ago */
  PEL_UNREST_SILENT,  /* it does not answer */
  PEL_UNREST_BUSY,    /* it says so itself */
} PelUnrest;

/* What was seen of one leaf at the last check, and what is remembered of it between checks. */
typedef struct
{
  PelVerdict verdict;
  guint      in_ms; /* of FAILS and PENDING: it holds after that, if nothing happens; 0: not by
                       itself */
  GArray *found;    /* of PelElementId: what its selector matches */
  guint   n_silent; /* elements that did not report whether they belong to it */
  const PelSelectorAlternative *alternative; /* (nullable) and by which of its alternatives */
  GArray                       *matches; /* of PelElementId: those for which the rest holds too */
  GArray                       *windows; /* of guint: the windows that answer to its title */
  GError                       *error;   /* of LOST and BARRED: why */
  PelUnrest                     unrest;
  char                         *culprit;  /* (nullable) the program that is not quiet */
  char                         *obstacle; /* (nullable) why no picture can be taken of it */
  gboolean                      wants_picture;

  GHashTable    *programs; /* bus name → what it is called: those that it was about so far */
  gboolean       has_print;
  gboolean       has_changed; /* the print, since there first was one */
  PelFingerprint print;
  gint64         since;      /* when the print was last seen to change */
  PelLikeness   *likeness;   /* (nullable) of the last picture */
  gboolean       is_doubted; /* that: something has happened since */
} PelLeaf;

/**
 * PelConditionMemory:
 *
 * What is known of the leaves of one condition while it is waited for.
 */
typedef struct _PelConditionMemory PelConditionMemory;

PelConditionMemory *pel_condition_memory_new (const PelCondition *condition);
void                pel_condition_memory_free (PelConditionMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelConditionMemory, pel_condition_memory_free)

/* By its number among the leaves. */
PelLeaf *pel_condition_memory_get_leaf (PelConditionMemory *self, guint leaf);

/* Pictures are of the past: what they show must be seen again. */
void pel_condition_memory_doubt_pictures (PelConditionMemory *self);

/* The same of those that could not be compared: that need not be for what the screen shows. */
void pel_condition_memory_doubt_obstacles (PelConditionMemory *self);

/* What a check came to. */
typedef struct
{
  PelVerdict verdict;
  guint      in_ms;    /* as of a leaf */
  GArray    *wanted;   /* of PelWanted; of WANTS, else empty */
  GPtrArray *pictures; /* of PelCondition (borrowed), leaves: the same, of what needs a picture */
  GArray    *matches;  /* of PelElementId: of HOLDS, what makes it hold; none twice */
  const PelSelectorAlternative *alternative; /* (nullable) what the first of them was found by */
  GArray                       *windows;     /* of guint: the same */
  GError                       *error;       /* (nullable) of LOST and BARRED: why */
} PelCheck;

/* A pure function of its arguments, but that @memory learns from it. */
PelCheck *pel_condition_check (const PelCondition     *condition,
                               const PelConditionView *view,
                               PelConditionMemory     *memory);

/* (transfer full): of guint: the refs of the elements whose states or values decide, as of the last
 * check. Empty: no state does. */
GArray *pel_condition_find_doubtful (const PelCondition     *condition,
                                     const PelConditionView *view,
                                     PelConditionMemory     *memory);

void pel_check_free (PelCheck *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelCheck, pel_check_free)
