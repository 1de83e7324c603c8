/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* How long a program that was silent is remembered, and how many are: the latest. */
#define PEL_QUARANTINE_US   (60 * G_TIME_SPAN_SECOND)
#define PEL_QUARANTINE_KEYS 1024

/**
 * PelQuarantine:
 *
 * Which programs were silent lately: by what they run and how they were started, since a name on
 * the bus and a process are easily left for others. The clock (g_get_monotonic_time()) is given.
 */
typedef struct _PelQuarantine PelQuarantine;

PelQuarantine *pel_quarantine_new (void);
void           pel_quarantine_free (PelQuarantine *self);

/* (transfer full) (nullable): what a process has in common with those that are started like it: its
 * executable and the words of its command line, but for the numbers in them. */
char *pel_quarantine_dup_key (pid_t pid);

/* @key (nullable): nothing is known of it, and nothing is kept. */
void     pel_quarantine_add (PelQuarantine *self, const char *key, gint64 now);
gboolean pel_quarantine_has (PelQuarantine *self, const char *key, gint64 now);
