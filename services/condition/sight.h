/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition-check.h"
#include "services/element/element-source.h"

/**
 * PelSight:
 *
 * Sees whether a condition holds, once and again: looks at the programs that it is about, reads
 * what it needs beyond that, and checks it. What was seen before is remembered, for what must have
 * been quiet for a time and for programs that end. A program that is not there is no error.
 */
typedef struct _PelSight PelSight;

/* @comparer (nullable): who takes the pictures; without one none are compared. */
PelSight *
pel_sight_new (PelElementSource *source, PelCondition *condition, const PelComparer *comparer);
PelSight *pel_sight_ref (PelSight *self);
void      pel_sight_unref (PelSight *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSight, pel_sight_unref)

/* Only looks: when it has ended, everything has been read once. Fails as a look does. */
void     pel_sight_survey_async (PelSight           *self,
                                 guint               timeout_ms,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            data);
gboolean pel_sight_survey_finish (PelSight *self, GAsyncResult *result, GError **error);

/* What the look and the reading may take; what is not reported by then counts as not reported. */
typedef struct
{
  guint look_ms, read_ms;
  guint text_ms; /* for the look where it is about text on the screen, which takes longer */
} PelSightTimes;

/* Looks, reads, takes pictures and checks: one at a time. Fails as a look and a comparer do.
 * Returns the check, which is also that of pel_sight_get_check() then. (transfer none) Its verdict
 * is PEL_VERDICT_WANTS where much was read a short time ago, and is not to be read again yet. */
void            pel_sight_take_async (PelSight            *self,
                                      const PelSightTimes *times,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             data);
const PelCheck *pel_sight_take_finish (PelSight *self, GAsyncResult *result, GError **error);

/* Of a check that still wants something: after how long it may be taken again. */
guint pel_sight_get_pause_ms (PelSight *self);

/* Whether one is under way, and reads: what happens now is not in it. */
gboolean pel_sight_is_reading (PelSight *self);

/* Looks whether what is there, without anything being read, makes it hold; then the check is the
 * one that tells. While another reads, which is not disturbed. FALSE without an error: it does
 * not. */
void     pel_sight_peek_async (PelSight           *self,
                               guint               timeout_ms,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            data);
gboolean pel_sight_peek_finish (PelSight *self, GAsyncResult *result, GError **error);

/* What is not part of a look is read again by the next one, also where that shows nothing new. */
void pel_sight_doubt (PelSight *self);

/* (nullable) (transfer none): NULL before something was seen. */
const PelCheck *pel_sight_get_check (PelSight *self);
PelSnapshot    *pel_sight_get_snapshot (PelSight *self);

/* (transfer full): what was seen last, in words and as data; NULL before something was. */
char      *pel_sight_dup_text (PelSight *self);
JsonArray *pel_sight_report (PelSight *self);
