/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/outer-source.h"
#include "services/ocr/text-desk.h"

/* What it works with. The counters are those of the source in front of which it stands, and
 * borrowed for as long as it lives. */
typedef struct
{
  PelTextReader *reader;
  PelRefCounter *refs, *snapshots;
} PelTextSourceParts;

/**
 * PelTextSource:
 *
 * Stands in front of another element source and adds the text on the screen to what it sees, for
 * looks that ask for it: see PelTextLayer. A window is only read again where its pixels have
 * changed.
 *
 * A text has the identity of its place among the texts of its window. Looking at it or reading it
 * by that identity takes a picture; where the text is gone, it is stale. Nothing can be done to it
 * but by hand.
 */
#define PEL_TYPE_TEXT_SOURCE (pel_text_source_get_type ())
G_DECLARE_FINAL_TYPE (PelTextSource, pel_text_source, PEL, TEXT_SOURCE, PelOuterSource)

PelTextSource *pel_text_source_new (PelElementSource *inner, const PelTextSourceParts *parts);

/* What pictures are taken with; before that, and without, looks for text fail. (nullable), then
 * with the reason. */
void pel_text_source_set_camera (PelTextSource *self, PelCamera *camera, const GError *reason);

/* (transfer none) */
PelTextReader *pel_text_source_get_reader (PelTextSource *self);

/* It is known from now on, of those windows that lie in the picture with all that they show. */
void pel_text_source_learn (PelTextSource *self, const PelTextLesson *lesson);
