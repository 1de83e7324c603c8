/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/wayland-veil.h"

/**
 * PelLayerCovers:
 *
 * A veil that takes pointer and keyboard over each output. Those that are not wanted any more are
 * hidden at once, and freed with the others: libwayland 1.21 loses an object that is destroyed
 * while an event that names it waits to be dispatched.
 */
typedef struct _PelLayerCovers PelLayerCovers;

/* @materials are borrowed. @changed is called when a veil is shown, or closed by the compositor. */
PelLayerCovers *pel_layer_covers_new (PelWaylandConnection   *connection,
                                      const PelVeilMaterials *materials,
                                      void (*changed) (gpointer user_data),
                                      gpointer user_data);
void            pel_layer_covers_free (PelLayerCovers *self);

/* For the outputs as they are now. */
void pel_layer_covers_follow (PelLayerCovers *self);

/* New ones in the place of those that are there. */
void pel_layer_covers_renew (PelLayerCovers *self);
void pel_layer_covers_hide (PelLayerCovers *self);

gboolean pel_layer_covers_is_shown (PelLayerCovers *self);    /* one is, at least */
gboolean pel_layer_covers_is_complete (PelLayerCovers *self); /* all are */
gboolean pel_layer_covers_is_closed (PelLayerCovers *self);   /* one is, at least */

/* (nullable): one that is not hidden. It stays valid as long as the covers. */
PelWaylandVeil *pel_layer_covers_find (PelLayerCovers *self, struct wl_surface *surface);
