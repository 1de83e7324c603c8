/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/wayland-connection.h"

/**
 * PelWaylandSeat:
 *
 * The compositor's first seat: whether it has a pointer and a keyboard, and what that pointer
 * enters.
 */
typedef struct _PelWaylandSeat PelWaylandSeat;

/* The pointer stands at @x, @y of @surface. */
typedef void (*PelWaylandEnterFunc) (struct wl_surface *surface,
                                     double             x,
                                     double             y,
                                     gpointer           user_data);

PelWaylandSeat *pel_wayland_seat_new (PelWaylandConnection *connection);
void            pel_wayland_seat_free (PelWaylandSeat *self);

/* Known one sync after the globals are. */
gboolean pel_wayland_seat_has_pointer (PelWaylandSeat *self);
gboolean pel_wayland_seat_has_keyboard (PelWaylandSeat *self);

/* @func is called when the seat has got or lost one of them, or is another seat now: whoever has
 * one that the seat has not any more gives it back. */
void pel_wayland_seat_watch (PelWaylandSeat *self,
                             void (*func) (gpointer user_data),
                             gpointer user_data);

/* (transfer full); the seat must have one. */
struct wl_pointer  *pel_wayland_seat_make_pointer (PelWaylandSeat *self);
struct wl_keyboard *pel_wayland_seat_make_keyboard (PelWaylandSeat *self);

/* From now on @func is told what is entered, until pel_wayland_seat_unlisten(). The seat must have
 * a pointer. */
void pel_wayland_seat_listen (PelWaylandSeat *self, PelWaylandEnterFunc func, gpointer user_data);
void pel_wayland_seat_unlisten (PelWaylandSeat *self);
