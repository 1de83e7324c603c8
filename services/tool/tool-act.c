/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tools that act on an element by its own patterns. They differ in their arguments and in the
 * action that these make; the rest is a PelActCall. */

#include "config.h"

#include "services/base/error.h"
#include "services/tool/act-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

/* clang-format off */
static const char *const select_modes[] = { "replace", "add", "remove", NULL };
static const PelVerb     select_verbs[] = { PEL_VERB_SELECT, PEL_VERB_ADD_TO_SELECTION, PEL_VERB_DESELECT };

static const PelField plain_arguments[] = {
  PEL_ACT_TARGET_FIELD,
  PEL_ACT_FIELDS,
  PEL_ACT_FALLBACK_FIELD,
  { NULL },
};

static const PelField select_arguments[] = {
  PEL_ACT_TARGET_FIELD,
  { "mode",  PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Replace the selection (default), add to it or remove from it"), .choices = select_modes },
  { "start", PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("For text: offset of the first character to select"), .minimum = 0, .maximum = G_MAXINT },
  { "end",   PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL, N_ ("For text: offset after the last character to select"), .minimum = 0, .maximum = G_MAXINT },
  PEL_ACT_FIELDS,
  PEL_ACT_FALLBACK_FIELD,
  { NULL },
};

static const PelField set_value_arguments[] = {
  PEL_ACT_TARGET_FIELD,
  { "value",  PEL_FIELD_SCALAR,  PEL_FIELD_REQUIRED, N_ ("Text or number to set") },
  { "redact", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Do not log, show or return the value") },
  PEL_ACT_FIELDS,
  PEL_ACT_FALLBACK_FIELD,
  { NULL },
};

static const PelField do_arguments[] = {
  PEL_ACT_TARGET_FIELD,
  { "action", PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Name of one of its actions, as listed by describe") },
  PEL_ACT_FIELDS,
  PEL_ACT_FALLBACK_FIELD,
  { NULL },
};

static const PelField scroll_arguments[] = {
  PEL_ACT_TARGET_FIELD,
  { "into_view", PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL, N_ ("Scroll until it is visible (default)") },
  { "dx",        PEL_FIELD_NUMBER,  PEL_FIELD_OPTIONAL, N_ ("Scroll right by this many pixels") },
  { "dy",        PEL_FIELD_NUMBER,  PEL_FIELD_OPTIONAL, N_ ("Scroll down by this many pixels") },
  { "percent_x", PEL_FIELD_NUMBER,  PEL_FIELD_OPTIONAL, N_ ("Scroll to this percentage of its width"), .minimum = 0, .maximum = 100 },
  { "percent_y", PEL_FIELD_NUMBER,  PEL_FIELD_OPTIONAL, N_ ("Scroll to this percentage of its height"), .minimum = 0, .maximum = 100 },
  PEL_ACT_FIELDS,
  PEL_ACT_FALLBACK_FIELD,
  { NULL },
};

static const PelField transform_arguments[] = {
  PEL_ACT_TARGET_FIELD,
  { "x",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop"), .minimum = -1000000, .maximum = 1000000 },
  { "y",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels of the virtual desktop"), .minimum = -1000000, .maximum = 1000000 },
  { "width",  PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels"), .minimum = 1, .maximum = 1000000 },
  { "height", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Physical pixels"), .minimum = 1, .maximum = 1000000 },
  PEL_ACT_FIELDS,
  PEL_ACT_FALLBACK_FIELD,
  { NULL },
};
/* clang-format on */

static void
run_verb (GTask *task, PelVerb verb)
{
  pel_act_call_run (task, &(PelAction){ .verb = verb });
}

static void
run_invoke (GTask *task)
{
  run_verb (task, PEL_VERB_INVOKE);
}

static void
run_toggle (GTask *task)
{
  run_verb (task, PEL_VERB_TOGGLE);
}

static void
run_expand (GTask *task)
{
  run_verb (task, PEL_VERB_EXPAND);
}

static void
run_collapse (GTask *task)
{
  run_verb (task, PEL_VERB_COLLAPSE);
}

static void
run_focus (GTask *task)
{
  run_verb (task, PEL_VERB_FOCUS);
}

static void
run_context_menu (GTask *task)
{
  run_verb (task, PEL_VERB_CONTEXT_MENU);
}

static void
refuse (GTask *task, const char *message)
{
  GError *error = NULL;

  pel_set_error (&error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 NULL,
                 _ ("%s: %s"),
                 pel_tool_call_get (task)->tool->name,
                 message);
  g_task_return_error (task, error);
}

static void
run_select (GTask *task)
{
  JsonObject *arguments = pel_tool_call_get (task)->arguments;
  const char *mode = json_object_get_string_member_with_default (arguments, "mode", "replace");
  gboolean    has_start = json_object_has_member (arguments, "start");
  gboolean    has_end = json_object_has_member (arguments, "end");
  PelAction   action = { .verb = PEL_VERB_SELECT_TEXT };
  gsize       row = 0;

  while (!g_str_equal (select_modes[row], mode))
    row++; /* the schema lets no other through */
  if (!has_start && !has_end)
    {
      run_verb (task, select_verbs[row]);
      return;
    }
  if (!has_start || !has_end || row != 0)
    {
      refuse (task, _ ("a text range requires start and end, and takes no mode"));
      return;
    }
  action.range.start = json_object_get_int_member (arguments, "start");
  action.range.end = json_object_get_int_member (arguments, "end");
  if (action.range.start > action.range.end)
    refuse (task, _ ("start must not be after end"));
  else
    pel_act_call_run (task, &action);
}

/* A number may be written as a text, on the command line above all. */
static void
run_set_value (GTask *task)
{
  JsonObject *arguments = pel_tool_call_get (task)->arguments;
  JsonNode   *value = json_object_get_member (arguments, "value");
  PelAction   action = { .verb = PEL_VERB_SET_VALUE };
  char        number[G_ASCII_DTOSTR_BUF_SIZE];
  char       *end;

  if (json_node_get_value_type (value) == G_TYPE_STRING)
    {
      action.text = json_node_get_string (value);
      action.number = g_ascii_strtod (action.text, &end);
      action.has_number = end != action.text && *end == '\0';
    }
  else
    {
      action.number = json_node_get_double (value);
      action.has_number = TRUE;
      action.text = number;
      if (json_node_get_value_type (value) == G_TYPE_INT64)
        g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, json_node_get_int (value));
      else
        g_ascii_formatd (number, sizeof number, "%.15g", action.number);
    }
  pel_act_call_run (task, &action);
}

static void
run_do (GTask *task)
{
  JsonObject *arguments = pel_tool_call_get (task)->arguments;

  pel_act_call_run (task,
                    &(PelAction){ .verb = PEL_VERB_DO,
                                  .text = json_object_get_string_member (arguments, "action") });
}

/* Reads up to two of the arguments; says whether it found any. */
static gboolean
read_way (JsonObject *arguments, const char *x, const char *y, PelAction *action)
{
  action->has_x = json_object_has_member (arguments, x);
  action->has_y = json_object_has_member (arguments, y);
  action->scroll_x = json_object_get_double_member_with_default (arguments, x, 0);
  action->scroll_y = json_object_get_double_member_with_default (arguments, y, 0);
  return action->has_x || action->has_y;
}

static void
run_scroll (GTask *task)
{
  JsonObject *arguments = pel_tool_call_get (task)->arguments;
  PelAction   by = { .verb = PEL_VERB_SCROLL, .scroll_unit = PEL_SCROLL_BY };
  PelAction   to = { .verb = PEL_VERB_SCROLL, .scroll_unit = PEL_SCROLL_PERCENT };
  gboolean    is_by = read_way (arguments, "dx", "dy", &by);
  gboolean    is_to = read_way (arguments, "percent_x", "percent_y", &to);
  gboolean    is_shown =
      json_object_get_boolean_member_with_default (arguments, "into_view", !is_by && !is_to);

  if (is_by + is_to + is_shown != 1)
    refuse (task, _ ("specify either dx and dy, or percent_x and percent_y, or into_view"));
  else if (is_shown)
    run_verb (task, PEL_VERB_SCROLL_INTO_VIEW);
  else
    pel_act_call_run (task, is_by ? &by : &to);
}

static void
run_transform (GTask *task)
{
  JsonObject *arguments = pel_tool_call_get (task)->arguments;
  PelAction   action = { .verb = PEL_VERB_TRANSFORM };

  action.extents.x = json_object_get_int_member (arguments, "x");
  action.extents.y = json_object_get_int_member (arguments, "y");
  action.extents.width = json_object_get_int_member (arguments, "width");
  action.extents.height = json_object_get_int_member (arguments, "height");
  pel_act_call_run (task, &action);
}

const PelTool pel_tool_invoke = {
  .name = "ui_invoke",
  .summary =
      N_ ("Press a button, open a link or choose a menu item through its accessibility action"),
  .when = N_ ("Prefer it to ui_click; use ui_toggle for check boxes"),
  .arguments = plain_arguments,
  .run = run_invoke,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_toggle = {
  .name = "ui_toggle",
  .summary = N_ ("Turn a check box, switch or toggle button on or off"),
  .arguments = plain_arguments,
  .run = run_toggle,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_expand = {
  .name = "ui_expand",
  .summary = N_ ("Expand a combo box, tree item or menu"),
  .arguments = plain_arguments,
  .run = run_expand,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_collapse = {
  .name = "ui_collapse",
  .summary = N_ ("Collapse a combo box, tree item or menu"),
  .arguments = plain_arguments,
  .run = run_collapse,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_select = {
  .name = "ui_select",
  .summary = N_ ("Select an item, such as a list row or a tab, or a range of text"),
  .arguments = select_arguments,
  .run = run_select,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_set_value = {
  .name = "ui_set_value",
  .alias = "fill",
  .summary = N_ ("Set the text of a field or the number of a slider"),
  .when = N_ ("Prefer it to ui_type, which sends keys"),
  .arguments = set_value_arguments,
  .run = run_set_value,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_do = {
  .name = "ui_do",
  .summary = N_ ("Perform an accessibility action of an element by name"),
  .when = N_ ("Use it for actions that no other tool covers; ui_describe lists them"),
  .arguments = do_arguments,
  .run = run_do,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_context_menu = {
  .name = "ui_context_menu",
  .summary = N_ ("Open the context menu of an element"),
  .arguments = plain_arguments,
  .run = run_context_menu,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_focus = {
  .name = "ui_focus",
  .summary = N_ ("Give an element keyboard focus without raising its window"),
  .when = N_ ("Use ui_focus_window for windows"),
  .arguments = plain_arguments,
  .run = run_focus,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_scroll = {
  .name = "ui_scroll",
  .summary = N_ ("Scroll an element into view, or scroll its contents"),
  .arguments = scroll_arguments,
  .run = run_scroll,
  PEL_ACT_TOOL,
};

const PelTool pel_tool_transform = {
  .name = "ui_transform",
  .summary = N_ ("Move and resize an element that supports it"),
  .when = N_ ("Use ui_window for windows"),
  .arguments = transform_arguments,
  .run = run_transform,
  PEL_ACT_TOOL,
};
