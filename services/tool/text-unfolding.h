/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool-call.h"

/* The text of an element as a person reads it: where objects are embedded in it (U+FFFC), what they
 * say, and so on down to the last. What stands alone stands on a line of its own. */

/* @task is a tool's own; @id has been read, the whole of its text, into @reading, which is taken.
 * Positions in the result are those in the unfolded text. What cannot be read in the call's time is
 * left out. */
void               pel_text_unfold_async (GTask              *task,
                                          PelSnapshot        *snapshot,
                                          PelElementId        id,
                                          PelElementReading  *reading,
                                          GAsyncReadyCallback callback,
                                          gpointer            data);
PelElementReading *pel_text_unfold_finish (GAsyncResult *result, GError **error);
