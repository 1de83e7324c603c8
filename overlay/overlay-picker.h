/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/picking.h"
#include "services/window/window-source.h"

/* (transfer full): the pointer and the keys of this window system. */
typedef PelPickInput *(*PelPickInputFunc) (gpointer data, GError **error);

/**
 * PelOverlayPicker:
 *
 * The picker that shows on the overlay what is pointed at.
 */
#define PEL_TYPE_OVERLAY_PICKER (pel_overlay_picker_get_type ())
G_DECLARE_FINAL_TYPE (PelOverlayPicker, pel_overlay_picker, PEL, OVERLAY_PICKER, GObject)

/* What @tools holds is borrowed and outlives it. */
PelPicker *pel_overlay_picker_new (PelWindowSource       *windows,
                                   const PelPickingTools *tools,
                                   PelPickInputFunc       make_input,
                                   gpointer               data);
