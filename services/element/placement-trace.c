/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/placement-trace.h"

#include <glib/gi18n.h>
#include <math.h>

/* clang-format off */
static const char *const ops[PEL_N_TRACE_OPS] = {
  [PEL_TRACE_MINUS] = "minus",
  [PEL_TRACE_TIMES] = "times",
  [PEL_TRACE_PLUS] = "plus",
  [PEL_TRACE_LIMIT] = "limit",
  [PEL_TRACE_CUT] = "cut",
  [PEL_TRACE_REPLACE] = "replace",
  [PEL_TRACE_ROUND] = "round",
};

static const struct { const char *name; const char *summary; } terms[PEL_N_TRACE_TERMS] = {
  [PEL_TRACE_FRAME] =   { "frame",   N_ ("Corner of its top-level window, as reported by the toolkit") },
  [PEL_TRACE_INNER] =   { "inner",   N_ ("Corner of the contents of its top-level window, as reported by the toolkit") },
  [PEL_TRACE_PAGE] =    { "page",    N_ ("Corner of its top-level window, in page units") },
  [PEL_TRACE_PART] =    { "part",    N_ ("Corner of the part that draws it, as reported by that part") },
  [PEL_TRACE_POPUP] =   { "popup",   N_ ("Corner of its popup, as reported by the toolkit") },
  [PEL_TRACE_INSETS] =  { "insets",  N_ ("Borders and paddings around it, which the toolkit leaves out") },
  [PEL_TRACE_SURFACE] = { "surface", N_ ("Corner of its window, including the shadow drawn in it") },
  [PEL_TRACE_CONTENT] = { "content", N_ ("Corner of its window, without decorations and shadow") },
  [PEL_TRACE_BORDER] =  { "border",  N_ ("End of the window border that is drawn instead of a shadow") },
  [PEL_TRACE_WINDOW] =  { "window",  N_ ("Its window as it appears, whatever the toolkit reports") },
  [PEL_TRACE_HOLDER] =  { "holder",  N_ ("Corner of the container of the part that draws it") },
  [PEL_TRACE_SCALE] =   { "scale",   N_ ("Size of one toolkit unit") },
  [PEL_TRACE_RANGE] =   { "range",   N_ ("Limit for coordinates") },
  [PEL_TRACE_EDGE] =    { "edge",    N_ ("Part beyond the edge of its window") },
  [PEL_TRACE_MONITOR] = { "monitor", N_ ("Corner of its monitor, in units of the window system") },
  [PEL_TRACE_RATIO] =   { "ratio",   N_ ("Pixels per unit of the window system") },
  [PEL_TRACE_PIXELS] =  { "pixels",  N_ ("Each edge is rounded to the nearest pixel; halves are rounded up") },
  [PEL_TRACE_DESKTOP] = { "desktop", N_ ("Corner of its monitor on the virtual desktop") },
};
/* clang-format on */

const char *
pel_trace_op_to_string (PelTraceOp op)
{
  g_return_val_if_fail (op < PEL_N_TRACE_OPS, NULL);

  return ops[op];
}

const char *
pel_trace_term_to_string (PelTraceTerm term)
{
  g_return_val_if_fail (term < PEL_N_TRACE_TERMS, NULL);

  return terms[term].name;
}

const char *
pel_trace_term_get_summary (PelTraceTerm term)
{
  g_return_val_if_fail (term < PEL_N_TRACE_TERMS, NULL);

  return _ (terms[term].summary);
}

static PelTraceRect
subtract (PelTraceRect rect, PelTraceRect by)
{
  return (PelTraceRect){ rect.x - by.x, rect.y - by.y, rect.width, rect.height };
}

static PelTraceRect
multiply (PelTraceRect rect, PelTraceRect by)
{
  return (PelTraceRect){ by.x * rect.x, by.x * rect.y, by.x * rect.width, by.x * rect.height };
}

static PelTraceRect
add (PelTraceRect rect, PelTraceRect by)
{
  return (PelTraceRect){ by.x + rect.x, by.y + rect.y, rect.width, rect.height };
}

static PelTraceRect
from_edges (double left, double top, double right, double bottom)
{
  return (PelTraceRect){ left, top, right - left, bottom - top };
}

static PelTraceRect
limit (PelTraceRect rect, PelTraceRect by)
{
  return from_edges (CLAMP (rect.x, -by.x, by.x),
                     CLAMP (rect.y, -by.x, by.x),
                     CLAMP (rect.x + rect.width, -by.x, by.x),
                     CLAMP (rect.y + rect.height, -by.x, by.x));
}

static PelTraceRect
cut (PelTraceRect rect, PelTraceRect by)
{
  return (PelTraceRect){
    rect.x, rect.y, MAX (rect.width - by.width, 0), MAX (rect.height - by.height, 0)
  };
}

static PelTraceRect
replace (PelTraceRect rect, PelTraceRect by)
{
  return by;
}

static PelTraceRect
to_pixels (PelTraceRect rect, PelTraceRect by)
{
  return from_edges (pel_round_edge (rect.x),
                     pel_round_edge (rect.y),
                     pel_round_edge (rect.x + rect.width),
                     pel_round_edge (rect.y + rect.height));
}

static PelTraceRect (*const calculations[PEL_N_TRACE_OPS]) (PelTraceRect, PelTraceRect) = {
  [PEL_TRACE_MINUS] = subtract,  [PEL_TRACE_TIMES] = multiply, [PEL_TRACE_PLUS] = add,
  [PEL_TRACE_LIMIT] = limit,     [PEL_TRACE_CUT] = cut,        [PEL_TRACE_REPLACE] = replace,
  [PEL_TRACE_ROUND] = to_pixels,
};

