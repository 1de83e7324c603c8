/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/overlay.h"

/**
 * PelPickTyping:
 *
 * What a person who picks has typed so far: the number of a region, or its letters. The letters
 * stay those of the regions that were there when they were shown first.
 */
typedef struct
{
  GString       *text;
  gboolean       wants_hints; /* letters are typed that nothing has yet */
  PelRegionList *hinted;      /* (nullable) what has letters; NULL: numbers are typed */
  GStrv          hints;       /* of all of them */
} PelPickTyping;

PelPickTyping *pel_pick_typing_new (void);
void           pel_pick_typing_free (PelPickTyping *self);

/* Nothing is typed, and there are no letters. */
void pel_pick_typing_clear (PelPickTyping *self);

/* From now on letters are typed, which something will have soon. */
void pel_pick_typing_want_hints (PelPickTyping *self);

/* From now on @list has letters; what has been typed for it stays. */
void pel_pick_typing_start_hints (PelPickTyping *self, PelRegionList *list);

/* Whether something is typed, or could be by letters. */
gboolean pel_pick_typing_is_active (const PelPickTyping *self);

/* Takes a key. FALSE: it means nothing here. */
gboolean pel_pick_typing_take (PelPickTyping *self, guint keysym);

/* (nullable) (transfer none): the region that is named so far; a number is one of @list (nullable).
 */
PelRegion *pel_pick_typing_find (const PelPickTyping *self, PelRegionList *list);

/* Whether the number that is typed is one of @list, or the beginning of one. */
gboolean pel_pick_typing_leads_on (const PelPickTyping *self, PelRegionList *list);

/* Puts the letters into @guide, which gets a hold on its hints. */
void pel_pick_typing_guide (const PelPickTyping *self, PelOverlayGuide *guide);
