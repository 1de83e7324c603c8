/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/verb.h"
#include "services/element/snapshot.h"

/* Whether an act had the effect that was wanted. */
typedef enum
{
  PEL_EFFECT_CONFIRMED, /* it is seen: the state that was wanted, or something else that is new */
  PEL_EFFECT_UNCHANGED, /* nothing is seen of it */
  PEL_EFFECT_UNKNOWN,   /* it cannot be seen: the program does not answer, or it is a secret */
} PelEffectVerdict;

/**
 * PelEffect:
 *
 * What changed between two snapshots of a program, seen from the element that was acted on. Texts
 * come from programs and are data.
 */
typedef struct
{
  PelEffectVerdict verdict;
  guint            n_added, n_removed, n_changed; /* elements of the program */
  GPtrArray       *opened, *closed;               /* of char *: windows, “dialog “Save”” */
  gboolean         is_gone;                       /* the element itself */
  gboolean         has_focus_moved;
  char            *focus;                      /* (nullable): what has the keyboard now */
  char            *value_before, *value_after; /* (nullable): where it changed */
  PelStates        states_before, states_after;
} PelEffect;

/* What is looked for. @text is the value that was set (nullable). */
typedef struct
{
  PelVerb      verb;
  PelSnapshot *before, *after;
  PelElementId before_id;
  const char  *text;
} PelEffectQuestion;

/* Pure. Always of two snapshots that hold the same programs. */
PelEffect *pel_effect_new (const PelEffectQuestion *question);

/* For effects that snapshots do not show: those on windows. */
PelEffect *pel_effect_new_bare (PelEffectVerdict verdict);
void       pel_effect_free (PelEffect *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelEffect, pel_effect_free)

/* “confirmed”. Never NULL. */
const char *pel_effect_verdict_to_string (PelEffectVerdict verdict);

/* (transfer full): “dialog “Save” opened; value “12””, or "" where nothing is to be said. */
char *pel_effect_to_text (const PelEffect *self);
