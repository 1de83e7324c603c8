/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-outputs.h"

#include "services/window/sway-json.h"

#include <math.h>

#define MAX_OUTPUTS 64
#define MAX_SCALE   64
#define MAX_MODE    65536

/* sway keeps scales in single precision: 1.1 arrives as 1.1000000238418579. */
#define SCALE_ERROR 1e-6

static double
get_scale (JsonObject *output, const PelNativeRect *logical, int mode_width, int mode_height)
{
  double scale = pel_sway_json_get_number (output, "scale", 0);
  double snapped = floor (scale * 120 + 0.5) / 120;

  if (scale <= 0 || scale > MAX_SCALE)
    return pel_scale_from_sizes (mode_width,
                                 mode_height,
                                 (int) logical->width,
                                 (int) logical->height);
  return fabs (scale - snapped) < SCALE_ERROR * scale ? snapped : scale;
}

/* "90", "270", "flipped-90", "flipped-270" lie on their side. */
static gboolean
is_sideways (JsonObject *output)
{
  const char *transform = pel_sway_json_get_string (output, "transform");

  return transform != NULL &&
         (g_str_has_suffix (transform, "90") || g_str_has_suffix (transform, "270"));
}

static gboolean
read_output (JsonObject *output, PelMonitor *ret_monitor)
{
  JsonObject   *mode = pel_sway_json_get_object (output, "current_mode");
  const char   *name = pel_sway_json_get_string (output, "name");
  PelNativeRect rect = pel_sway_json_get_rect (output, "rect");
  int           width = (int) pel_sway_json_get_number (mode, "width", 0);
  int           height = (int) pel_sway_json_get_number (mode, "height", 0);

  if (!pel_sway_json_get_boolean (output, "active", FALSE))
    return FALSE;
  if (width <= 0 || height <= 0 || width > MAX_MODE || height > MAX_MODE)
    return FALSE;
  if (rect.width < 1 || rect.height < 1)
    return FALSE;
  if (is_sideways (output))
    {
      int upright = width;

      width = height;
      height = upright;
    }

  *ret_monitor = (PelMonitor){
    .name = name != NULL ? name : "",
    .native = rect,
    .physical = { .width = width, .height = height },
    .is_primary = pel_sway_json_get_boolean (output, "primary", FALSE),
  };
  ret_monitor->ratio = get_scale (output, &rect, width, height);
  ret_monitor->scale = ret_monitor->ratio;
  return TRUE;
}

PelMonitorLayout *
pel_sway_outputs_to_layout (JsonNode *outputs)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (outputs) ? json_node_get_array (outputs) : NULL;
  PelMonitor monitors[MAX_OUTPUTS];
  guint      n = 0;
  int        focused = -1;
  gboolean   has_primary = FALSE;

  for (guint i = 0; i < pel_sway_json_get_length (array) && n < MAX_OUTPUTS; i++)
    {
      JsonObject *output = pel_sway_json_get_element (array, i);

      if (!read_output (output, &monitors[n]))
        continue;
      has_primary = has_primary || monitors[n].is_primary;
      if (focused < 0 && pel_sway_json_get_boolean (output, "focused", FALSE))
        focused = (int) n;
      n++;
    }
  if (!has_primary && focused >= 0)
    monitors[focused].is_primary = TRUE;
  return pel_monitor_layout_new (monitors, n);
}
