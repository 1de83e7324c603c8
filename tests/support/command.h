/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <sys/types.h>

/**
 * PelCommand:
 *
 * One run of the program `pellucid` of the build, as a person or a script would run it: with its
 * own environment, its output and its exit code.
 */
typedef struct
{
  int    exit_code; /* -1: ended by a signal, or by us when it hung */
  char  *out;
  char  *err;
  gint64 elapsed_ms;
} PelCommand;

void pel_command_free (PelCommand *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelCommand, pel_command_free)

/* @environment (nullable): replaces the test's own. @line is split as a shell does. Fails the test
 * where the program hangs for half a minute. (transfer full) */
PelCommand *pel_command_run (const char *const *environment, const char *line);

/* The same, with a terminal of its own, as a person has it: @out and @err both hold what it shows
 * there at the end. */
PelCommand *pel_command_run_at_terminal (const char *line);

/* The same; when it says @prompt, the person types @typed. */
PelCommand *pel_command_talk_at_terminal (const char *line, const char *prompt, const char *typed);

/* The same, under way: to be stopped, killed, waited for. */
GSubprocess *pel_command_start (const char *const *environment, const char *line);
PelCommand  *pel_command_wait (GSubprocess *process);

/* Its output as a JSON object; fails the test where it is none. (transfer full) */
JsonObject *pel_command_parse (const PelCommand *self);

/* "data" of the output of a call that succeeded; fails the test otherwise. (transfer full) */
JsonObject *pel_command_parse_data (const PelCommand *self);

/* The process of the session on the bus of the environment; 0 where there is none. */
pid_t pel_command_find_session (void);

/* Ends it, and waits until its name has left the bus. */
void pel_command_end_session (void);
