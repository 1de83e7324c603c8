/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/errand.h"

static PelAim *
aim_new (JsonObject *json)
{
  PelAim *self = g_new0 (PelAim, 1);

  self->confidence = 1;
  self->json = json != NULL ? json_object_ref (json) : NULL;
  return self;
}

PelAim *
pel_aim_new (PelSnapshot *snapshot, PelElementId id, JsonObject *json)
{
  PelAim *self = aim_new (json);

  self->snapshot = g_object_ref (snapshot);
  self->id = id;
  return self;
}

PelAim *
pel_aim_new_for_window (PelWindow *window, JsonObject *json)
{
  PelAim *self = aim_new (json);

  g_set_object (&self->window, window);
  return self;
}

void
pel_aim_free (PelAim *self)
{
  while (self != NULL)
    {
      PelAim *next = self->next;

      g_clear_object (&self->snapshot);
      g_clear_object (&self->window);
      g_clear_pointer (&self->json, json_object_unref);
      g_free (self);
      self = next;
    }
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
