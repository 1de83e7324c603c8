/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* A row of a tree to test with: @level says below which row it is. */
typedef struct
{
  guint         level;
  guint         native_role;
  const char   *name;
  PelStates     states;
  guint         interfaces;
  guint         flags;
  PelNativeRect bounds;
} SampleRow;

/* Element n of a calculator has ref n and the path /n, in depth-first order. */
PelSnapshot *sample_tree_build (const SampleRow *rows, guint n_rows);

extern const SampleRow sample_calculator[];
extern const guint     sample_calculator_length;

/* Two monitors: “DP-1” at twice the size, “HDMI 1” to the right of it. */
PelMonitorLayout *sample_layout_new (void);
