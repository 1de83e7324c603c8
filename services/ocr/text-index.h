/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"
#include "services/ocr/text-page.h"
#include "services/provider/ref-counter.h"

/* What was read in one window. Its numbers belong to texts: a text that is still there, or has
 * moved, keeps its own. */
typedef struct
{
  char        *window_id;
  PelImage    *image; /* what it was read from */
  PelTextPage *page;
  guint       *line_refs; /* of each line */
  guint       *word_refs; /* of each word of a line with several; else 0 */
  gint64       time;      /* monotonic: when that was last seen to be so */
} PelTextEntry;

/**
 * PelTextIndex:
 *
 * The text on the screen, window by window, as it was when it was last read.
 */
typedef struct _PelTextIndex PelTextIndex;

/* @refs is borrowed for as long as the index lives. */
PelTextIndex *pel_text_index_new (PelRefCounter *refs);
void          pel_text_index_free (PelTextIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTextIndex, pel_text_index_free)

/* (nullable) (transfer none): until the next change of the index. */
const PelTextEntry *pel_text_index_find (PelTextIndex *self, const char *window_id);

/* (nullable): the entry of a window, if @image shows the same as it was read from, pixel by pixel;
 * it is as of @now then. */
const PelTextEntry *
pel_text_index_confirm (PelTextIndex *self, const char *window_id, PelImage *image, gint64 now);

/* In place of what was known of that window. Keeps both. */
const PelTextEntry *pel_text_index_put (
    PelTextIndex *self, const char *window_id, PelImage *image, PelTextPage *page, gint64 now);

/* What has not been seen since is forgotten. */
void pel_text_index_expire (PelTextIndex *self, gint64 oldest);

/* (nullable) (transfer none): the window in which the text with this number is. */
const char *pel_text_index_find_ref (PelTextIndex *self, guint ref);

/* FALSE where it is not in there. */
gboolean pel_text_entry_find_ref (const PelTextEntry *self, guint ref, PelTextRun *ret_run);
