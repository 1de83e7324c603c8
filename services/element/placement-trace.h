/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/monitor.h"

/* A rectangle on its way: in whatever space the steps so far have led to. A value. */
typedef struct
{
  double x, y, width, height;
} PelTraceRect;

typedef enum
{
  PEL_TRACE_MINUS,   /* the corner moves by −x, −y */
  PEL_TRACE_TIMES,   /* everything times x */
  PEL_TRACE_PLUS,    /* the corner moves by x, y */
  PEL_TRACE_LIMIT,   /* no edge is further out than x, or −x */
  PEL_TRACE_CUT,     /* smaller by width and height */
  PEL_TRACE_REPLACE, /* this rectangle instead */
  PEL_TRACE_ROUND,   /* each edge to the nearest whole number, halves upward */
  PEL_N_TRACE_OPS
} PelTraceOp;

/* Where the numbers of a step come from. */
typedef enum
{
  PEL_TRACE_FRAME,   /* the corner of its top level, as the toolkit reports it */
  PEL_TRACE_INNER,   /* the corner of what its top level holds, as the toolkit reports it */
  PEL_TRACE_PAGE,    /* the corner of its top level, in the unit of pages */
  PEL_TRACE_PART,    /* the corner of the part that draws it, as that part reports it */
  PEL_TRACE_POPUP,   /* the corner of its popup, as the toolkit reports it */
  PEL_TRACE_INSETS,  /* the borders and paddings around it, which the toolkit leaves out */
  PEL_TRACE_SURFACE, /* its window with the shadow that is drawn in it */
  PEL_TRACE_CONTENT, /* its window without decorations and shadow */
  PEL_TRACE_BORDER,  /* where the border ends that is drawn instead of a shadow */
  PEL_TRACE_WINDOW,  /* its window as one sees it */
  PEL_TRACE_HOLDER,  /* the corner of what holds the part that draws it */
  PEL_TRACE_SCALE,   /* how large a unit of the toolkit is */
  PEL_TRACE_RANGE,   /* as far as the desktop may reach */
  PEL_TRACE_EDGE,    /* what would reach over the end of its window */
  PEL_TRACE_MONITOR, /* the corner of its monitor, as the window system counts */
  PEL_TRACE_RATIO,   /* pixels for one unit of the window system */
  PEL_TRACE_PIXELS,  /* whole pixels */
  PEL_TRACE_DESKTOP, /* the corner of its monitor on the virtual desktop */
  PEL_N_TRACE_TERMS
} PelTraceTerm;

typedef struct
{
  PelTraceOp   op;
  PelTraceTerm term;
  PelTraceRect by;
  PelTraceRect result; /* after it */
} PelTraceStep;

/**
 * PelPlacementTrace:
 *
 * How the rectangle that a toolkit reported became the one on the desktop, step by step, so that a
 * person can follow it with pencil and paper. A step that changes nothing is not there.
 */
typedef struct
{
  PelTraceRect raw;          /* as the toolkit reported it */
  gboolean     is_of_window; /* counted from its window, as it says; else from the screen */
  gboolean     is_known;     /* else the steps lead nowhere, and there are none */
  GArray      *steps;        /* of PelTraceStep */
} PelPlacementTrace;

PelPlacementTrace *pel_placement_trace_new (PelTraceRect raw, gboolean is_of_window);
void               pel_placement_trace_free (PelPlacementTrace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPlacementTrace, pel_placement_trace_free)

void pel_placement_trace_add (PelPlacementTrace *self,
                              PelTraceOp         op,
                              PelTraceTerm       term,
                              PelTraceRect       by);

/* From what the window system counts in to pixels of the virtual desktop. */
void pel_placement_trace_add_monitor (PelPlacementTrace *self, const PelMonitor *monitor);

/* Where it has led to so far. */
PelTraceRect pel_placement_trace_get_result (const PelPlacementTrace *self);

/* (transfer full): “(WINDOW (38, 22 41×24) − frame (0, 0)) × 2 + surface (30, 40) = …”. */
char *pel_placement_trace_dup_formula (const PelPlacementTrace *self);

/* (transfer full): one step, “− frame (0, 0)”. */
char *pel_trace_step_dup_text (const PelTraceStep *self);

const char *pel_trace_op_to_string (PelTraceOp op);
const char *pel_trace_term_to_string (PelTraceTerm term);

/* What it is, as a sentence for people. */
const char *pel_trace_term_get_summary (PelTraceTerm term);
