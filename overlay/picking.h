/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/overlay.h"
#include "overlay/pick-input.h"
#include "services/element/element-source.h"
#include "services/region/picker.h"
#include "services/region/region-tracker.h"

/* What a picking works with. All are borrowed, and outlive it. */
typedef struct
{
  PelElementSource  *source;
  PelRegionRegistry *registry;
  PelRegionTracker  *tracker;
  PelOverlay        *overlay;
} PelPickingTools;

/**
 * PelPicking:
 *
 * One time that a person points at something, from the first motion to the choice: turns what the
 * person does into what is marked on the overlay, and in the end into elements.
 */
typedef struct _PelPicking PelPicking;

/* @picked is (transfer full), as pel_picker_pick_finish() returns it, or NULL: @error tells why.
 * Called once, from the main loop. */
typedef void (*PelPickingDoneFunc) (GPtrArray *picked, const GError *error, gpointer user_data);

/* Takes @input. @prompt and @window are (nullable); @window is the id of the one whose regions get
 * numbers when they are asked for. */
PelPicking *pel_picking_new (const PelPickingTools *tools,
                             PelPickInput          *input,
                             const char            *prompt,
                             const char            *window,
                             PelPickingDoneFunc     done,
                             gpointer               user_data);

/* Takes all that was shown for it off the screen and gives the pointer and the keys back; @gone is
 * called when that has happened. */
void pel_picking_free (PelPicking *self, PelPickGoneFunc gone, gpointer user_data);
