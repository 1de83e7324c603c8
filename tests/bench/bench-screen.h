/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * BenchScreen:
 *
 * An X screen of its own with a compositor, which DISPLAY names until it is stopped. A value that
 * begins with zeros.
 */
typedef struct
{
  GSubprocess *server, *compositor;
  char        *display; /* the one that was there before */
} BenchScreen;

/* Returns when the compositor has had the time to draw. Stop it in any case. */
gboolean bench_screen_start (BenchScreen *self, int width, int height, GError **error);
void     bench_screen_stop (BenchScreen *self);

/* Lets the main loop run. */
void bench_run_for (guint ms);
