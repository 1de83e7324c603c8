/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/**
 * PelRaisePace:
 *
 * When to go above what has come above us: at once, but at most once a frame; put off, never
 * forgotten. Against a window that comes back each time, as another overlay does, each try waits
 * twice as long as the one before: two that insist do not fight for ever, and the one that stops
 * lets the other be on top. Times are monotonic, in µs. A value; pel_raise_pace_clear() frees what
 * it holds.
 */
typedef struct
{
  GHashTable *rivals; /* (nullable) set of windows that we were above, for a short time */
  guint       n_lost;
  gint64      last; /* when we went up; 0: never */
  gint64      due;  /* when to go up; 0: no need */
} PelRaisePace;

void pel_raise_pace_clear (PelRaisePace *self);

/* @window is above us now. */
void pel_raise_pace_lose (PelRaisePace *self, guint32 window, gint64 now);

/* We have gone above all. */
void pel_raise_pace_win (PelRaisePace *self, gint64 now);
