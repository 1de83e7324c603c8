/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/selector-search.h"
#include "inspector/snapshot-tree-model.h"
#include "services/region/region-registry.h"

/**
 * PelPanelMarks:
 *
 * What the panel has marked on the screen: what is selected and hovered in its tree, and what its
 * selector matches. Only while the tree can be seen: then it is known what they are for.
 */
typedef struct _PelPanelMarks PelPanelMarks;

/* It is not shown at first. @search is asked when it is shown and by pel_panel_marks_match(). */
PelPanelMarks *pel_panel_marks_new (PelRegionRegistry    *regions,
                                    PelSnapshotTreeModel *model,
                                    PelSelectorSearch    *search);
void           pel_panel_marks_free (PelPanelMarks *self); /* takes its marks away */

void pel_panel_marks_set_shown (PelPanelMarks *self, gboolean is_shown);

/* @items: of PelProgramItem and PelElementItem. */
void pel_panel_marks_select (PelPanelMarks *self, GPtrArray *items);

/* (nullable) */
void pel_panel_marks_hover (PelPanelMarks *self, GObject *item);

/* All that the selector matches now. */
void pel_panel_marks_match (PelPanelMarks *self);
