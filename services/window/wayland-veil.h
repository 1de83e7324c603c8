/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"
#include "services/window/wayland-connection.h"

#include "viewporter-client-protocol.h"
#include "wlr-layer-shell-unstable-v1-client-protocol.h"
#include "xdg-output-unstable-v1-client-protocol.h"

/* What a veil is made with; all are borrowed and not NULL. */
typedef struct
{
  struct wl_compositor          *compositor;
  struct wp_viewporter          *viewporter;
  struct zwlr_layer_shell_v1    *layer_shell;
  struct zxdg_output_manager_v1 *output_manager;
  struct wl_buffer              *clear; /* one transparent pixel */
} PelVeilMaterials;

/**
 * PelWaylandVeil:
 *
 * A transparent surface over the whole of one output, above all windows, that takes the pointer
 * and not the keyboard. It asks for its place and shows itself when the compositor answers.
 */
typedef struct _PelWaylandVeil PelWaylandVeil;

PelWaylandVeil *pel_wayland_veil_new (PelWaylandConnection   *connection,
                                      const PelWaylandGlobal *output,
                                      const PelVeilMaterials *materials);

/* Takes it off the screen. What else there is of it is freed after a sync: with libwayland 1.21 a
 * proxy was lost for each probe that destroyed everything at once. */
void pel_wayland_veil_hide (PelWaylandVeil *self);
void pel_wayland_veil_free (PelWaylandVeil *self);

struct wl_surface *pel_wayland_veil_get_surface (PelWaylandVeil *self);

/* Whether the compositor has given it a size, and so has answered. */
gboolean pel_wayland_veil_is_shown (PelWaylandVeil *self);

/* FALSE where the compositor has not told where the output lies. */
gboolean
pel_wayland_veil_to_native (PelWaylandVeil *self, double x, double y, PelNativePoint *ret_point);
