/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* A list of lines that must not grow beyond a size. */
typedef struct
{
  GString *text;
  gsize    max_bytes; /* 0: no limit */
  guint    n_left_out;
} PelBoundedText;

/* Adds what was appended since @start as a whole, or takes it back and counts it. Nothing more is
 * added after the first that did not fit: what is there is always the beginning. */
void pel_bounded_text_commit (PelBoundedText *self, gsize start);

/* (transfer full): ends it; with a last line “(N @what)” if something was left out. */
char *pel_bounded_text_finish (PelBoundedText *self, const char *what);
