/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/scope.h"

/* How changes between two snapshots are reported: the fields of every event. */
extern const PelField pel_watch_event_fields[];

/* No more than this many elements are reported for a pair of snapshots; then how many there were.
 */
#define PEL_WATCH_MAX_ELEMENTS 1000

typedef void (*PelWatchEmitFunc) (JsonObject *event, gpointer data); /* takes @event */

/* The first event: what is there at the start. */
void pel_watch_emit_start (const PelScope  *scope,
                           PelSnapshot     *snapshot,
                           PelWatchEmitFunc emit,
                           gpointer         data);

/* Windows first, then the elements that are gone, new and different, then the focus. Where the
 * scope has a filter: only the elements that this names, before or after. */
void pel_watch_emit_changes (const PelScope  *scope,
                             PelSnapshot     *before,
                             PelSnapshot     *after,
                             PelWatchEmitFunc emit,
                             gpointer         data);

/* Looking did not work this time. */
void pel_watch_emit_error (const GError *error, PelWatchEmitFunc emit, gpointer data);
