/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* What /proc reports about a process. Every getter answers NULL (or 0) for a process that is gone
 * or is not ours to read; none blocks. */

/* The executable's base name, else the kernel's short name for it; valid UTF-8, whatever the file
 * is called. */
char *pel_process_dup_name (pid_t pid);

/* The path of its executable; what the kernel says of a replaced file is left out. */
char *pel_process_dup_executable (pid_t pid);

/* Whether its executable is the very file at @path, or was until that file was replaced, by an
 * upgrade for example. */
gboolean pel_process_runs (pid_t pid, const char *path);

/* FALSE: it has ended; what it held may be let go of a little later. */
gboolean pel_process_is_running (pid_t pid);

/* The process that started it, or took it over from one that has ended. */
pid_t pel_process_get_parent (pid_t pid);

/* When it was started, in ticks since boot: with the pid it names one process for ever. */
guint64 pel_process_get_start_time (pid_t pid);

/* Where a person can type: its controlling terminal, if all three of its standard streams are that.
 * A program whose output another one reads has none. Names one terminal for as long as its session
 * lasts: “pts/3, session 4711.99887”. */
char *pel_process_dup_terminal (pid_t pid);

/* The last part of the path of its control group: a scope or service. */
char *pel_process_dup_cgroup (pid_t pid);

/* The application id of its Flatpak sandbox. */
char *pel_process_dup_sandbox (pid_t pid);

/* The words of its command line; never empty where not NULL. */
char **pel_process_dup_command_line (pid_t pid);

/* The value that @name had in its environment when it was started. */
char *pel_process_dup_environment (pid_t pid, const char *name);

/* The first of @prefixes (NULL-terminated) with which the base name of a file begins that is mapped
 * into it; -1 where none is. */
int pel_process_find_library (pid_t pid, const char *const *prefixes);
