/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/likeness.h"

PelLikeness *
pel_likeness_new (guint64 n_different)
{
  PelLikeness *self = g_new0 (PelLikeness, 1);

  self->n_different = n_different;
  self->rects = g_array_new (FALSE, FALSE, sizeof (PelImageRect));
  return self;
}

PelLikeness *
pel_likeness_new_obstacle (const char *obstacle)
{
  PelLikeness *self = pel_likeness_new (0);

  self->obstacle = g_strdup (obstacle);
  return self;
}

void
pel_likeness_free (PelLikeness *self)
{
  if (self == NULL)
    return;
  g_free (self->obstacle);
  g_array_unref (self->rects);
  g_free (self);
}
