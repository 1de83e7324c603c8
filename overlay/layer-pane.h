/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/scene.h"
#include "services/window/wayland-connection.h"

#include "fractional-scale-v1-client-protocol.h"
#include "viewporter-client-protocol.h"
#include "wlr-layer-shell-unstable-v1-client-protocol.h"

/* What a pane is made with; all are borrowed, and not NULL unless it says so. */
typedef struct
{
  PelWaylandConnection                  *connection;
  struct wl_compositor                  *compositor;
  struct wl_shm                         *shm;
  struct wp_viewporter                  *viewporter;
  struct zwlr_layer_shell_v1            *layer_shell;
  struct wp_fractional_scale_manager_v1 *scales; /* (nullable) */
} PelLayerMaterials;

/**
 * PelLayerPane:
 *
 * A surface above all windows of one output, with an empty input region from the beginning, in the
 * output's own device pixels. It shows the last scene that it was given as soon as the compositor
 * wants another frame, and none that was made for an output of another size.
 *
 * To hide it, free it: a compositor may end a client that takes the buffer away and attaches
 * another one.
 */
typedef struct _PelLayerPane PelLayerPane;

/* @error is NULL where the compositor has closed it. Called at most once; it is of no more use. */
typedef void (*PelLayerPaneEndFunc) (const GError *error, gpointer user_data);

/* @output is borrowed and must live as long. */
PelLayerPane *pel_layer_pane_new (const PelLayerMaterials *materials,
                                  struct wl_output        *output,
                                  PelLayerPaneEndFunc      end,
                                  gpointer                 user_data);
void          pel_layer_pane_free (PelLayerPane *self);

/* Takes it off the screen; it can only be freed afterwards. Do so with all panes before one of them
 * is freed: when a surface is destroyed, sway 1.10 gives the keyboard to another one of the same
 * client on another output, even one that wants no keys. */
void pel_layer_pane_withdraw (PelLayerPane *self);

/* @ratio: device pixels for one logical one, where the compositor does not tell itself. */
void pel_layer_pane_show (PelLayerPane *self, PelScene *scene, double ratio);
