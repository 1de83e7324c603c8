/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is told of how a place came about, calculated anew as a person would. */

#pragma once

#include "provider-case.h"

#include <math.h>

#define MAX_TRACES 400 /* of one look: each means to place all of a program */

/* The rules of each step, once more, in numbers of their own. */
static inline void
trace_take_step (const PelTraceStep *step, double edges[4])
{
  const double corner[] = { step->by.x, step->by.y, step->by.x, step->by.y };
  const double whole[] = {
    step->by.x, step->by.y, step->by.x + step->by.width, step->by.y + step->by.height
  };

  for (guint i = 0; i < 4; i++)
    if (step->op == PEL_TRACE_MINUS)
      edges[i] -= corner[i];
    else if (step->op == PEL_TRACE_PLUS)
      edges[i] += corner[i];
    else if (step->op == PEL_TRACE_TIMES)
      edges[i] *= step->by.x;
    else if (step->op == PEL_TRACE_REPLACE)
      edges[i] = whole[i];
    else if (step->op == PEL_TRACE_ROUND)
      edges[i] = floor (edges[i] + 0.5);
  if (step->op == PEL_TRACE_CUT)
    {
      edges[2] -= step->by.width;
      edges[3] -= step->by.height;
    }
}

/* Whether the steps lead from what the toolkit told to where the element is said to be. */
static inline gboolean
trace_is_true (PelElementSource *source, PelDesktop *desktop, const PelElement *element)
{
  g_autoptr (PelPlacementTrace) trace =
      pel_element_source_trace (source, element->bus_name, element->path, desktop);
  PelPhysicalRect   bounds;
  const PelMonitor *monitor = pel_desktop_to_physical (desktop, &element->bounds, &bounds);
  double            edges[4];
  g_autofree char  *formula = NULL;

  if (trace == NULL || !trace->is_known)
    return FALSE;
  if (monitor == NULL)
    monitor = pel_monitor_layout_get_monitor (pel_desktop_get_layout (desktop), 0);
  pel_placement_trace_add_monitor (trace, monitor);
  edges[0] = trace->raw.x;
  edges[1] = trace->raw.y;
  edges[2] = trace->raw.x + trace->raw.width;
  edges[3] = trace->raw.y + trace->raw.height;
  for (guint i = 0; i < trace->steps->len; i++)
    trace_take_step (&g_array_index (trace->steps, PelTraceStep, i), edges);
  if (edges[0] == bounds.x && edges[1] == bounds.y && edges[2] == bounds.x + bounds.width &&
      edges[3] == bounds.y + bounds.height)
    return TRUE;
  formula = pel_placement_trace_dup_formula (trace);
  g_test_message ("“%s” is at %d, %d %d×%d, but: %s",
                  element->name,
                  bounds.x,
                  bounds.y,
                  bounds.width,
                  bounds.height,
                  formula);
  return FALSE;
}

/* NULL if all are true. (transfer full) (nullable) */
static inline char *
check_traces (PelElementSource *source, PelSnapshot *snapshot)
{
  guint n = pel_snapshot_get_n_elements (snapshot);
  guint stride = n / MAX_TRACES + 1;
  guint n_wrong = 0;

  for (PelElementId id = 1; id <= n; id += stride)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      if ((element.flags & PEL_ELEMENT_HAS_BOUNDS) != 0)
        n_wrong += !trace_is_true (source, pel_snapshot_get_desktop (snapshot), &element);
    }
  return n_wrong > 0 ? g_strdup_printf ("%u traces lead elsewhere", n_wrong) : NULL;
}
