/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "services/selector/resolver.h"

/* (transfer full): of PelWanted: what must be read before something can be said; empty: nothing
 * more. The facts are those of the snapshot, and what was read is in them. */
typedef GArray *(*PelLearnFunc) (gpointer data);

/* What has to be learnt of elements. A value; what it points to is borrowed for the call, but for
 * @data, which @find is given until the end. */
typedef struct
{
  PelElementSource *source; /* (nullable): nothing is read */
  PelSnapshot      *snapshot;
  PelFacts         *facts;      /* what is read goes in here */
  guint             timeout_ms; /* what is not read by then is silent; 0: all is */
  PelLearnFunc      find;
  gpointer          data;
} PelLearning;

/* Reads what is wanted, all at once as far as the programs allow, and asks again what is wanted,
 * until nothing is. An element that is gone answers nothing; one that does not answer in time is
 * silent:
 * @find sees that by pel_facts_is_silent() and wants it no more. Neither is an error, and only this
 * learning knows of the silence.
 * If nothing has to be read, no program is asked: the callback then comes with the next turn of the
 * main loop, before a bus is heard. Fails only when it is cancelled. */
void     pel_learning_run_async (const PelLearning  *learning,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
gboolean pel_learning_run_finish (GAsyncResult *result, GError **error);
