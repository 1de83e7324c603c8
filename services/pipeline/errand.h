/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action.h"
#include "services/pipeline/verification.h"
#include "services/policy/policy-question.h"
#include "services/policy/policy-verdict.h"

/* What a call came to be about: an element of a snapshot that was just taken. */
typedef struct
{
  PelSnapshot *snapshot;
  PelElementId id;
  PelFoundBy   found_by;
  double       confidence;
  JsonObject  *json; /* as the answer tells of it */
} PelAim;

PelAim *pel_aim_new (PelSnapshot *snapshot, PelElementId id, JsonObject *json);
void    pel_aim_free (PelAim *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAim, pel_aim_free)

/**
 * PelErrand:
 *
 * Something that somebody wants done: one call on the road of the pipeline. A value; all that it
 * points to is borrowed until the errand has ended.
 */
typedef struct
{
  const char      *tool;
  PelAccess        access;
  PelActionKind    kind;
  const PelCaller *caller;
  JsonObject      *arguments; /* as they were given */
  const char      *selector;  /* (nullable) that named the target */
  gboolean         redact;    /* the text of the action is nobody else's business */

  PelAction              action;       /* what is done; who it is done to is filled in on the way */
  const PelVerification *verification; /* (nullable) what must hold afterwards */

  /* How its target is found. */
  void (*resolve_async) (gpointer data, GAsyncReadyCallback callback, gpointer user_data);
  PelAim *(*resolve_finish) (gpointer data, GAsyncResult *result, GError **error);
  guint (*get_left_ms) (gpointer data); /* of its time */
  gpointer data;
} PelErrand;

/**
 * PelErrandReport:
 *
 * What came of an errand that did not fail.
 */
typedef struct
{
  PelPolicyVerdict *verdict;
  PelActionOutcome *outcome;
  JsonObject       *verification; /* (nullable) {passed, details}: where one was asked for */
  char             *note;         /* (nullable) what else is to be known, for people */
  gboolean          is_secret;    /* the text of the action is not to be told again */
} PelErrandReport;

void pel_errand_report_free (PelErrandReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelErrandReport, pel_errand_report_free)
