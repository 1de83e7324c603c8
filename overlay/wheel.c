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
    self->way = CLAMP (self->way + way, -PEL_WHEEL_MAX * WAY_OF_STEP, PEL_WHEEL_MAX * WAY_OF_STEP);
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
  gint64 steps = (gint64) trunc (self->way / WAY_OF_STEP);

  if (self->has_parts)
    {
      steps = self->parts / PARTS_OF_STEP;
      self->parts %= PARTS_OF_STEP;
      self->way = 0;
      self->has_parts = FALSE;
    }
  else
    self->way -= (double) steps * WAY_OF_STEP;
  return (int) CLAMP (steps, -PEL_WHEEL_MAX, PEL_WHEEL_MAX);
}
