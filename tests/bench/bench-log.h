/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * BenchLog:
 *
 * What a fixture says, and when: a thread of its own reads it, so that a main loop that is at work
 * does not make anything later than it was.
 */
typedef struct _BenchLog BenchLog;

BenchLog *bench_log_new (GInputStream *stream);

/* Ends with its stream: who made it say something has ended. */
void bench_log_free (BenchLog *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchLog, bench_log_free)

/* When a line that matches the glob came, the first one since @after; 0: none has. */
gint64 bench_log_find (BenchLog *self, const char *pattern, gint64 after);

/* (transfer full) (nullable): the last line that matches. */
char *bench_log_dup_last (BenchLog *self, const char *pattern);
