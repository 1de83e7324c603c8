/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/**
 * PelFixture:
 *
 * A program of tests/fixtures that a test has started, and its log. What the lines mean is told in
 * tests/fixtures/fixture-ui.h and hostile.h. Patterns are globs over whole lines: “*” and “?”.
 * The log is read in order: a line that was waited for, and all before it, are behind; waiting
 * looks at what is ahead. Waiting runs the default main context. The program never outlives the
 * test; its standard error is the test's.
 */
typedef struct PelFixture PelFixture;

/* FALSE where its toolkit was not there when Pellucid was built. */
gboolean pel_fixture_is_built (const char *name);

/* Why a test cannot see it on the accessibility bus of this desktop, or NULL if it can. */
const char *pel_fixture_refuse (const char *name);

/* Skips the running test, and returns TRUE, if it cannot. */
gboolean pel_fixture_skip (const char *name);

/* Starts @name with its arguments, ending in NULL, and waits for “ready”. (transfer full) */
PelFixture *pel_fixture_start (GError **error, const char *name, ...) G_GNUC_NULL_TERMINATED;
PelFixture *pel_fixture_startv (const char *name, const char *const *arguments, GError **error);

/* Asks it to end, makes it end if it does not, and waits until it has. Accepts NULL. */
void pel_fixture_stop (PelFixture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelFixture, pel_fixture_stop)

pid_t       pel_fixture_get_pid (PelFixture *self);
const char *pel_fixture_get_name (PelFixture *self);

/* The next line ahead that matches, or NULL when the time is up or the program has ended. The
 * string lives as long as the fixture. */
const char *pel_fixture_wait (PelFixture *self, const char *pattern, int timeout_ms);

/* The same with ten seconds; fails the test, with the log, when the line does not come. */
const char *pel_fixture_expect (PelFixture *self, const char *pattern);

/* Leaves behind what has arrived so far. */
void pel_fixture_forget (PelFixture *self);

/* How many lines since the last pel_fixture_forget() match, read or not. To prove that something
 * did not happen, first wait for something that happened after it. */
guint pel_fixture_count (PelFixture *self, const char *pattern);

/* Waits until it has ended by itself. */
gboolean pel_fixture_wait_end (PelFixture *self, int timeout_ms);
