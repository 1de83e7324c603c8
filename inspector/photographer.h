/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/portrait.h"
#include "services/tool/tool.h"

#include <glib-object.h>

/**
 * PelPhotographer:
 *
 * Takes pictures of one element with the tool ui_capture: one when it becomes another element, and
 * one more whenever it is asked. Every picture is written down in the audit log, so that it never
 * takes a second one by itself: a view that keeps up with the screen would bury there what matters.
 *
 * At most one is being taken at a time, at most one a second, and none while no one could see it.
 * What was wished for meanwhile is done afterwards, once, and of the element that is set then.
 *
 * Signal "begun": one is being taken.
 * Signal "taken" (PelPortrait, gboolean): of the element that is set now; TRUE: another window lies
 * above it, and is in the picture.
 * Signal "failed" (message): why there is none.
 */
#define PEL_TYPE_PHOTOGRAPHER (pel_photographer_get_type ())
G_DECLARE_FINAL_TYPE (PelPhotographer, pel_photographer, PEL, PHOTOGRAPHER, GObject)

PelPhotographer *pel_photographer_new (void);

/* Borrowed, and outlives it and its last picture. NULL: no more are taken. */
void pel_photographer_set_context (PelPhotographer *self, const PelToolContext *context);

/* 0: of none. A picture of another element that is being taken is given up. */
void pel_photographer_set_ref (PelPhotographer *self, guint ref);

/* Whether someone can see it; at first no one can. */
void pel_photographer_set_shown (PelPhotographer *self, gboolean is_shown);

/* One more. */
void pel_photographer_refresh (PelPhotographer *self);

/* The element is seen where it is now: a picture that could not be taken before is tried again. */
void pel_photographer_note_visible (PelPhotographer *self);
