/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <wayland-client.h>

/* What is told of a pointer, to one who gets all of it. None is NULL. Nothing of the pointer is
 * used after a call, which may be its end. */
typedef struct
{
  /* It has come to @surface (nullable: one that is gone); who hears that gives it a shape. */
  void (*entered) (struct wl_surface *surface, guint32 serial, gpointer user_data);
  void (*moved) (double x, double y, gpointer user_data); /* on the surface that it entered last */
  void (*left) (gpointer user_data);
  void (*button) (guint button, gboolean is_pressed, gpointer user_data); /* 1: the first */
  void (*wheel) (int steps, gpointer user_data);                          /* down */
} PelLayerPointerFuncs;

/**
 * PelLayerPointer:
 *
 * A pointer on our surfaces, in the words of a mouse: a touchpad turns a wheel as well.
 */
typedef struct _PelLayerPointer PelLayerPointer;

/* Takes the proxy. */
PelLayerPointer *pel_layer_pointer_new (struct wl_pointer          *proxy,
                                        const PelLayerPointerFuncs *funcs,
                                        gpointer                    user_data);
void             pel_layer_pointer_free (PelLayerPointer *self);

struct wl_pointer *pel_layer_pointer_get_proxy (PelLayerPointer *self);
