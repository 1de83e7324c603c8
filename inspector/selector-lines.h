/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/element-place.h"

#include "services/element/element-source.h"
#include "services/selector/facts.h"

/* The best selector of each of @places (of PelElementPlace), a line for each, in their order; what
 * is gone, and programs themselves, have none. Fails where the desktop cannot be seen. */
void  pel_selector_lines_write_async (PelElementSource   *source,
                                      PelFacts           *facts,
                                      const GArray       *places,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
char *pel_selector_lines_write_finish (GAsyncResult *result, guint *ret_n_lines, GError **error);
