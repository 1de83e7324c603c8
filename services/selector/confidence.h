/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector.h"

/* What speaks for a match, and against it. A value. */
typedef struct
{
  const PelSelectorAlternative *alternative; /* (nullable) NULL: known by its identity */
  guint    n_matches; /* among which one was asked for; 1: no others, or all were */
  guint    n_hidden;  /* others that match, and cannot be seen */
  double   moved_px;  /* logical, since the snapshot that its ref came from */
  double   ocr;       /* confidence of the text, of an OCR match */
  gboolean is_text;   /* it is known by text recognition alone, however it was named */
} PelEvidence;

/* From 0.01 to 1. @ret_reasons, where not NULL: (transfer full) a sentence for each thing that
 * counted, translated, NULL-terminated. */
double pel_confidence_compute (const PelEvidence *evidence, char ***ret_reasons);
