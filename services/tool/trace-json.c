/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/trace-json.h"

#include "services/tool/desktop-json.h"

#include <glib/gi18n.h>

/* clang-format off */
static const char *const operations[] = { "minus", "times", "plus", "limit", "cut", "replace", "round", NULL };

const PelField pel_trace_step_fields[] = {
  { "operation", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Operation on the rectangle so far"), .choices = operations },
  { "what",      PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Source of its numbers") },
  { "why",       PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Description of that source") },
  { "text",      PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("The step as part of a formula") },
  { "x",         PEL_FIELD_NUMBER, PEL_FIELD_OPTIONAL, N_ ("x of the corner that is added or subtracted, or of the new rectangle") },
  { "y",         PEL_FIELD_NUMBER, PEL_FIELD_OPTIONAL, N_ ("y of that corner") },
  { "width",     PEL_FIELD_NUMBER, PEL_FIELD_OPTIONAL, N_ ("Width of the new rectangle, or how much is cut off on the right") },
  { "height",    PEL_FIELD_NUMBER, PEL_FIELD_OPTIONAL, N_ ("Height of the new rectangle, or how much is cut off at the bottom") },
  { "factor",    PEL_FIELD_NUMBER, PEL_FIELD_OPTIONAL, N_ ("Factor by which everything is multiplied") },
  { "limit",     PEL_FIELD_NUMBER, PEL_FIELD_OPTIONAL, N_ ("Maximum distance of an edge from 0") },
  { "result",    PEL_FIELD_OBJECT, PEL_FIELD_REQUIRED, N_ ("The rectangle after this step"), .fields = pel_logical_rect_fields },
  { NULL },
};

/* Which numbers of a step mean something. */
typedef enum { NUMBER_CORNER = 1 << 0, NUMBER_SIZE = 1 << 1, NUMBER_FACTOR = 1 << 2, NUMBER_LIMIT = 1 << 3 } Numbers;

static const Numbers numbers[PEL_N_TRACE_OPS] = {
  [PEL_TRACE_MINUS] = NUMBER_CORNER,
  [PEL_TRACE_TIMES] = NUMBER_FACTOR,
  [PEL_TRACE_PLUS] = NUMBER_CORNER,
  [PEL_TRACE_LIMIT] = NUMBER_LIMIT,
  [PEL_TRACE_CUT] = NUMBER_SIZE,
  [PEL_TRACE_REPLACE] = NUMBER_CORNER | NUMBER_SIZE,
};
/* clang-format on */

static JsonObject *
rect_to_json (const PelTraceRect *rect)
{
  return pel_native_rect_to_json (&(PelNativeRect){ rect->x, rect->y, rect->width, rect->height });
}

static JsonObject *
step_to_json (const PelTraceStep *step)
{
  JsonObject      *object = json_object_new ();
  g_autofree char *text = pel_trace_step_dup_text (step);
  Numbers          told = numbers[step->op];

  json_object_set_string_member (object, "operation", pel_trace_op_to_string (step->op));
  json_object_set_string_member (object, "what", pel_trace_term_to_string (step->term));
  json_object_set_string_member (object, "why", pel_trace_term_get_summary (step->term));
  json_object_set_string_member (object, "text", text);
  if ((told & NUMBER_CORNER) != 0)
    {
      json_object_set_double_member (object, "x", step->by.x);
      json_object_set_double_member (object, "y", step->by.y);
    }
  if ((told & NUMBER_SIZE) != 0)
    {
      json_object_set_double_member (object, "width", step->by.width);
      json_object_set_double_member (object, "height", step->by.height);
    }
  if ((told & NUMBER_FACTOR) != 0)
    json_object_set_double_member (object, "factor", step->by.x);
  if ((told & NUMBER_LIMIT) != 0)
    json_object_set_double_member (object, "limit", step->by.x);
  json_object_set_object_member (object, "result", rect_to_json (&step->result));
  return object;
}

static gboolean
leads_to (const PelPlacementTrace *trace, const PelPhysicalRect *bounds)
{
  PelTraceRect result = pel_placement_trace_get_result (trace);

  return trace->is_known && result.x == bounds->x && result.y == bounds->y &&
         result.width == bounds->width && result.height == bounds->height;
}

void
pel_trace_add_to_json (const PelPlacementTrace *trace,
                       const PelPhysicalRect   *bounds,
                       JsonObject              *object)
{
  g_autofree char *formula = NULL;
  JsonArray       *steps;

  json_object_set_object_member (object, "raw_bounds", rect_to_json (&trace->raw));
  json_object_set_string_member (object, "raw_space", trace->is_of_window ? "window" : "screen");
  if (bounds == NULL || !leads_to (trace, bounds))
    return;
  steps = json_array_new ();
  for (guint i = 0; i < trace->steps->len; i++)
    json_array_add_object_element (steps,
                                   step_to_json (&g_array_index (trace->steps, PelTraceStep, i)));
  formula = pel_placement_trace_dup_formula (trace);
  json_object_set_string_member (object, "formula", formula);
  json_object_set_array_member (object, "steps", steps);
}
