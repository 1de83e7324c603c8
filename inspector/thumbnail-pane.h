/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/element-item.h"
#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelThumbnailPane:
 *
 * What one element looks like, to be copied and saved. The picture is the one that “pellucid
 * capture” would take: one for each element that is shown here, and more when the person wants.
 *
 * Signal "told" (message): what was done, for the person.
 */
#define PEL_TYPE_THUMBNAIL_PANE (pel_thumbnail_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelThumbnailPane, pel_thumbnail_pane, PEL, THUMBNAIL_PANE, GtkBox)

/* Borrowed, and outlives the pane and its last picture. */
void pel_thumbnail_pane_set_context (PelThumbnailPane *self, const PelToolContext *context);

/* (nullable): without one the pane cannot be seen. */
void pel_thumbnail_pane_set_item (PelThumbnailPane *self, PelElementItem *item);

/* Whether the window around it can be seen; at first it cannot. */
void pel_thumbnail_pane_set_shown (PelThumbnailPane *self, gboolean is_shown);

/* The person has changed the element: one more picture. */
void pel_thumbnail_pane_refresh (PelThumbnailPane *self);

/* The element is known to be seen now: where there is no picture of it, there may be one. */
void pel_thumbnail_pane_note_visible (PelThumbnailPane *self);
