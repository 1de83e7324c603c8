/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/search.h"

/* A selector that names one element names it among what the snapshot shows: who wants one for the
 * desktop looks at the desktop. The same snapshot and the same ids give the same selectors. */

/* (transfer full): of char: selectors for one element, the one to be preferred first. The last
 * always names it and it alone; of the others that is likely, but must be seen. @facts (nullable)
 * have been begun for @snapshot. */
GPtrArray *pel_selector_propose (PelSnapshot *snapshot, PelElementId id, const PelFacts *facts);

/* (transfer full): the first of them that names it and it alone, as far as is known
 * without reading anything. Never NULL. */
char *pel_selector_write (PelSnapshot *snapshot, PelElementId id, const PelFacts *facts);

/* The same, and what must be read for it is read first. @search has no selector. Never fails but
 * when it is cancelled. */
void  pel_selector_write_async (const PelSearch    *search,
                                PelElementId        id,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data);
char *pel_selector_write_finish (GAsyncResult *result, GError **error);
