/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"
#include "services/window/wayland-connection.h"

#include "viewporter-client-protocol.h"
#include "wlr-layer-shell-unstable-v1-client-protocol.h"
#include "xdg-output-unstable-v1-client-protocol.h"

/* What a veil is made with; it borrows them. */
typedef struct
{
  struct wl_compositor          *compositor;
  struct wp_viewporter          *viewporter;
  struct zwlr_layer_shell_v1    *layer_shell;
  struct zxdg_output_manager_v1 *output_manager;
  struct wl_buffer              *clear; /* one transparent pixel */
} PelVeilMaterials;

/* (nullable): the name of an interface that veils need and this compositor does not offer. */
const char *pel_veil_materials_find_missing (PelWaylandConnection *connection);

/* Binds all; none may be missing. Whoever asks keeps them until he drops them. */
gboolean pel_veil_materials_gather (PelVeilMaterials     *self,
                                    PelWaylandConnection *connection,
                                    GError              **error);
void     pel_veil_materials_drop (PelVeilMaterials *self);

typedef enum
{
  PEL_VEIL_LEAVES_KEYS,
  PEL_VEIL_TAKES_KEYS, /* all of them, whatever has the pointer */
  PEL_VEIL_NUDGES,     /* a pixel that takes neither keys nor pointer: see below */
} PelVeilKind;

/**
 * PelWaylandVeil:
 *
 * A transparent surface over the whole of one output, above all windows, that takes the pointer,
 * and the keyboard where that is wanted. It asks for its place and shows itself when the compositor
 * answers.
 *
 * sway looks what is below the pointer whenever a surface appears or goes. sway 1.10 does so before
 * the new surface has a size, so a pointer that stays still does not enter it. Therefore the last
 * veil to appear, and the last to go, is one that only nudges.
 */
typedef struct _PelWaylandVeil PelWaylandVeil;

PelWaylandVeil *pel_wayland_veil_new (PelWaylandConnection   *connection,
                                      const PelWaylandGlobal *output,
                                      const PelVeilMaterials *materials,
                                      PelVeilKind             kind);

/* @func is called when it is shown and when the compositor has closed it. */
void pel_wayland_veil_watch (PelWaylandVeil *self,
                             void (*func) (gpointer user_data),
                             gpointer user_data);

/* Takes it off the screen. It is hidden afterwards, once all veils are off the screen: when a
 * surface is destroyed, sway 1.10 gives the keyboard to another one of the same client on another
 * output, even one that wants no keys. */
void pel_wayland_veil_withdraw (PelWaylandVeil *self);

/* What else there is of it is freed after a sync: with libwayland 1.21 a proxy was lost for each
 * probe that destroyed everything at once. */
void pel_wayland_veil_hide (PelWaylandVeil *self);
void pel_wayland_veil_free (PelWaylandVeil *self);

struct wl_surface *pel_wayland_veil_get_surface (PelWaylandVeil *self);

/* Whether the compositor has given it a size, and so has answered. */
gboolean pel_wayland_veil_is_shown (PelWaylandVeil *self);

/* Whether the compositor has taken it away; it does not come back. */
gboolean pel_wayland_veil_is_closed (PelWaylandVeil *self);

/* How many device pixels of the output there are for one logical one; 1 until it is known. */
double pel_wayland_veil_get_ratio (PelWaylandVeil *self);

/* FALSE where the compositor has not told where the output lies. */
gboolean
pel_wayland_veil_to_native (PelWaylandVeil *self, double x, double y, PelNativePoint *ret_point);
