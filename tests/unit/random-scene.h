/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/painter.h"

/* A scene of @n_items of every kind, some of them beyond the edges, by g_test_rand_int(). */
PelScene *pel_random_scene_new (int width, int height, double scale, guint n_items);

/* (transfer full): another one, with a few items left out, added, changed or moved. */
PelScene *pel_random_scene_change (const PelScene *scene);

/* (transfer full): a few rectangles. */
cairo_region_t *pel_random_damage_new (int width, int height);

/* (transfer full): all of it, on a transparent ground. */
cairo_surface_t *pel_scene_render (const PelScene *scene, PelPainterMode mode);
