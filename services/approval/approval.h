/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/answer.h"
#include "services/element/snapshot.h"
#include "services/geometry/space.h"
#include "services/policy/access.h"
#include "services/policy/caller.h"
#include "services/policy/channel.h"
#include "services/policy/risk.h"

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* Of one text that another program chose. Longer texts are truncated. */
#define PEL_APPROVAL_MAX_TEXT_BYTES 512

/* What a question is about. A value; all of it is borrowed. */
typedef struct
{
  PelCaller         *caller;
  const char        *tool;
  PelAccess          access;
  PelChannel         channel;
  const char        *words;        /* what is to be done, for people */
  const char        *details;      /* (nullable) with which arguments: the caller's own words */
  const char        *role, *name;  /* (nullable) of the element */
  const char        *app, *window; /* (nullable) what its program calls itself, and the title */
  const char        *program;      /* (nullable) executable of the target's process */
  gboolean           has_bounds;
  PelPhysicalRect    bounds;
  PelRisk            risk;
  const char *const *reasons;       /* (nullable) why that, and why it is asked at all */
  const char        *rule;          /* (nullable) which rule or default asks */
  const char        *rule_words;    /* (nullable) what that rule says */
  const char        *rule_identity; /* (nullable) distinguishes it from any other */
  int                rule_index;    /* in the person's own file, from 1; 0: it was no rule of it */
  const char  *fingerprint; /* distinguishes this target from any other, or from a later one */
  gboolean     is_consent;  /* it is about automation as a whole */
  GBytes      *crop;        /* (nullable) PNG: what the target looks like */
  PelSnapshot *snapshot;    /* (nullable) in which @element is the target */
  PelElementId element;
} PelApprovalInfo;

typedef enum
{
  PEL_APPROVAL_PENDING,
  PEL_APPROVAL_ANSWERED,
  PEL_APPROVAL_EXPIRED,   /* not answered in time: that is a denial */
  PEL_APPROVAL_WITHDRAWN, /* who asked has left, or called it off */
  PEL_APPROVAL_UNSHOWN,   /* nothing could show it */
  PEL_N_APPROVAL_STATES
} PelApprovalState;

/**
 * PelApproval:
 *
 * A question to the person: who wants to do what to which element, and why that is asked. What it
 * says never changes; only whether and how it was answered does, and only the queue says so. Texts
 * of callers and programs are repaired and cut, and are to be shown as texts: with
 * pel_text_isolate(), and never as markup.
 *
 * Signal "changed": it was answered, or another call waits for the same. Signal "opened": the
 * person is to be asked now.
 */
#define PEL_TYPE_APPROVAL (pel_approval_get_type ())
G_DECLARE_FINAL_TYPE (PelApproval, pel_approval, PEL, APPROVAL, GObject)

PelApproval *pel_approval_new (const PelApprovalInfo *info);

const PelApprovalInfo *pel_approval_get_info (PelApproval *self);

/* Given by the queue; 0: it has not been asked yet. */
guint64          pel_approval_get_id (PelApproval *self);
PelApprovalState pel_approval_get_state (PelApproval *self);
PelAnswer        pel_approval_get_answer (PelApproval *self);
const char      *pel_approval_get_reason (PelApproval *self);    /* (nullable) of a denial */
guint            pel_approval_get_n_waiting (PelApproval *self); /* calls */
guint  pel_approval_get_n_own (PelApproval *self); /* of these, of the client that is shown */
gint64 pel_approval_get_time (PelApproval *self);  /* real time when it was asked */

/* Whether both ask for the same: the same who, what and where. */
gboolean pel_approval_equal (PelApproval *a, PelApproval *b);

/* “pending”, “once”, “denied”, “expired” … */
const char *pel_approval_get_outcome (PelApproval *self);

/* (transfer full): all that the person is shown, with the picture. */
JsonObject *pel_approval_to_json (PelApproval *self);

/* (transfer full): what a list of questions shows. */
JsonObject *pel_approval_summary_to_json (PelApproval *self);

/* Before it is asked: the picture. */
void pel_approval_set_crop (PelApproval *self, GBytes *crop);

/* For the queue. */
void pel_approval_set_id (PelApproval *self, guint64 id);
void pel_approval_open (PelApproval *self);
void pel_approval_set_n_waiting (PelApproval *self, guint n_waiting, guint n_own);
void
pel_approval_end (PelApproval *self, PelApprovalState state, PelAnswer answer, const char *reason);
