/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "bench-program.h"

typedef enum
{
  BENCH_PYATSPI,
  BENCH_LIBATSPI,
  BENCH_N_PEERS
} BenchPeerId;

extern const char *const bench_peer_names[BENCH_N_PEERS];

/**
 * BenchPeer:
 *
 * Another way to read a program: a process that walks when it is told to. It is new, so its first
 * walk connects and finds its cache empty, and its second one does not.
 */
typedef struct _BenchPeer BenchPeer;

BenchPeer *bench_peer_start (BenchPeerId id, GError **error);
void       bench_peer_end (BenchPeer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchPeer, bench_peer_end)

/* The whole program of a process, as the bus knows it. */
gboolean
bench_peer_walk (BenchPeer *self, pid_t pid, double *ret_ms, guint *ret_n_nodes, GError **error);

/* Walks, for no measurement, until the program shows what it should: it has been read then, and all
 * of it is there. */
gboolean bench_peer_visit (BenchProgram           *program,
                           const BenchProgramKind *kind,
                           guint                  *ret_n_nodes,
                           GError                **error);
