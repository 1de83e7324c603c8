/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/action.h"

PelActionOutcome *
pel_action_outcome_new (const char *method, const char *past, char *words, char *deed)
{
  PelActionOutcome *self = g_new0 (PelActionOutcome, 1);

  self->method = method;
  self->past = past;
  self->words = words;
  self->deed = deed;
  return self;
}

void
pel_action_outcome_free (PelActionOutcome *self)
{
  if (self == NULL)
    return;
  g_free (self->deed);
  g_free (self->words);
  pel_effect_free (self->effect);
  g_clear_object (&self->before);
  g_clear_object (&self->after);
  g_clear_object (&self->desktop);
  g_clear_object (&self->window);
  g_clear_pointer (&self->evidence, json_object_unref);
  g_free (self);
}
