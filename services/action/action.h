/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/effect.h"
#include "services/action/verb.h"
#include "services/element/element-source.h"
#include "services/input/chord.h"
#include "services/input/input.h"
#include "services/window/window-control.h"

#include <json-glib/json-glib.h>

typedef enum
{
  PEL_SCROLL_BY,      /* pixels of the program */
  PEL_SCROLL_PERCENT, /* 0 to 100 of what can be scrolled */
} PelScrollUnit;

#define PEL_ACTION_EFFECT_MS 1000

/* What is to be done with one element. A value; what it points to is borrowed for the call. */
typedef struct
{
  const char *bus_name, *path; /* the element's identity: nothing weaker will do */
  PelVerb     verb;

  /* Who it was when this was allowed; an element that is called otherwise now is stale. */
  const char *name;        /* (nullable): not compared */
  guint       native_role; /* compared with @name only */

  const char     *text; /* set_value, insert_text, type: the text; do: the name of the action */
  gboolean        has_number;
  double          number; /* set_value */
  PelTextRange    range;  /* select_text */
  PelScrollUnit   scroll_unit;
  gboolean        has_x, has_y; /* scroll: which ways */
  double          scroll_x, scroll_y;
  PelPhysicalRect extents; /* transform */

  gboolean       fallback; /* really, with pointer and keys, where no pattern of the element fits */
  PelButton      button;   /* click, drag */
  PelNativePoint to;       /* drag */
  PelWindow     *drop;     /* drag: (nullable) the window at that place */
  guint          n_clicks;
  guint          pause_ms;  /* click: between clicks; type: between characters */
  PelChord       modifiers; /* click: held meanwhile; may be none */
  const PelChord *chords;   /* key: one after another */
  guint           n_chords;
  gboolean        is_shortcut; /* key, click: the desktop takes it */
  gboolean        is_replaced; /* type: in place of all that is there */

  gint64   own_since;   /* as for pel_gate_check() */
  guint    effect_ms;   /* how long an effect is awaited at most; 0: PEL_ACTION_EFFECT_MS */
  guint    timeout_ms;  /* for all of it together; 0 is not allowed */
  gboolean is_verified; /* somebody looks at it afterwards, within the same time: half of what is
                           left when it is done is theirs */
  gboolean dry_run;     /* everything up to the act, and what would be done */
} PelAction;

/* What actions need of the session. Borrowed: it outlives every action. */
typedef struct
{
  PelElementSource *elements;
  PelInput         *input;          /* (nullable) */
  PelWindowControl *window_control; /* (nullable) */
} PelActionContext;

/**
 * PelActionOutcome:
 *
 * What came of an action that did not fail. The snapshots are of the element's whole program, right
 * before the act and after its effect was awaited.
 */
typedef struct
{
  gboolean     was_already; /* what was wanted held before: nothing was done */
  gboolean     is_dry_run;  /* nothing was done */
  gboolean     is_unsure;   /* nothing proves that the click did not hit something else */
  const char  *method;      /* (nullable) pattern, input; static */
  const char  *past;        /* “pressed”, for people: without any text of the action; static */
  PelActReply  reply;
  char        *deed;      /* “do action “click””: the acts, done or to be done */
  char        *words;     /* “pressed; dialog “Save” opened”, for people; never NULL */
  PelEffect   *effect;    /* (nullable): where something was done */
  PelSnapshot *before;    /* (nullable): of what was done to a window, or to a place */
  PelSnapshot *after;     /* (nullable): where something was done */
  PelElementId before_id; /* the element in @before */
  PelElementId after_id;  /* in @after; PEL_ELEMENT_NONE where it is gone */
  PelDesktop  *desktop;   /* (nullable) of what was done to a window: how it is now */
  PelWindow   *window;    /* (nullable) in @desktop */
  JsonObject  *evidence;  /* (nullable) hashes of what was seen, for the audit log */
} PelActionOutcome;

/* (transfer full): of something that was done by @method; takes @words and @deed. */
PelActionOutcome *
pel_action_outcome_new (const char *method, const char *past, char *words, char *deed);

void pel_action_outcome_free (PelActionOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelActionOutcome, pel_action_outcome_free)

/* Looks, checks, plans, acts and waits for the effect: by the element's own patterns, where no
 * pointer moves and, but for “focus”, the keyboard stays where it is; else, if the action lets it,
 * by real input: the window comes to the front, and for keys the element gets the keyboard. Only
 * for the pipeline: no policy is asked here. Nothing is ever done twice.
 *
 * Fails before anything was done with PEL_ERROR_STALE_REF, PEL_ERROR_DENIED (ours, or the gate is
 * closed), PEL_ERROR_PATTERN_UNSUPPORTED (its details list what the element does support), the
 * check that failed (PEL_ERROR_NOT_VISIBLE, _NOT_ENABLED, _NOT_STABLE, _OBSCURED; named in the
 * details, with what is in the way), PEL_ERROR_INVALID_ARGUMENT; or because of the act with
 * PEL_ERROR_COMMAND_FAILED (the program said no) and PEL_ERROR_APP_UNRESPONSIVE (it did not answer:
 * the details say whether the act had been sent).
 *
 * Cancelling stops what has not gone out; after that it only ends the wait for the effect, and the
 * outcome reports what was seen until then. An error that comes when a part has been done has
 * “sent” in its details. */
void              pel_action_run_async (const PelActionContext *context,
                                        const PelAction        *action,
                                        GCancellable           *cancellable,
                                        GAsyncReadyCallback     callback,
                                        gpointer                user_data);
PelActionOutcome *pel_action_run_finish (GAsyncResult *result, GError **error);
