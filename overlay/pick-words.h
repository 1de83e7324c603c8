/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-input.h"
#include "overlay/pick-typing.h"
#include "services/element/snapshot.h"

/* What the banner of a picking depends on. A value; what it points to is borrowed. */
typedef struct
{
  const char          *prompt; /* (nullable) who asks, and what, in lines of its own */
  const char          *note;   /* (nullable) instead of how to go on, in one line */
  PelPickReach         reach;
  const PelPickTyping *typing;
  PelRegionList       *list; /* (nullable) what has numbers, as soon as that is known */
  guint                n_picked;
} PelPickState;

/* (transfer full): the lines of the banner; a “\t” stands before the one that only explains. */
char *pel_pick_words_for_banner (const PelPickState *state);

/* (nullable) (transfer full): why there is nothing to be chosen at @point, in one line. @snapshot
 * is (nullable). */
char *pel_pick_words_for_nothing (PelSnapshot *snapshot, PelNativePoint point);

/* (nullable) (transfer full): what one can do with an element, in one line. */
char *pel_pick_words_for_patterns (PelPatterns patterns);

/* Takes @text (nullable) of someone else, and returns it: the lines of the banner are ours. */
char *pel_pick_words_to_line (char *text);
