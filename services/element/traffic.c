/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/traffic.h"

void
pel_traffic_free (PelTraffic *self)
{
  if (self == NULL)
    return;
  g_free (self->bus_name);
  g_free (self->name);
  g_free (self);
}

PelTraffic *
pel_traffic_copy (const PelTraffic *self)
{
  PelTraffic *copy = g_memdup2 (self, sizeof *self);

  copy->bus_name = g_strdup (self->bus_name);
  copy->name = g_strdup (self->name);
  return copy;
}
