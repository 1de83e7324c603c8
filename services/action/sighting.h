/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/action.h"

/**
 * PelSighting:
 *
 * What is known of an element right before something is done to it.
 */
typedef struct
{
  PelSnapshot       *snapshot; /* of its whole program */
  PelElementId       id;
  PelElementId       agent;          /* the part that does it; mostly the element itself */
  PelElementReading *first, *second; /* of the agent, one a little later; the first (nullable) */
} PelSighting;

void pel_sighting_free (PelSighting *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSighting, pel_sighting_free)

/* Looks, reads, reads again, until two readings of its place agree where that matters, and looks
 * once more. @action must outlive the call.
 *
 * Fails with PEL_ERROR_STALE_REF, PEL_ERROR_DENIED (it is ours), PEL_ERROR_NOT_STABLE,
 * PEL_ERROR_APP_UNRESPONSIVE and PEL_ERROR_TIMEOUT. */
void         pel_sighting_take_async (PelElementSource   *source,
                                      const PelAction    *action,
                                      gint64              deadline,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
PelSighting *pel_sighting_take_finish (GAsyncResult *result, GError **error);

/* FALSE with PEL_ERROR_TIMEOUT, or as it was cancelled: no time is left. */
gboolean pel_sighting_get_left_ms (gint64        deadline,
                                   GCancellable *cancellable,
                                   guint        *ret_left_ms,
                                   GError      **error);
