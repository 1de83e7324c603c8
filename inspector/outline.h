/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot-filter.h"

/**
 * PelOutline:
 *
 * What the tree shows of one program, as it was in one snapshot: the elements that a filter leaves,
 * each below the nearest of its ancestors that is left. The application itself is not among them:
 * its children, the windows, are at the top. Immutable and reference-counted; sixteen bytes an
 * element beside the snapshot's own.
 */
typedef struct _PelOutline PelOutline;

/* @program: an index in @snapshot. */
PelOutline *pel_outline_new (PelSnapshot *snapshot, guint program, PelFilterFlags filter);
PelOutline *pel_outline_ref (PelOutline *self);
void        pel_outline_unref (PelOutline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelOutline, pel_outline_unref)

/* (transfer none) */
PelSnapshot *pel_outline_get_snapshot (const PelOutline *self);
guint        pel_outline_get_n_elements (const PelOutline *self);

/* PEL_ELEMENT_NONE where the program has none, or the filter does not leave it. */
PelElementId pel_outline_find_ref (const PelOutline *self, guint ref);

/* Below which one @id is shown; PEL_ELEMENT_NONE: it is at the top. */
PelElementId pel_outline_get_parent (const PelOutline *self, PelElementId id);

gboolean pel_outline_has_children (const PelOutline *self, PelElementId id);

/* (transfer full): of PelElementId. PEL_ELEMENT_NONE: what is at the top. */
GArray *pel_outline_list_children (const PelOutline *self, PelElementId id);

/* (transfer full): of guint: which child of which, from the top down to @id, which is shown. */
GArray *pel_outline_list_path (const PelOutline *self, PelElementId id);
