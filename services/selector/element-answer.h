/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/facts.h"
#include "services/selector/selector.h"

/* What one element says about one key. A value; its texts are borrowed. Only what belongs to the
 * type of the key is set. */
typedef struct
{
  const char       *texts[2]; /* any of them counts: a window has two titles */
  guint             n_texts;  /* 0: it has none */
  gboolean          has_number;
  double            number;
  PelSelectorChoice choice;
  PelRole           role;
  PelPatterns       patterns;
  PelReadingFlags   wanted; /* not 0: there is more, and it must be read first */
} PelElementAnswer;

/**
 * PelAnswers:
 *
 * Says what the elements of one snapshot answer. What takes a pass over all of them to learn, or a
 * look at a process, is learnt when it is first asked for, and kept.
 */
typedef struct _PelAnswers PelAnswers;

/* Borrows all of them. @facts may be NULL: then nothing has been read. @purse (nullable): what
 * patterns take is paid from it; NULL: they have a time of their own. */
PelAnswers *pel_answers_new (PelSnapshot *snapshot, const PelFacts *facts, PelPurse *purse);
void        pel_answers_free (PelAnswers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAnswers, pel_answers_free)

PelSnapshot *pel_answers_get_snapshot (PelAnswers *self);

/* From now on every element may be in any state. */
void     pel_answers_ignore_states (PelAnswers *self);
gboolean pel_answers_ignores_states (PelAnswers *self);

PelElementAnswer pel_answers_get (PelAnswers *self, PelSelectorKey key, PelElementId id);

/* Whether what is still unknown about it will stay unknown for now. */
gboolean pel_answers_is_silent (PelAnswers *self, PelElementId id);

/* The same for a program as a whole; @key is PEL_KEY_OF_PROGRAM. */
PelElementAnswer
pel_answers_get_of_program (PelAnswers *self, PelSelectorKey key, guint program_index);

/* Patterns may be made to take forever, and the texts that they are held against are others'. To be
 * asked before each: FALSE once all of them together have had their time, and from then on. What
 * plain patterns take is free. */
gboolean pel_answers_may_search (PelAnswers *self);
gboolean pel_answers_is_exhausted (PelAnswers *self);

/* Exhausted, but they had less than a full purse: later they may have enough. */
gboolean pel_answers_is_put_off (PelAnswers *self);

/* The nearest one that is a window, itself or further out; PEL_ELEMENT_NONE where none is. */
PelElementId pel_answers_find_window (PelAnswers *self, PelElementId id);
