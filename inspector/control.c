/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/control.h"

#include "services/base/json.h"
#include "services/base/text.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_ACTIONS     12
#define MAX_LABEL_BYTES 60
#define SCROLL_PX       200

/* A row is shown where the element has its pattern and, if one is named, is in its state or is not.
 */
/* clang-format off */
static const struct
{
  const char    *pattern;
  PelControlKind kind;
  const char    *tool;
  const char    *label;
  const char    *state;    /* (nullable) “!selected”: only where it does not hold */
  const char    *argument; /* (nullable) with @text or @number */
  const char    *text;
  double         number;
} table[] = {
  { "Toggle",         PEL_CONTROL_SWITCH, "ui_toggle",    N_ ("On") },
  { "RangeValue",     PEL_CONTROL_SLIDER, "ui_set_value", N_ ("Value") },
  { "Value",          PEL_CONTROL_ENTRY,  "ui_set_value", N_ ("Text") },
  { "Invoke",         PEL_CONTROL_BUTTON, "ui_invoke",    N_ ("Press") },
  { "ExpandCollapse", PEL_CONTROL_BUTTON, "ui_expand",    N_ ("Expand"),   "!expanded" },
  { "ExpandCollapse", PEL_CONTROL_BUTTON, "ui_collapse",  N_ ("Collapse"), "expanded" },
  { "SelectionItem",  PEL_CONTROL_BUTTON, "ui_select",    N_ ("Select"),   "!selected" },
  { "SelectionItem",  PEL_CONTROL_BUTTON, "ui_select",    N_ ("Deselect"), "selected", "mode", "remove" },
  { "Scroll",         PEL_CONTROL_BUTTON, "ui_scroll",    N_ ("Scroll Up"),   NULL, "dy", NULL, -SCROLL_PX },
  { "Scroll",         PEL_CONTROL_BUTTON, "ui_scroll",    N_ ("Scroll Down"), NULL, "dy", NULL, SCROLL_PX },
  { "ScrollItem",     PEL_CONTROL_BUTTON, "ui_scroll",    N_ ("Scroll into View") },
  { "Focus",          PEL_CONTROL_BUTTON, "ui_focus",     N_ ("Focus"), "!focused" },
};
/* clang-format on */

void
pel_control_free (PelControl *self)
{
  g_free (self->label);
  json_object_unref (self->arguments);
  g_free (self->text);
  g_free (self);
}

static PelControl *
control_new (PelControlKind kind, const char *tool, const char *label)
{
  PelControl *self = g_new0 (PelControl, 1);

  self->kind = kind;
  self->tool = tool;
  self->label = g_strdup (label);
  self->arguments = json_object_new ();
  return self;
}

static JsonArray *
get_array (JsonObject *object, const char *name)
{
  return json_object_has_member (object, name) ? json_object_get_array_member (object, name) : NULL;
}

static JsonObject *
get_object (JsonObject *object, const char *name)
{
  return json_object_has_member (object, name) ? json_object_get_object_member (object, name)
                                               : NULL;
}

static gboolean
has_pattern (JsonObject *answer, const char *pattern)
{
  JsonArray *patterns = get_array (answer, "patterns");

  for (guint i = 0; patterns != NULL && i < json_array_get_length (patterns); i++)
    if (g_strcmp0 (json_array_get_string_element (patterns, i), pattern) == 0)
      return TRUE;
  return FALSE;
}

/* A state may also be “mixed”, which is neither on nor off. */
static gboolean
has_state (JsonObject *answer, const char *state)
{
  JsonObject *states = get_object (answer, "states");
  JsonNode   *node = states != NULL ? json_object_get_member (states, state) : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_BOOLEAN && json_node_get_boolean (node);
}

static gboolean
is_in_state (JsonObject *answer, const char *state)
{
  if (state == NULL)
    return TRUE;
  return state[0] == '!' ? !has_state (answer, state + 1) : has_state (answer, state);
}

/* FALSE: there is nothing to slide. */
static gboolean
fill_slider (PelControl *self, JsonObject *answer)
{
  JsonObject *range = get_object (answer, "range");

  if (range == NULL)
    return FALSE;
  self->value = json_object_get_double_member_with_default (range, "value", 0);
  self->minimum = json_object_get_double_member_with_default (range, "minimum", 0);
  self->maximum = json_object_get_double_member_with_default (range, "maximum", 0);
  self->step = json_object_get_double_member_with_default (range, "step", 0);
  return isfinite (self->minimum) && isfinite (self->maximum) && isfinite (self->value) &&
         self->maximum > self->minimum;
}

