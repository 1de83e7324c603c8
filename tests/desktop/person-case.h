/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of the person share on sway: their hands, and waiting with a deadline. */

#pragma once

#include "test-input.h"

#define WAIT_SECONDS 60
#define TICK_MS      10
#define PANIC_CHORD  "ctrl+alt+Escape"

static inline gint64
get_deadline (void)
{
  return g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
}

static inline gboolean
wake_cb (gpointer unused)
{
  return G_SOURCE_REMOVE;
}

/* Lets something happen; fails the test where it is too late for that. */
static inline void
go_on (gint64 deadline)
{
  g_assert_cmpint (g_get_monotonic_time (), <, deadline);
  g_timeout_add (TICK_MS, wake_cb, NULL);
  g_main_context_iteration (NULL, TRUE);
}

static inline void
press (PelTestInput *person, const char *chord)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_chord (person, chord, &error);
  g_assert_no_error (error);
}

static inline PelTestInput *
make_person (void)
{
  g_autoptr (GError) error = NULL;
  PelTestInput      *person = pel_test_input_new (&error);

  g_assert_no_error (error);
  return person;
}
