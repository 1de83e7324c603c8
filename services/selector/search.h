/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "services/selector/resolver.h"

/* What a selector is looked for in. A value; what it points to is borrowed for the call. */
typedef struct
{
  PelElementSource  *source; /* (nullable): nothing is read */
  PelSnapshot       *snapshot;
  PelFacts          *facts; /* what is read goes in here */
  const PelSelector *selector;
  guint              timeout_ms; /* what is not read by then is silent; 0: all is */
} PelSearch;

/* Resolves, reads what is wanted for that, all at once as far as the programs allow, and resolves
 * again, until it is complete, or what is left does not answer: see n_silent. Where nothing has to
 * be read no program is asked: the callback then comes with the next turn of the main loop, before
 * a bus is heard. An element that is gone answers nothing; that is no error. Fails only when it is
 * cancelled. */
void           pel_search_async (const PelSearch    *search,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
PelResolution *pel_search_finish (GAsyncResult *result, GError **error);
