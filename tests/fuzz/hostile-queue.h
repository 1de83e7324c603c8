/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-queue.h"
#include "tests/fuzz/hostile-message.h"

/* A PelAtspiQueue without a bus: each call is answered, in their order, with what the input has for
 * it. Where the input ends the program is silent, and so it is where it has said enough. */
PelAtspiQueue *hostile_queue_new (HostileInput *input);

/* Until nothing is asked any more. */
void hostile_queue_run (PelAtspiQueue *self);
