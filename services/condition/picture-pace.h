/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* When the next pictures may be taken. Those that one check wants come one after the other, as a
 * round, since they are to be of one moment; then there is a rest for all of them. A value that
 * begins as zeros; times are as g_get_monotonic_time(). */
typedef struct
{
  gint64 start, end; /* of the last round */
  guint  n_in_round;
  guint  n_taken; /* in all rounds */
} PelPicturePace;

void pel_picture_pace_begin (PelPicturePace *self, gint64 now);

/* A picture of this round has been taken. */
void pel_picture_pace_note (PelPicturePace *self, gint64 now);

/* Until the next round may begin; 0: it may. */
guint pel_picture_pace_get_pause_ms (const PelPicturePace *self, gint64 now);
