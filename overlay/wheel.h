/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

#define PEL_WHEEL_MAX 100 /* steps at once; more is no person */

/* Steps of a wheel out of what a compositor tells: 120ths of a step where it knows of a wheel, else
 * a way in logical pixels, of which 15 are a step. Rests are kept. A value; all zeros is at
 * rest. */
typedef struct
{
  double   way;
  gint64   parts;
  gboolean has_parts; /* since the last turn: the way tells the same again */
} PelWheel;

void pel_wheel_add_way (PelWheel *self, double way);
void pel_wheel_add_parts (PelWheel *self, int parts);

/* The whole steps that have come together, which are taken off it; above 0 is down. */
int pel_wheel_turn (PelWheel *self);
