/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/errand.h"

PelAim *
pel_aim_new (PelSnapshot *snapshot, PelElementId id, JsonObject *json)
{
  PelAim *self = g_new0 (PelAim, 1);

  self->snapshot = g_object_ref (snapshot);
  self->id = id;
  self->confidence = 1;
  self->json = json_object_ref (json);
  return self;
}

void
pel_aim_free (PelAim *self)
{
  g_object_unref (self->snapshot);
  json_object_unref (self->json);
  g_free (self);
}

void
pel_errand_report_free (PelErrandReport *self)
{
  g_clear_pointer (&self->verdict, pel_policy_verdict_free);
  g_clear_pointer (&self->outcome, pel_action_outcome_free);
  g_clear_pointer (&self->verification, json_object_unref);
  g_free (self->note);
  g_free (self);
}
