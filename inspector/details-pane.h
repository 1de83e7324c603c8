/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelDetailsPane:
 *
 * Everything about one element or program. It asks as “pellucid describe” does, one question at a
 * time; until the answer comes, what was known stays.
 *
 * Signal "followed" (bus name, ref): the person wants to see that element.
 */
#define PEL_TYPE_DETAILS_PANE (pel_details_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelDetailsPane, pel_details_pane, PEL, DETAILS_PANE, GtkBox)

/* Borrowed, and outlives the pane. */
void pel_details_pane_set_context (PelDetailsPane *self, const PelToolContext *context);

/* (transfer none): the group “element”, whose action “copy-as” takes the name of a PelCopyForm and
 * copies what is shown, now or as soon as it is known. */
GActionGroup *pel_details_pane_get_actions (PelDetailsPane *self);

/* (nullable): PelProgramItem or PelElementItem. */
void pel_details_pane_set_item (PelDetailsPane *self, GObject *item);

/* Whether it can be seen; at first it cannot. No pictures are taken meanwhile. */
void pel_details_pane_set_shown (PelDetailsPane *self, gboolean is_shown);

/* Something may have changed: asks again, though not more often than a person can read. */
void pel_details_pane_refresh (PelDetailsPane *self);
