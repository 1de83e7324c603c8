/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/element-place.h"

#define PEL_SELECTION_HISTORY_MAX 100

/**
 * PelSelectionHistory:
 *
 * Where a person has been in the tree, as in a browser: one can go back, and then forward, until
 * someone goes elsewhere. The oldest places are forgotten. Pure: whether something is still there
 * is told by who asks.
 */
typedef struct _PelSelectionHistory PelSelectionHistory;

typedef enum
{
  PEL_HISTORY_BACK = -1,
  PEL_HISTORY_FORWARD = 1,
} PelHistoryWay;

typedef gboolean (*PelIsThereFunc) (const PelElementPlace *place, gpointer data);

PelSelectionHistory *pel_selection_history_new (void);
void                 pel_selection_history_free (PelSelectionHistory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSelectionHistory, pel_selection_history_free)

/* The person is there now. Where the history has just led to it, nothing changes. */
void pel_selection_history_add (PelSelectionHistory *self, const PelElementPlace *place);

/* (nullable) (transfer none): the next place that way which is still there, and not the one where
 * the person is. */
const PelElementPlace *pel_selection_history_find (PelSelectionHistory *self,
                                                   PelHistoryWay        way,
                                                   PelIsThereFunc       is_there,
                                                   gpointer             data);

/* The same, and that is where the person is from now on. */
const PelElementPlace *pel_selection_history_go (PelSelectionHistory *self,
                                                 PelHistoryWay        way,
                                                 PelIsThereFunc       is_there,
                                                 gpointer             data);
