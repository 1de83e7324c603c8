/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-queue.h"
#include "services/provider/atspi-tree.h"

/**
 * PelAtspiStacks:
 *
 * Finds out which page of a stack can be seen. GTK 4 keeps the states and the places of pages that
 * were shown once; what it does tell is what lies at a point. The pages behind are marked in the
 * tree.
 */
typedef struct _PelAtspiStacks PelAtspiStacks;

/* All answers are there; @is_changed where another page is in front now. */
typedef void (*PelAtspiStacksFunc) (gboolean is_changed, gpointer data);

PelAtspiStacks *pel_atspi_stacks_new (PelAtspiQueue     *queue,
                                      PelAtspiTree      *tree,
                                      PelAtspiStacksFunc done,
                                      gpointer           data);
void            pel_atspi_stacks_free (PelAtspiStacks *self);

/* Ends with @done where it returns TRUE; FALSE: there is nothing to ask, or it is under way. */
gboolean pel_atspi_stacks_probe (PelAtspiStacks *self);
gboolean pel_atspi_stacks_is_busy (PelAtspiStacks *self);
