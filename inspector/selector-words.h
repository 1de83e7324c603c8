/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* (transfer full): every word that a selector may begin a predicate with: roles, and keys with what
 * usually follows them, as in “name=”. */
GStrv pel_selector_words_list (void);

/* Whether @word completes what stands before @position (in characters) of @text, and is more than
 * that. Nothing is completed inside of quotation marks, nor behind “:” or “name=”, where a text
 * stands; behind “role=” only roles are. */
gboolean pel_selector_words_fits (const char *text, int position, const char *word);

/* (transfer full): @text with @word in place of what it completes; @position then stands behind it.
 */
char *pel_selector_words_complete (const char *text, int *position, const char *word);
