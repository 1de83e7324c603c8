/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "services/selector/facts.h"

/**
 * PelSelectorSearch:
 *
 * What the selector that a person types matches on the desktop, kept as the desktop is: it looks
 * when the text changes and when the source says that something may have changed, at most once at a
 * time, and rests in between. Without a text it does nothing at all.
 *
 * Signal "changed": something that is told here is different.
 */
#define PEL_TYPE_SELECTOR_SEARCH (pel_selector_search_get_type ())
G_DECLARE_FINAL_TYPE (PelSelectorSearch, pel_selector_search, PEL, SELECTOR_SEARCH, GObject)

PelSelectorSearch *pel_selector_search_new (PelElementSource *source, PelFacts *facts);

/* "": nothing is looked for. */
void        pel_selector_search_set_text (PelSelectorSearch *self, const char *text);
const char *pel_selector_search_get_text (PelSelectorSearch *self);

/* While it is not live no one sees what it finds: it looks for nothing. It is, at first. */
void pel_selector_search_set_live (PelSelectorSearch *self, gboolean is_live);

/* Whether the text has not been looked for yet. */
gboolean pel_selector_search_is_busy (PelSelectorSearch *self);

/* (nullable): why nothing is found: the text is no selector, or nothing can be seen. */
const GError *pel_selector_search_get_error (PelSelectorSearch *self);

/* Where in the text the mistake is, in characters from 0; -1: there is none. */
int pel_selector_search_get_column (PelSelectorSearch *self);

guint pel_selector_search_get_n_matches (PelSelectorSearch *self);

/* How many elements and programs did not tell whether they match. */
guint pel_selector_search_get_n_silent (PelSelectorSearch *self);

/* (nullable) (transfer none): the snapshot that match number @position is in. */
PelSnapshot *
pel_selector_search_get_match (PelSelectorSearch *self, guint position, PelElementId *ret_id);

/* How sure it is that the match is what is meant; @ret_reasons: (transfer full). Of a single match.
 */
double pel_selector_search_get_confidence (PelSelectorSearch *self, GStrv *ret_reasons);

/* (nullable) (transfer full): where nothing matches, what came closest, and why it does not. */
char *pel_selector_search_dup_near_miss (PelSelectorSearch *self);
