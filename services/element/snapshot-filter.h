/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

typedef enum
{
  PEL_FILTER_INTERACTIVE = 1 << 0, /* only what can be used, and the windows that hold it */
  PEL_FILTER_COMPACT = 1 << 1,     /* without structure that says nothing */
  PEL_FILTER_VISIBLE = 1 << 2,     /* only what can be seen */
} PelFilterFlags;

/* What of a snapshot is shown. A value. */
typedef struct
{
  PelElementId   scope; /* it and what is below it; PEL_ELEMENT_NONE: all */
  PelFilterFlags flags;
  guint          max_depth; /* levels of the tree below the scope; 0: all */
} PelSnapshotFilter;

/* An element that is kept. Where its parent is not, it hangs on the nearest ancestor that is. */
typedef struct
{
  PelElementId id;
  PelElementId parent; /* kept as well, or PEL_ELEMENT_NONE */
  guint16      level;  /* how many kept ancestors it has */
  guint32      n_away; /* rows in it, if it is a list, that are scrolled away; those of a list that
                          is not kept, as it cannot be used, count for what holds it */
} PelKeptElement;

/* (transfer full): of PelKeptElement, in depth-first order. */
GArray *pel_snapshot_filter_apply (const PelSnapshotFilter *self, PelSnapshot *snapshot);
