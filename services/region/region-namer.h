/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/**
 * PelRegionNamer:
 *
 * Gives elements an id that is the same when their program is started again: eight hexadecimal
 * digits that stand for the name of the program and the way down to the element, by roles and
 * names; where there is no name, by the place among its like. It depends neither on the bus nor on
 * anything that the program numbers again each time.
 */
typedef struct _PelRegionNamer PelRegionNamer;

PelRegionNamer *pel_region_namer_new (PelSnapshot *snapshot);
void            pel_region_namer_free (PelRegionNamer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRegionNamer, pel_region_namer_free)

/* Every element of the snapshot, in depth-first order. */
void pel_region_namer_enter (PelRegionNamer *self, const PelElement *element);

/* (transfer full): of the element that was entered last. Where an earlier one has asked for the
 * same id, “-2” is added, and so on. */
char *pel_region_namer_dup_id (PelRegionNamer *self);
