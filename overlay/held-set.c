/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/held-set.h"

void
pel_held_set_press (PelHeldSet *self, guint32 code)
{
  if (self->n_codes < PEL_MAX_HELD && !pel_held_set_has (self, code))
    self->codes[self->n_codes++] = code;
}

gboolean
pel_held_set_has (const PelHeldSet *self, guint32 code)
{
  for (guint i = 0; i < self->n_codes; i++)
    if (self->codes[i] == code)
      return TRUE;
  return FALSE;
}

gboolean
pel_held_set_release (PelHeldSet *self, guint32 code)
{
  for (guint i = 0; i < self->n_codes; i++)
    if (self->codes[i] == code)
      {
        self->codes[i] = self->codes[--self->n_codes];
        return TRUE;
      }
  return FALSE;
}
