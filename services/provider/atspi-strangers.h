/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-queue.h"
#include "services/provider/atspi-tree.h"

/**
 * PelAtspiStrangers:
 *
 * Objects that have sent an event and are not in the tree: some programs do not tell when something
 * is added. Finds out where they belong, by asking for the parent and the parent's parent.
 */
typedef struct _PelAtspiStrangers PelAtspiStrangers;

/* @id is in the tree and has something below it that is not. */
typedef void (*PelAtspiStrangersFunc) (PelNodeId id, gpointer data);

PelAtspiStrangers *pel_atspi_strangers_new (PelAtspiQueue        *queue,
                                            PelAtspiTree         *tree,
                                            PelAtspiStrangersFunc found,
                                            gpointer              data);
void               pel_atspi_strangers_free (PelAtspiStrangers *self);

/* Asks about one; where many come at once, some are forgotten: others lead to the same place. */
void pel_atspi_strangers_add (PelAtspiStrangers *self, const char *path);
