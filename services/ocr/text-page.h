/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

/* More words than this are not kept, nor longer ones. */
#define PEL_TEXT_PAGE_MAX_WORDS   10000
#define PEL_TEXT_WORD_MAX_BYTES   256
#define PEL_TEXT_LEAST_CONFIDENCE 0.3 /* below it, it is rather a line or a picture than a word */

/* A piece of text in a picture. A value; its text belongs to who made it. */
typedef struct
{
  char        *text;       /* valid UTF-8, not empty */
  PelImageRect box;        /* pixels of the picture */
  double       confidence; /* 0 … 1 */
} PelTextRun;

/* Words of @n_words that stand side by side, read from left to right. */
typedef struct
{
  PelTextRun run; /* all of it: words with a space between them */
  guint      first_word, n_words;
} PelTextLine;

/**
 * PelTextPage:
 *
 * What was read in a picture: words, and the lines that they stand in. Immutable and counted, so
 * that any thread may read it. Words are in the order of their lines, lines from the top.
 */
typedef struct
{
  GArray *words; /* of PelTextRun */
  GArray *lines; /* of PelTextLine */
} PelTextPage;

/* Takes the texts of @words (of PelTextRun, in any order). What is a word at all is decided here,
 * and so is what stands in one line: a gap as wide as the line is high ends it, since labels that
 * stand side by side are no sentence. */
PelTextPage *pel_text_page_new (GArray *words);

/* (transfer full): the words whose middle lies where @part, the part of the picture in @rect, has a
 * pixel; boxes count from its corner. */
PelTextPage *
pel_text_page_cut (const PelTextPage *self, const PelImageRect *rect, const PelImage *part);

PelTextPage *pel_text_page_ref (PelTextPage *self);
void         pel_text_page_unref (PelTextPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTextPage, pel_text_page_unref)

const PelTextRun  *pel_text_page_get_word (const PelTextPage *self, guint index);
const PelTextLine *pel_text_page_get_line (const PelTextPage *self, guint index);

/* (transfer full): a line of text for each line. */
char *pel_text_page_dup_text (const PelTextPage *self);

void pel_text_run_clear (PelTextRun *self);
