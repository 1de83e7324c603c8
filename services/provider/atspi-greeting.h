/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-queue.h"

/**
 * PelAtspiGreeting:
 *
 * The first questions to a program: what it is made with, and whether it can be reached directly.
 * Everything else depends on the answers.
 */
typedef struct _PelAtspiGreeting PelAtspiGreeting;

/* Called once, from a reply. The strings are (nullable) and borrowed. */
typedef void (*PelAtspiGreetingFunc) (const char *toolkit,
                                      const char *version,
                                      const char *address,
                                      gpointer    data);

PelAtspiGreeting *pel_atspi_greeting_new (PelAtspiQueue       *queue,
                                          const char          *root_path,
                                          PelAtspiGreetingFunc greeted,
                                          gpointer             data);
void              pel_atspi_greeting_free (PelAtspiGreeting *self);
