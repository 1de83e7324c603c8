/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "bench-log.h"

#include <sys/types.h>

/* A program to read: how to start it, and what to reach when it is read cold. */
typedef struct
{
  const char *name;       /* as in the names of rows: “gtk3” */
  const char *command[6]; /* without a slash and with “fixture-”: of the build */
  double      pyatspi_aim, libatspi_aim;
  guint       min_nodes; /* with fewer it has not built its window yet */
} BenchProgramKind;

typedef enum
{
  BENCH_CHROMIUM,
  BENCH_QT6,
  BENCH_GTK4,
  BENCH_GTK3,
  BENCH_N_PROGRAMS
} BenchProgramId;

/* The focused one is the last: a window manager gives the focus to who comes last. */
extern const BenchProgramKind bench_programs[BENCH_N_PROGRAMS];

/**
 * BenchProgram:
 *
 * A program that runs, that the accessibility bus knows, and that has become quiet. It has not been
 * read.
 */
typedef struct
{
  GSubprocess *process;
  char        *name; /* of its command */
  BenchLog    *log;  /* what it writes to its standard output */
  char        *bus_name;
  pid_t        pid; /* of who is on the bus: Chromium's own */
} BenchProgram;

/* @bus is the accessibility bus. (transfer full) */
BenchProgram      *
bench_program_start (const char *const *command, GDBusConnection *bus, GError **error);
void bench_program_stop (BenchProgram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchProgram, bench_program_stop)

/* (transfer full): “Qt 6.4.2”, as it says of itself. */
char *bench_program_dup_toolkit (BenchProgram *self, GDBusConnection *bus);
