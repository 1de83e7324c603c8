/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-event.h"
#include "services/provider/atspi-queue.h"
#include "services/provider/atspi-reader.h"

/**
 * PelAtspiDoubts:
 *
 * What events have made unsure of a program, and no one has asked for again yet: what comes within
 * a moment is asked for together.
 */
typedef struct _PelAtspiDoubts PelAtspiDoubts;

/* The time has come for pel_atspi_doubts_renew(). FALSE: not yet, call again. */
typedef gboolean (*PelAtspiDoubtsFunc) (gpointer data);

PelAtspiDoubts *pel_atspi_doubts_new (PelAtspiQueue     *queue,
                                      PelAtspiTree      *tree,
                                      PelAtspiDoubtsFunc flush,
                                      gpointer           data);
void            pel_atspi_doubts_free (PelAtspiDoubts *self);

void pel_atspi_doubts_add (PelAtspiDoubts *self, PelNodeId id, PelNodeFlags facts);

/* What is embedded in the program may be another one now. */
void pel_atspi_doubts_add_sockets (PelAtspiDoubts *self);

/* Changes the tree as far as the event tells, and doubts the rest. */
PelAtspiNews pel_atspi_doubts_take_event (PelAtspiDoubts   *self,
                                          const PelToolkit *toolkit,
                                          sd_bus_message   *signal);

/* Has all of it asked for again. The answer: which facts there were among it. */
PelNodeFlags pel_atspi_doubts_renew (PelAtspiDoubts *self, PelAtspiReader *reader);

/* Does not wait for more, unless it is not yet the time. */
void     pel_atspi_doubts_flush (PelAtspiDoubts *self);
gboolean pel_atspi_doubts_is_empty (PelAtspiDoubts *self);

/* Something is unsure, and events do not come without an end. */
gboolean pel_atspi_doubts_is_busy (PelAtspiDoubts *self);
