/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* What a purse holds when it is full, and how much of the time that passes goes into it. */
#define PEL_PURSE_FULL   (40 * G_TIME_SPAN_MILLISECOND)
#define PEL_PURSE_REFILL 10

/**
 * PelPurse:
 *
 * The time that one client may make the main loop spend on its patterns: however many calls it
 * makes at once, they share it, so that other clients wait no longer than a full purse. It fills up
 * again with a tenth of the time that passes. Times are in microseconds, and the clock
 * (g_get_monotonic_time()) is given. Main thread only, but for counting references.
 */
typedef struct _PelPurse PelPurse;

/* (transfer full): the one with this name; the same for as long as anyone has it, or it is not full
 * again. */
PelPurse *pel_purse_find (const char *name, gint64 now);
PelPurse *pel_purse_ref (PelPurse *self);
void      pel_purse_unref (PelPurse *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPurse, pel_purse_unref)

/* What is left. Below 0 where more was spent than there was. */
gint64 pel_purse_get_left (const PelPurse *self, gint64 now);
void   pel_purse_spend (PelPurse *self, gint64 time, gint64 now);

/* How long until it is half full; 0 where something is left. */
guint pel_purse_get_wait_ms (const PelPurse *self, gint64 now);
