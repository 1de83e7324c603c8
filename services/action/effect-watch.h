/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/action/effect.h"
#include "services/element/element-source.h"

/* What was seen last; both (nullable): the program did not show itself any more. */
typedef struct
{
  PelSnapshot *after;
  PelEffect   *effect;
} PelEffectSight;

void pel_effect_sight_free (PelEffectSight *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelEffectSight, pel_effect_sight_free)

/* Looks at the program of the element again and again, until something has come of an act and
 * nothing more changes, or @limit_ms are over. Of @question what was after is not read. The source
 * should be watched since before the act. Never fails: what is done is done, and who cancels it
 * gets what was seen until then. */
void            pel_effect_watch_async (PelElementSource        *source,
                                        const PelEffectQuestion *question,
                                        guint                    limit_ms,
                                        GCancellable            *cancellable,
                                        GAsyncReadyCallback      callback,
                                        gpointer                 user_data);
PelEffectSight *pel_effect_watch_finish (GAsyncResult *result);
