/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-greeting.h"

#include "services/base/text.h"
#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-method.h"

#define MAX_TEXT 256

enum
{
  TOOLKIT,
  VERSION,
  ADDRESS,
  N_QUESTIONS
};

struct _PelAtspiGreeting
{
  PelAtspiQueue       *queue;
  PelAtspiGreetingFunc greeted;
  gpointer             data;
  char                *answers[N_QUESTIONS];
  guint                n_open;
};

static const PelAtspiMethod *const questions[] = {
  [TOOLKIT] = &pel_atspi_get_toolkit,
  [VERSION] = &pel_atspi_get_version,
  [ADDRESS] = &pel_atspi_get_address,
};
G_STATIC_ASSERT (G_N_ELEMENTS (questions) == N_QUESTIONS);

static void
take_answer (sd_bus_message *reply, guint64 question, gpointer data)
{
  PelAtspiGreeting *self = data;
  const char       *text;
  gboolean          is_property = questions[question]->member == NULL;

  if (is_property ? pel_atspi_decode_text_property (reply, &text)
                  : pel_atspi_decode_text (reply, &text))
    self->answers[question] = pel_text_repair (text, -1, MAX_TEXT);
  if (--self->n_open == 0)
    self->greeted (self->answers[TOOLKIT],
                   self->answers[VERSION],
                   self->answers[ADDRESS],
                   self->data);
}

PelAtspiGreeting *
pel_atspi_greeting_new (PelAtspiQueue       *queue,
                        const char          *root_path,
                        PelAtspiGreetingFunc greeted,
                        gpointer             data)
{
  PelAtspiGreeting *self = g_new0 (PelAtspiGreeting, 1);

  self->queue = queue;
  self->greeted = greeted;
  self->data = data;
  self->n_open = N_QUESTIONS;
  for (guint i = 0; i < N_QUESTIONS; i++)
    pel_atspi_queue_call (queue,
                          &(PelAtspiCall){ .method = questions[i],
                                           .path = root_path,
                                           .take = take_answer,
                                           .tag = i,
                                           .data = self });
  return self;
}

void
pel_atspi_greeting_free (PelAtspiGreeting *self)
{
  if (self == NULL)
    return;
  pel_atspi_queue_cancel (self->queue, self);
  for (guint i = 0; i < N_QUESTIONS; i++)
    g_free (self->answers[i]);
  g_free (self);
}
