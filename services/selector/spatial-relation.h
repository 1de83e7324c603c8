/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/selector/selector.h"

/* How far “near” reaches, in logical pixels. */
#define PEL_SPATIAL_NEAR 64

/* (transfer full): of PelElementId: the visible elements that stand in @relation (right-of … near)
 * to at least one of @anchors (of PelElementId), the nearest first. Only elements of one window are
 * held against each other, and never an element against what it is in or what is in it. An anchor
 * that is not visible has no neighbours. */
GArray *pel_spatial_relation_find (PelSnapshot        *snapshot,
                                   PelSelectorStepKind relation,
                                   const GArray       *anchors);
