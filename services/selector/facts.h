/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-reading.h"
#include "services/element/snapshot.h"
#include "services/region/region-registry.h"

typedef enum
{
  PEL_FACT_DESCRIPTION,
  PEL_FACT_ID,
  PEL_FACT_CLASS,
  PEL_FACT_VALUE,
  PEL_FACT_TEXT,
  PEL_N_FACTS
} PelFact;

/* How long a description, an id or a class is believed. */
#define PEL_FACTS_MAX_AGE (10 * G_TIME_SPAN_SECOND)

/* More than this, and everything is dropped. */
#define PEL_FACTS_MAX_ELEMENTS 65536
#define PEL_FACTS_MAX_BYTES    (64 * 1024 * 1024)

/**
 * PelFacts:
 *
 * What has been read of elements beyond what a snapshot holds, by ref. What hardly ever changes
 * (description, id, class) is believed for a while; value and text only together with the snapshot
 * for which they were read, and so is that an element is gone. It also knows where the numbered
 * regions are kept.
 */
typedef struct _PelFacts PelFacts;

PelFacts *pel_facts_new (void);
PelFacts *pel_facts_ref (PelFacts *self);
void      pel_facts_unref (PelFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelFacts, pel_facts_unref)

/* From now on it is asked about @snapshot at @now (as g_get_monotonic_time()): what is too old for
 * that is forgotten, and everything where that is too much. Nothing else is ever forgotten, so that
 * between two of these all that is put in can be had. TRUE: so it is also since the one before,
 * which was about this snapshot as well. */
gboolean pel_facts_begin (PelFacts *self, PelSnapshot *snapshot, gint64 now);

/* Forgets the facts of @doubted, and what belongs to a snapshot. */
void pel_facts_doubt (PelFacts *self, PelReadingFlags doubted);

/* (nullable): a set of refs: elements that do not answer the current search. Borrowed until the
 * next call; never to be left here, since it may answer others. */
void     pel_facts_set_silent (PelFacts *self, GHashTable *silent);
gboolean pel_facts_is_silent (const PelFacts *self, guint ref);

/* FALSE: not known, it must be read. @ret_text is set to NULL where the element has none, does not
 * say, or it is secret. */
gboolean pel_facts_get (const PelFacts *self, guint ref, PelFact fact, const char **ret_text);

/* @text: (nullable) */
void pel_facts_set (PelFacts *self, guint ref, PelFact fact, const char *text);

/* (nullable): where regions get their numbers. Keeps a reference. */
void pel_facts_set_registry (PelFacts *self, PelRegionRegistry *registry);

/* (nullable) (transfer none): what “#12” names now; NULL where nothing has been numbered yet. */
const PelRegionList *pel_facts_get_regions (const PelFacts *self);

/* What has to be asked for to learn a fact. */
PelReadingFlags pel_fact_get_reading (PelFact fact);

/* All facts that @asked covers, from what was read; (nullable) @reading: it is gone. */
void pel_facts_take_reading (PelFacts                *self,
                             guint                    ref,
                             PelReadingFlags          asked,
                             const PelElementReading *reading);
