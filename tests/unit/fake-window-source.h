/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-source.h"

/**
 * PelFakeWindowSource:
 *
 * A window source that says what a test tells it to, when it tells it to. Like every source it ends
 * a query whose cancellable is cancelled, unless it is told to be stubborn.
 */
#define PEL_TYPE_FAKE_WINDOW_SOURCE (pel_fake_window_source_get_type ())
G_DECLARE_FINAL_TYPE (PelFakeWindowSource, pel_fake_window_source, PEL, FAKE_WINDOW_SOURCE, GObject)

typedef enum
{
  PEL_FAKE_ANSWERS,  /* at once, from the main loop */
  PEL_FAKE_WAITS,    /* until pel_fake_window_source_answer() or its cancellable */
  PEL_FAKE_STUBBORN, /* until pel_fake_window_source_answer() */
} PelFakeManner;

PelFakeWindowSource *pel_fake_window_source_new (void);

/* Takes @desktop or copies @error: what queries tell from now on. */
void pel_fake_window_source_set_desktop (PelFakeWindowSource *self, PelDesktop *desktop);
void pel_fake_window_source_set_error (PelFakeWindowSource *self, const GError *error);
void pel_fake_window_source_set_pointer (PelFakeWindowSource *self, PelNativePoint point);
void pel_fake_window_source_set_manner (PelFakeWindowSource *self, PelFakeManner manner);

/* Answers every query that is waiting. */
void pel_fake_window_source_answer (PelFakeWindowSource *self);

guint pel_fake_window_source_get_n_queries (PelFakeWindowSource *self);
guint pel_fake_window_source_get_n_waiting (PelFakeWindowSource *self);
int   pel_fake_window_source_get_n_watching (PelFakeWindowSource *self);

/* A desktop of one 1920×1080 monitor, or of that and to its right one of 2560×1440 pixels at 1.5.
 */
PelDesktop *pel_fake_desktop_new (guint n_monitors, const PelWindowInfo *windows, guint n_windows);

/* Runs the main loop until *@condition; fails the test after some seconds. */
void pel_fake_wait_until (const gboolean *condition);

/* Runs the main loop for as long as nothing is expected to happen. */
void pel_fake_wait_ms (guint ms);
