/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tools that move and press the pointer. */

#include "config.h"

#include "services/base/error.h"
#include "services/tool/spot-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

#define MAX_CLICKS       3
#define DEFAULT_PAUSE_MS 60 /* between clicks: all toolkits take two for a double click then */

/* clang-format off */
static const PelField click_arguments[] = {
  PEL_ACT_TARGET_FIELD,
  { "button",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("left (default), middle or right"), .choices = pel_button_names },
  { "clicks",    PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Number of clicks: 1, 2 or 3"), .minimum = 1, .maximum = MAX_CLICKS },
  { "delay_ms",  PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Milliseconds between clicks"), .minimum = 0, .maximum = 1000 },
  { "modifiers", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Keys to hold while clicking, such as ctrl or shift+alt") },
  PEL_ACT_FIELDS,
  PEL_ACT_FALLBACK_FIELD,
  { NULL },
};

static const PelField click_xy_arguments[] = {
  PEL_SPOT_POINT_FIELDS,
  { "button",   PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("left (default), middle or right"), .choices = pel_button_names },
  { "clicks",   PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Number of clicks: 1, 2 or 3"), .minimum = 1, .maximum = MAX_CLICKS },
  { "delay_ms", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("Milliseconds between clicks"), .minimum = 0, .maximum = 1000 },
  PEL_SPOT_ACT_FIELDS,
  { NULL },
};

static const PelField mouse_move_arguments[] = {
  PEL_SPOT_POINT_FIELDS,
  PEL_SPOT_ACT_FIELDS,
  { NULL },
};
/* clang-format on */

static guint
read_clicks (JsonObject *arguments)
{
  return json_object_get_int_member_with_default (arguments, "clicks", 1);
}

static guint
read_pause_ms (JsonObject *arguments)
{
  return json_object_get_int_member_with_default (arguments, "delay_ms", DEFAULT_PAUSE_MS);
}

static gboolean
read_modifiers (JsonObject *arguments, PelChord *ret_chord, GError **error)
{
  const char *text = json_object_get_string_member_with_default (arguments, "modifiers", "");

  *ret_chord = (PelChord){ 0 };
  if (text[0] == '\0')
    return TRUE;
  if (!pel_chord_parse (text, ret_chord, error))
    return FALSE;
  if (pel_keysym_is_modifier (ret_chord->keysyms[ret_chord->n_keysyms - 1]))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Use ctrl, shift, alt or super"),
                 _ ("“%s” contains a key that is not a modifier"),
                 text);
  return FALSE;
}

static void
run_click (GTask *task)
{
  JsonObject *arguments = pel_tool_call_get (task)->arguments;
  PelAction   action = { .verb = PEL_VERB_CLICK,
                         .button = pel_button_read (arguments),
                         .n_clicks = read_clicks (arguments),
                         .pause_ms = read_pause_ms (arguments) };
  GError     *error = NULL;

  if (!read_modifiers (arguments, &action.modifiers, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  action.is_shortcut = pel_chord_is_shortcut (&action.modifiers);
  pel_act_call_run (task, &action);
}

/* On Wayland it is unknown where menus are. */
static gboolean
is_menu (PelWindow *window)
{
  return (pel_window_get_info (window)->states & PEL_WINDOW_UNMANAGED) != 0;
}

static char *
make_click (JsonObject *arguments, const PelSpot *spot, PelGesture *gesture, GError **error)
{
  if (is_menu (spot->window))
    pel_gesture_approach (gesture, spot->native);
  else
    pel_gesture_move (gesture, spot->native);
  pel_gesture_click (gesture,
                     pel_button_read (arguments),
                     read_clicks (arguments),
                     read_pause_ms (arguments));
  return g_strdup_printf ("click at %d,%d", spot->physical.x, spot->physical.y);
}

static void
run_click_xy (GTask *task)
{
  pel_spot_call_run (task,
                     &(PelSpotWish){ .kind = PEL_SPOT_POINT,
                                     .verb = PEL_VERB_CLICK,
                                     .risk = PEL_ACTION_CLICK_XY,
                                     .make = make_click });
}

static char *
make_move (JsonObject *arguments, const PelSpot *spot, PelGesture *gesture, GError **error)
{
  pel_gesture_move (gesture, spot->native);
  return g_strdup_printf ("move to %d,%d", spot->physical.x, spot->physical.y);
}

static void
run_mouse_move (GTask *task)
{
  pel_spot_call_run (task,
                     &(PelSpotWish){ .kind = PEL_SPOT_BARE,
                                     .verb = PEL_VERB_MOVE,
                                     .risk = PEL_ACTION_CLICK_XY,
                                     .make = make_move });
}

const PelTool pel_tool_click = {
  .name = "ui_click",
  .summary =
      N_ ("Click an element through its accessibility action if it has one, else with the pointer"),
  .when = N_ ("Use it for double or right clicks, or if ui_invoke fails"),
  .arguments = click_arguments,
  .run = run_click,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_click_xy = {
  .name = "ui_click_xy",
  .summary = N_ ("Click at a point of the desktop, a window or an image"),
  .when = N_ ("Use it only for what is not exposed as an element"),
  .arguments = click_xy_arguments,
  .run = run_click_xy,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_mouse_move = {
  .name = "ui_mouse_move",
  .summary = N_ ("Move the pointer to a point"),
  .arguments = mouse_move_arguments,
  .run = run_mouse_move,
  PEL_ACT_TOOL,
};
