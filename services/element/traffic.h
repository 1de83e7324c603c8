/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* What one program has been asked and has reported since some moment: an immutable copy. */
typedef struct
{
  char    *bus_name;
  char    *name; /* (nullable) as it says */
  pid_t    pid;
  gboolean has_left;
  gboolean is_answering;
  guint64  n_calls;
  guint64  n_errors;   /* calls that were refused, or could not be sent */
  guint64  n_timeouts; /* calls to which nothing came */
  guint64  n_events;
  guint64  bytes_out, bytes_in; /* on the wire, near enough */
  guint    n_nodes;             /* that are known of it */
  double   median_ms, worst_ms; /* from the question to its answer; 0 where nothing was answered */
  gint64   since;               /* µs, as from g_get_real_time() */
} PelTraffic;

void pel_traffic_free (PelTraffic *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTraffic, pel_traffic_free)

PelTraffic *pel_traffic_copy (const PelTraffic *self);
