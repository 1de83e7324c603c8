/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/wheel.h"

#include <math.h>

#define WAY_OF_STEP   15.0
#define PARTS_OF_STEP 120

void
pel_wheel_add_way (PelWheel *self, double way)
{
  if (isfinite (way))
    self->way += way;
}

void
pel_wheel_add_parts (PelWheel *self, int parts)
{
  self->parts += parts;
  self->has_parts = TRUE;
}

int
pel_wheel_turn (PelWheel *self)
{
  double way_steps = trunc (self->way / WAY_OF_STEP);
  gint64 steps;

  if (self->has_parts)
    {
      steps = self->parts / PARTS_OF_STEP;
      self->parts %= PARTS_OF_STEP;
      self->way = 0;
      self->has_parts = FALSE;
    }
  else
    {
      steps = (gint64) CLAMP (way_steps, -PEL_WHEEL_MAX, PEL_WHEEL_MAX);
      self->way -= way_steps * WAY_OF_STEP;
    }
  return (int) CLAMP (steps, -PEL_WHEEL_MAX, PEL_WHEEL_MAX);
}
