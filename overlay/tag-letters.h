/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <pango/pangocairo.h>

/**
 * PelTagLetters:
 *
 * Numbers and letters of the alphabet, each shaped once: a thousand tags hold few different ones.
 * What is not plain ASCII in one font is refused, and must be laid out as any other text.
 */
typedef struct _PelTagLetters PelTagLetters;

PelTagLetters *pel_tag_letters_new (PangoContext *context, const PangoFontDescription *font);
void           pel_tag_letters_free (PelTagLetters *self);

/* In whole pixels. FALSE: refused. */
gboolean pel_tag_letters_measure (PelTagLetters *self, const char *text, int *ret_width);

/* From @x on, on @baseline, in the colour that @cr has. Only what could be measured. */
void pel_tag_letters_show (PelTagLetters *self, cairo_t *cr, const char *text, int x, int baseline);
