/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

#include <atspi/atspi-constants.h>

/* A row of a tree to make regions of: @level says below which row it is. */
typedef struct
{
  guint         level;
  guint         native_role;
  const char   *name;
  PelNativeRect bounds;
  int           window;  /* it is drawn in a window of its own: its index and one; 0: it is not */
  guint         missing; /* flags that it lacks, of PelElementFlags */
  const char   *value;
  gboolean      is_focusable;
} RegionRow;

#define REGION_ROW_FLAGS (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)

/* Element n has the ref n and the path /n. Roles that are made to be used are enabled. */
PelSnapshot *region_tree_build (const RegionRow     *rows,
                                guint                n_rows,
                                const PelWindowInfo *windows,
                                guint                n_windows,
                                const char          *bus_name);
