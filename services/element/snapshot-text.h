/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-form.h"
#include "services/element/snapshot-filter.h"

#define PEL_SNAPSHOT_TEXT_BYTES 8192

/* (transfer full): one element a line, two spaces a level, every line ended. At most @max_bytes (0:
 * no limit); where that cuts, the last line says how many are missing and how to reach them. */
char *pel_snapshot_to_text (PelSnapshot             *snapshot,
                            const PelSnapshotFilter *filter,
                            const PelElementForm    *form,
                            gsize                    max_bytes);

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
