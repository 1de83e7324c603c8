/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition-check.h"
#include "services/condition/picture-pace.h"

/* (nullable) (transfer none): the leaf that wants a picture now, given what was seen so far. */
typedef const PelCondition *(*PelFindPictureFunc) (gpointer data);

/* The pictures that a condition wants. A value; what it points to lives until the end. */
typedef struct
{
  const PelComparer  *comparer;
  PelPicturePace     *pace;   /* notified of each */
  PelConditionMemory *memory; /* what they look like goes in here */
  PelSnapshot        *snapshot;
  PelFindPictureFunc  find;
  gpointer            data;
} PelPictureRound;

/* Takes and compares them one after the other, until none is wanted. Fails as the comparer does,
 * with PEL_ERROR_CAPABILITY_UNAVAILABLE where there is none, and when it is cancelled: from then on
 * the comparer is not called. */
void     pel_picture_round_run_async (const PelPictureRound *round,
                                      GCancellable          *cancellable,
                                      GAsyncReadyCallback    callback,
                                      gpointer               user_data);
gboolean pel_picture_round_run_finish (GAsyncResult *result, GError **error);
