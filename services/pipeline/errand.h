/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action.h"
#include "services/pipeline/verification.h"
#include "services/policy/policy-question.h"
#include "services/policy/policy-verdict.h"

/**
 * PelAim:
 *
 * What a call came to be about: an element of a snapshot that was just taken, or a window, or (of
 * plain coordinates) the place itself.
 */
typedef struct _PelAim PelAim;
struct _PelAim
{
  PelSnapshot *snapshot; /* (nullable) */
  PelElementId id;       /* PEL_ELEMENT_NONE without a snapshot */
  PelWindow   *window;   /* (nullable) of an aim without an element */
  PelFoundBy   found_by;
  double       confidence;
  JsonObject  *json; /* (nullable) as the answer reports it */
  PelAim      *next; /* (nullable) where it goes on: of a drag */
};

/* @json: (nullable). The second is of a @window (nullable): nothing is there. */
PelAim *pel_aim_new (PelSnapshot *snapshot, PelElementId id, JsonObject *json);
PelAim *pel_aim_new_for_window (PelWindow *window, JsonObject *json);
void    pel_aim_free (PelAim *self);

/* (transfer full): what it is now, and all that comes after it. An approval is for this: where it
 * is another text when the target is found again, it is not the one that the person was shown. */
char *pel_aim_dup_fingerprint (const PelAim *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAim, pel_aim_free)

/* Within what something is done. */
typedef struct
{
  guint    timeout_ms;
  gint64   own_since; /* as for pel_gate_check() */
  gboolean dry_run;   /* everything up to the act, and what would be done */
} PelTerms;

/**
 * PelErrand:
 *
 * Something that a caller wants done: one call on the road of the pipeline. A value; all that it
 * points to is borrowed until the errand has ended.
 */
typedef struct
{
  const char      *tool;
  const char      *summary; /* (nullable) what it does, for people */
  PelAccess        access;
  PelActionKind    kind;
  const PelCaller *caller;
  JsonObject      *arguments; /* as they were given */
  const char      *selector;  /* (nullable) that named the target */
  const char      *driver;    /* who does it */
  gboolean         dry_run;
  gint64           deadline; /* monotonic time */

  /* What is set or typed. It is hidden if the caller says so, if its target is for
   * secrets, and if it is unknown what the target is. */
  const char *text;        /* (nullable) */
  const char *text_member; /* (nullable) of the arguments */
  gboolean    redact;

  const PelVerification *verification; /* (nullable) what must hold afterwards */

  /* How its target is found, as often as it is asked for, and what is done to it: only ever after
   * all who are to be asked have been asked. */
  void (*resolve_async) (gpointer data, GAsyncReadyCallback callback, gpointer user_data);
  PelAim *(*resolve_finish) (gpointer data, GAsyncResult *result, GError **error);
  void (*act_async) (gpointer            data,
                     const PelAim       *aim,
                     const PelTerms     *terms,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data);
  PelActionOutcome *(*act_finish) (gpointer data, GAsyncResult *result, GError **error);
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
  gboolean          is_secret;    /* the text of the action must not be repeated */
} PelErrandReport;

void pel_errand_report_free (PelErrandReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelErrandReport, pel_errand_report_free)
