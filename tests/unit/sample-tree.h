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
  PelPlace      place;
} SampleRow;

/* Element n of a calculator has ref n and the path /n, in depth-first order. */
PelSnapshot *sample_tree_build (const SampleRow *rows, guint n_rows);

/* The same on sample_desktop_new(): the first frame is drawn in the calculator's window. */
PelSnapshot *sample_tree_build_on_desktop (const SampleRow *rows, guint n_rows);

extern const SampleRow sample_calculator[];
extern const guint     sample_calculator_length;

/* Two monitors: “DP-1” at twice the size, “HDMI 1” to the right of it. */
PelMonitorLayout *sample_layout_new (void);

/* These, with two windows: the calculator's “0x7” below a tool tip that hides its button “7”. */
PelDesktop *sample_desktop_new (void);
