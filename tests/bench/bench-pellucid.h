/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"

/**
 * BenchPellucid:
 *
 * Our own way to read programs: the provider as the session uses it, in this process.
 */
typedef struct
{
  PelWindowSource *windows;
  GDBusConnection *session_bus;
} BenchPellucid;

BenchPellucid *bench_pellucid_new (GError **error);
void           bench_pellucid_free (BenchPellucid *self);

/* Knows nothing yet, and is not connected. (transfer full) */
PelElementSource *bench_pellucid_new_source (BenchPellucid *self);

/* A look that is under way, and when it ended. */
typedef struct
{
  PelSnapshot *snapshot; /* NULL while it has not ended */
  GError      *error;
  gint64       end;
} BenchLook;

void bench_look_clear (BenchLook *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BenchLook, bench_look_clear)

void     bench_look_start (BenchLook *self, PelElementSource *source, const PelLook *look);
gboolean bench_look_wait (BenchLook *self, GError **error);

/* Of one program; with @is_other_than of all the others. NULL: of all. */
typedef enum
{
  BENCH_COUNT_ALL,
  BENCH_COUNT_PROGRAM,
  BENCH_COUNT_OTHERS,
} BenchCountKind;

guint bench_count_nodes (PelSnapshot *snapshot, BenchCountKind kind, const char *bus_name);

/* What a look takes, from now on: with a new source it is a cold one. */
typedef struct
{
  double ms;
  guint  n_nodes;
  guint  n_calls; /* to other programs, over any connection */
} BenchReading;

/* The whole program with this bus name. @source: (nullable) a new one, made in the time measured.
 */
gboolean bench_pellucid_read (BenchPellucid    *self,
                              PelElementSource *source,
                              const char       *bus_name,
                              BenchReading     *ret_reading,
                              GError          **error);

/* The time, after the main loop has worked off what came while it stood still: peers are waited for
 * without it. */
gint64 bench_begin (void);

/* Lets the main loop run, as it does in a session. */
void bench_run_loop (guint ms);

/* The process of the active window, 0 where there is none. */
pid_t bench_pellucid_find_active (BenchPellucid *self);

/* How many calls this process has sent over sd-bus. */
guint bench_calls_count (void);
