/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/provider/atspi-tree.h"

/* How far inside of its corner a widget begins to place what it holds: its border and its padding.
 * GTK 4.10 and later count a place from there, but leave it out of the sums that they report. It
 * follows from sizes, more or less surely. In the toolkit's units; a value. */
typedef struct
{
  double       x, y;
  PelCertainty certainty;
} PelInset;

/* That of the node. What it holds must fill it, be in its middle, or keep equal margins. Where
 * @sets_showing, what is not showing does not count: it is where it was. */
PelInset pel_inset_find (PelAtspiTree *tree, PelNodeId id, gboolean sets_showing);

/* Whether the node is where its parent begins, whatever it reports: it is as large. A page of a
 * stack and what it shows report the same offset twice. */
gboolean pel_inset_is_filled (PelAtspiTree *tree, PelNodeId parent, PelNodeId id);
