/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "bench-pellucid.h"
#include "bench-table.h"

#include <gio/gio.h>

/* What every scenario needs. A scenario starts its programs, measures, adds its rows, and ends its
 * programs. It fails only where something cannot be measured: a figure is never an error. */
typedef struct
{
  BenchTable      *table;
  BenchPellucid   *pellucid;
  GDBusConnection *a11y_bus;
  char            *a11y_address;
  guint            n_repeats;
} Bench;

gboolean bench_single (Bench *bench, GError **error);  /* cold, warm, floor: each program alone */
gboolean bench_first (Bench *bench, GError **error);   /* a GTK 4 program that nobody has read */
gboolean bench_desktop (Bench *bench, GError **error); /* all programs at once; one stopped */
gboolean bench_growth (Bench *bench, GError **error);  /* from 250 to 50,000 nodes */
gboolean bench_hit (Bench *bench, GError **error);     /* what is at a point */
gboolean bench_meter (Bench *bench, GError **error);   /* counting calls */
gboolean bench_select (Bench *bench, GError **error);  /* selectors on a snapshot */
gboolean bench_paint (Bench *bench, GError **error);   /* the overlay's painter */
gboolean bench_surface (Bench *bench, GError **error); /* the overlay on a screen of 4K */
gboolean bench_tree (Bench *bench, GError **error);    /* the inspector's tree */
gboolean bench_live (Bench *bench, GError **error);    /* from an event to a look that shows it */
gboolean bench_drawn (Bench *bench, GError **error);   /* from a move to the overlay's pixels */
gboolean bench_idle (Bench *bench, GError **error);    /* an overlay where nothing happens */
gboolean bench_wait (Bench *bench, GError **error);    /* from a fact to the return of a wait */
gboolean bench_capture (Bench *bench, GError **error); /* pictures without encoding */
gboolean bench_picture (Bench   *bench,
                        GError **error);              /* pictures as files, beside other programs */
gboolean bench_agents (Bench *bench, GError **error); /* what MCP costs a model, and under load */
gboolean bench_windows (Bench *bench, GError **error); /* the command line */
