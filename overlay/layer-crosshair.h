/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/wayland-veil.h"

/**
 * PelLayerCrosshair:
 *
 * The pointer of one who picks, seen on every ground, in the device pixels of the output it is on.
 */
typedef struct _PelLayerCrosshair PelLayerCrosshair;

PelLayerCrosshair *pel_layer_crosshair_new (PelWaylandConnection   *connection,
                                            const PelVeilMaterials *materials);
void               pel_layer_crosshair_free (PelLayerCrosshair *self);

/* For a pointer that has entered a surface of ours with @serial, on an output with that many device
 * pixels for a logical one. */
void pel_layer_crosshair_show (PelLayerCrosshair *self,
                               struct wl_pointer *pointer,
                               guint32            serial,
                               double             ratio);