static gboolean
is_equal (PelTraceRect a, PelTraceRect b)
{
  return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
}

PelPlacementTrace *
pel_placement_trace_new (PelTraceRect raw, gboolean is_of_window)
{
  PelPlacementTrace *self = g_new0 (PelPlacementTrace, 1);

  self->raw = raw;
  self->is_of_window = is_of_window;
  self->steps = g_array_new (FALSE, FALSE, sizeof (PelTraceStep));
  return self;
}

void
pel_placement_trace_free (PelPlacementTrace *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->steps);
  g_free (self);
}

PelTraceRect
pel_placement_trace_get_result (const PelPlacementTrace *self)
{
  guint n = self->steps->len;

  return n > 0 ? g_array_index (self->steps, PelTraceStep, n - 1).result : self->raw;
}

void
pel_placement_trace_add (PelPlacementTrace *self, PelTraceOp op, PelTraceTerm term, PelTraceRect by)
{
  PelTraceRect before = pel_placement_trace_get_result (self);
  PelTraceStep step = { op, term, by, calculations[op](before, by) };

  if (op == PEL_TRACE_REPLACE || !is_equal (before, step.result))
    g_array_append_val (self->steps, step);
}

void
pel_placement_trace_add_monitor (PelPlacementTrace *self, const PelMonitor *monitor)
{
  PelTraceRect native = { monitor->native.x, monitor->native.y, 0, 0 };
  PelTraceRect physical = { monitor->physical.x, monitor->physical.y, 0, 0 };
  PelTraceRect ratio = { monitor->ratio, 0, 0, 0 };
  gboolean     is_moved = !is_equal (native, physical) || monitor->ratio != 1;

  if (is_moved)
    pel_placement_trace_add (self, PEL_TRACE_MINUS, PEL_TRACE_MONITOR, native);
  pel_placement_trace_add (self, PEL_TRACE_TIMES, PEL_TRACE_RATIO, ratio);
  pel_placement_trace_add (self, PEL_TRACE_ROUND, PEL_TRACE_PIXELS, (PelTraceRect){ 0 });
  if (is_moved)
    pel_placement_trace_add (self, PEL_TRACE_PLUS, PEL_TRACE_DESKTOP, physical);
}

/* With a point in every locale, and no more digits than are significant. */
static void
append_number (GString *text, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, "%.9g", number));
}

static void
append_pair (GString *text, double first, const char *between, double second)
{
  append_number (text, first);
  g_string_append (text, between);
  append_number (text, second);
}

/* (x, y w×h) */
static void
append_rect (GString *text, PelTraceRect rect)
{
  g_string_append_c (text, '(');
  append_pair (text, rect.x, ", ", rect.y);
  g_string_append_c (text, ' ');
  append_pair (text, rect.width, "×", rect.height);
  g_string_append_c (text, ')');
}

static void
append_corner (GString *text, const char *sign, const PelTraceStep *step)
{
  g_string_append_printf (text, "%s %s (", sign, terms[step->term].name);
  append_pair (text, step->by.x, ", ", step->by.y);
  g_string_append_c (text, ')');
}

char *
pel_trace_step_dup_text (const PelTraceStep *self)
{
  GString *text = g_string_new (NULL);

  switch (self->op)
    {
    case PEL_TRACE_MINUS:
      append_corner (text, "−", self);
      break;
    case PEL_TRACE_PLUS:
      append_corner (text, "+", self);
      break;
    case PEL_TRACE_TIMES:
      g_string_append (text, "× ");
      append_number (text, self->by.x);
      break;
    case PEL_TRACE_LIMIT:
      g_string_append (text, "within ±");
      append_number (text, self->by.x);
      break;
    case PEL_TRACE_CUT:
      g_string_append (text, "less ");
      append_pair (text, self->by.width, "×", self->by.height);
      break;
    case PEL_TRACE_REPLACE:
      g_string_append_printf (text, "%s ", terms[self->term].name);
      append_rect (text, self->by);
      break;
    case PEL_TRACE_ROUND:
    case PEL_N_TRACE_OPS:
      g_string_append (text, "rounded");
      break;
    }
  return g_string_free (text, FALSE);
}

/* Sums before what is multiplied or rounded stand in brackets. */
static void
append_step (GString *formula, const PelTraceStep *step, gboolean *is_sum)
{
  g_autofree char *text = pel_trace_step_dup_text (step);
  gboolean         is_adding = step->op == PEL_TRACE_MINUS || step->op == PEL_TRACE_PLUS;

  if (step->op == PEL_TRACE_REPLACE)
    g_string_truncate (formula, 0);
  else if (!is_adding && *is_sum)
    {
      g_string_prepend_c (formula, '(');
      g_string_append_c (formula, ')');
    }
  *is_sum = is_adding || (step->op != PEL_TRACE_TIMES && step->op != PEL_TRACE_REPLACE);
  g_string_append_printf (formula, "%s%s", formula->len > 0 ? " " : "", text);
}

char *
pel_placement_trace_dup_formula (const PelPlacementTrace *self)
{
  GString *formula = g_string_new (self->is_of_window ? "WINDOW " : "SCREEN ");
  gboolean is_sum = FALSE;

  append_rect (formula, self->raw);
  for (guint i = 0; i < self->steps->len; i++)
    append_step (formula, &g_array_index (self->steps, PelTraceStep, i), &is_sum);
  g_string_append (formula, " = ");
  append_rect (formula, pel_placement_trace_get_result (self));
  return g_string_free (formula, FALSE);
}