static gboolean
fill_entry (PelControl *self, JsonObject *answer)
{
  JsonObject *text = get_object (answer, "text");

  self->is_secret = json_object_get_boolean_member_with_default (answer, "secret", FALSE);
  self->text = g_strdup (
      text != NULL ? json_object_get_string_member_with_default (text, "content", "") : "");
  if (self->is_secret)
    json_object_set_boolean_member (self->arguments, "redact", TRUE);
  /* what is there only in part must not be set from it */
  return text == NULL || !json_object_get_boolean_member_with_default (text, "truncated", FALSE);
}

static gboolean
fill (PelControl *self, JsonObject *answer)
{
  switch (self->kind)
    {
    case PEL_CONTROL_SWITCH:
      self->is_on = has_state (answer, "checked") || has_state (answer, "pressed");
      return TRUE;
    case PEL_CONTROL_ENTRY:
      return fill_entry (self, answer);
    case PEL_CONTROL_SLIDER:
      return fill_slider (self, answer);
    default:
      return TRUE;
    }
}

static void
add_row (GPtrArray *controls, gsize row, JsonObject *answer)
{
  g_autoptr (PelControl) control =
      control_new (table[row].kind, table[row].tool, _ (table[row].label));

  if (table[row].text != NULL)
    json_object_set_string_member (control->arguments, table[row].argument, table[row].text);
  else if (table[row].argument != NULL)
    json_object_set_double_member (control->arguments, table[row].argument, table[row].number);
  if (fill (control, answer))
    g_ptr_array_add (controls, g_steal_pointer (&control));
}

/* The first action is what a button is for; the others go by their names. */
static void
add_actions (GPtrArray *controls, JsonObject *answer)
{
  JsonArray *actions = get_array (answer, "actions");
  guint      n_actions = actions != NULL ? json_array_get_length (actions) : 0;

  for (guint i = 1; i < MIN (n_actions, MAX_ACTIONS); i++)
    {
      JsonObject *action = json_array_get_object_element (actions, i);
      const char *name =
          action != NULL ? json_object_get_string_member_with_default (action, "name", "") : "";
      g_autofree char *cut = pel_text_repair (name, -1, MAX_LABEL_BYTES);
      g_autofree char *label = pel_text_isolate (cut);
      PelControl      *control;

      if (name[0] == '\0')
        continue;
      control = control_new (PEL_CONTROL_BUTTON, "ui_do", label);
      json_object_set_string_member (control->arguments, "action", name);
      g_ptr_array_add (controls, control);
    }
}

GPtrArray *
pel_controls_new (JsonObject *answer)
{
  GPtrArray *controls = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_control_free);

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    if (has_pattern (answer, table[i].pattern) && is_in_state (answer, table[i].state))
      add_row (controls, i, answer);
  add_actions (controls, answer);
  return controls;
}

gboolean
pel_control_does_same (const PelControl *self, const PelControl *other)
{
  g_autofree char *mine = NULL, *theirs = NULL;

  if (self->kind != other->kind || !g_str_equal (self->tool, other->tool) ||
      !g_str_equal (self->label, other->label) || self->is_secret != other->is_secret)
    return FALSE;
  mine = pel_control_dup_arguments (self, "", NULL);
  theirs = pel_control_dup_arguments (other, "", NULL);
  return g_str_equal (mine, theirs) && self->minimum == other->minimum &&
         self->maximum == other->maximum && self->step == other->step;
}

char *
pel_control_dup_arguments (const PelControl *self, const char *target, JsonNode *value)
{
  JsonObject          *arguments = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (arguments);
  g_autoptr (GList)    members = json_object_get_members (self->arguments);

  json_object_set_string_member (arguments, "target", target);
  for (GList *link = members; link != NULL; link = link->next)
    json_object_set_member (arguments,
                            link->data,
                            json_object_dup_member (self->arguments, link->data));
  if (value != NULL)
    json_object_set_member (arguments, "value", value);
  return pel_json_to_string (node, PEL_JSON_COMPACT);
}
