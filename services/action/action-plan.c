/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/action-plan.h"

#include "services/action/action-name.h"
#include "services/action/action-refusal.h"
#include "services/action/gesture-plan.h"
#include "services/base/error.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* What a plan is made of. */
typedef struct
{
  const PelAction         *action;
  PelSnapshot             *snapshot;
  PelElement               element; /* that was named */
  PelElement               agent;   /* that does it */
  const PelElementReading *reading;
  PelActionPlan           *plan;
} Planner;

/* FALSE without an error: it does not support this. */
typedef gboolean (*PlanFunc) (Planner *self, GError **error);

void
pel_action_plan_free (PelActionPlan *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->acts);
  g_clear_pointer (&self->gesture, pel_gesture_unref);
  g_free (self->deed);
  g_free (self);
}

/* Steps */

static PelElementAct
begin_act (const PelElement *element, PelActKind kind)
{
  return (PelElementAct){ .bus_name = element->bus_name,
                          .path = element->path,
                          .kind = kind,
                          .name = element->name,
                          .native_role = element->native_role,
                          .needs_enabled = TRUE };
}

static gboolean
add_act (Planner *self, const PelElementAct *act)
{
  g_ptr_array_add (self->plan->acts, pel_element_act_copy (act));
  return TRUE;
}

static gboolean
add_plain (Planner *self, PelActKind kind)
{
  PelElementAct act = begin_act (&self->agent, kind);

  return add_act (self, &act);
}

static gboolean
add_action (Planner *self, guint index)
{
  PelElementAct act = begin_act (&self->agent, PEL_ACT_DO_ACTION);

  act.index = index;
  act.action = g_array_index (self->reading->actions, PelActionInfo, index).name;
  return add_act (self, &act);
}

static gboolean
be_already (Planner *self)
{
  self->plan->is_already = TRUE;
  return TRUE;
}

static gboolean
fail_argument (GError **error, const char *message)
{
  pel_set_error (error, PEL_ERROR_INVALID_ARGUMENT, NULL, "%s", message);
  return FALSE;
}

static gboolean
has (const PelElement *element, PelInterfaces interface)
{
  return (element->interfaces & interface) != 0;
}

/* As it was read, which is later than it was seen; of itself or of the part that stands for it. */
static gboolean
is (const Planner *self, PelState state)
{
  PelStates states = self->reading->has_states ? self->reading->states : self->agent.states;

  return pel_states_has (states, state) ||
         (self->agent.id != self->element.id && pel_states_has (self->element.states, state));
}

/* By the name of an action. */
static gboolean
plan_by_name (Planner *self, PelVerb verb)
{
  guint index;

  if (pel_action_name_find (self->reading->actions, verb, self->agent.role, &index) ==
      PEL_ACTION_NAME_NONE)
    return FALSE;
  return add_action (self, index);
}

/* Verbs */

static gboolean
plan_invoke (Planner *self, GError **error)
{
  return plan_by_name (self, self->action->verb);
}

static gboolean
plan_toggle (Planner *self, GError **error)
{
  if ((self->element.patterns & PEL_PATTERN_TOGGLE) == 0)
    return FALSE;
  return plan_by_name (self, PEL_VERB_TOGGLE);
}

/* Menus and combo boxes of some toolkits do not say whether they are open; what is in them does. */
static gboolean
is_expanded (const Planner *self)
{
  PelElementId last = pel_snapshot_get_last_descendant (self->snapshot, self->element.id);

  if (is (self, PEL_STATE_EXPANDED))
    return TRUE;
  if (is (self, PEL_STATE_EXPANDABLE) ||
      (self->element.role != PEL_ROLE_MENU && self->element.role != PEL_ROLE_COMBO_BOX &&
       self->element.role != PEL_ROLE_MENU_ITEM))
    return FALSE;
  /* GTK 3 lists an open menu once more, in a window of its own */
  if (self->element.role == PEL_ROLE_COMBO_BOX && self->element.n_children > 0 &&
      self->element.first_child == PEL_ELEMENT_NONE)
    return TRUE;
  for (PelElementId id = self->element.id + 1; id <= last; id++)
    {
      PelRole role = pel_snapshot_get_role (self->snapshot, id);

      if ((role == PEL_ROLE_MENU_ITEM || role == PEL_ROLE_LIST_ITEM) &&
          (pel_snapshot_get_flags (self->snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0)
        return TRUE;
    }
  return FALSE;
}

/* An item of a closed combo box of Qt can be selected, and nothing comes of it. */
static gboolean
is_in_combo_box (const Planner *self)
{
  for (PelElementId id = self->element.parent; id != PEL_ELEMENT_NONE;
       id = pel_snapshot_get_parent (self->snapshot, id))
    if (pel_snapshot_get_role (self->snapshot, id) == PEL_ROLE_COMBO_BOX)
      return TRUE;
  return FALSE;
}

static gboolean
plan_expand (Planner *self, GError **error)
{
  gboolean wants_expanded = self->action->verb == PEL_VERB_EXPAND;

  if ((self->element.patterns & PEL_PATTERN_EXPAND_COLLAPSE) == 0 &&
      self->element.role != PEL_ROLE_MENU_ITEM && self->agent.id == self->element.id)
    return FALSE;
  if (is_expanded (self) == wants_expanded)
    return be_already (self);
  return plan_by_name (self, self->action->verb);
}

static gboolean
is_chosen (const Planner *self)
{
  return is (self, PEL_STATE_SELECTED) ||
         (self->element.role == PEL_ROLE_RADIO_BUTTON && is (self, PEL_STATE_CHECKED));
}

/* The element that keeps the selection; FALSE where its parent keeps none, or is another program's.
 */
static gboolean
find_selection (const Planner *self, PelElement *ret_holder)
{
  if (self->element.parent == PEL_ELEMENT_NONE)
    return FALSE;
  *ret_holder = pel_snapshot_get_element (self->snapshot, self->element.parent);
  if ((ret_holder->flags & PEL_ELEMENT_IS_FOREIGN) != 0 ||
      g_strcmp0 (ret_holder->bus_name, self->element.bus_name) != 0)
    return FALSE;
  return has (ret_holder, PEL_INTERFACE_SELECTION) && ret_holder->role != PEL_ROLE_MENU &&
         ret_holder->role != PEL_ROLE_MENU_BAR && ret_holder->role != PEL_ROLE_MENU_ITEM;
}

static gboolean
add_child_act (Planner *self, const PelElement *holder, PelActKind kind)
{
  PelElementAct act = begin_act (holder, kind);

  act.needs_enabled = FALSE; /* of the item that matters, and it was looked at */
  act.child_path = self->element.path;
  return add_act (self, &act);
}

static gboolean
add_selection (Planner *self, const PelElement *holder)
{
  PelElementAct clear = begin_act (holder, PEL_ACT_CLEAR_SELECTION);

  clear.needs_enabled = FALSE;
  if (self->action->verb == PEL_VERB_SELECT &&
      pel_states_has (holder->states, PEL_STATE_MULTISELECTABLE))
    add_act (self, &clear);
  return add_child_act (self, holder, PEL_ACT_SELECT_CHILD);
}

/* An action of its own that says so comes first (Chromium's tabs and trees have a Selection, which
 * refuses), one that turns the state around last. */
static gboolean
plan_select (Planner *self, GError **error)
{
  PelElement        holder;
  guint             index;
  PelActionNameKind kind =
      pel_action_name_find (self->reading->actions, self->action->verb, self->agent.role, &index);

  if (is_chosen (self))
    return be_already (self);
  if (kind == PEL_ACTION_NAME_SETS)
    return add_action (self, index);
  if (kind == PEL_ACTION_NAME_FLIPS && is_in_combo_box (self))
    return FALSE;
  if (find_selection (self, &holder))
    return add_selection (self, &holder);
  return kind == PEL_ACTION_NAME_FLIPS && add_action (self, index);
}

static gboolean
plan_deselect (Planner *self, GError **error)
{
  PelElement holder;

  if (!is_chosen (self))
    return be_already (self);
  if (find_selection (self, &holder))
    return add_child_act (self, &holder, PEL_ACT_DESELECT_CHILD);
  return plan_by_name (self, PEL_VERB_DESELECT);
}

static gboolean
parse_number (const PelAction *action, double *ret_number)
{
  char *end;

  if (action->has_number)
    {
      *ret_number = action->number;
      return isfinite (action->number);
    }
  if (action->text == NULL || action->text[0] == '\0')
    return FALSE;
  *ret_number = g_ascii_strtod (action->text, &end);
  return *end == '\0' && isfinite (*ret_number);
}

static gboolean
plan_number (Planner *self, double number, GError **error)
{
  const PelElementReading *reading = self->reading;
  PelElementAct            act = begin_act (&self->agent, PEL_ACT_SET_NUMBER);

  if (reading->has_value && reading->maximum > reading->minimum &&
      (number < reading->minimum || number > reading->maximum))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("%g is out of range: the element accepts %g to %g"),
                     number,
                     reading->minimum,
                     reading->maximum);
      return FALSE;
    }
  if (reading->has_value && reading->value == number)
    return be_already (self);
  act.number = number;
  return add_act (self, &act);
}

static gboolean
can_edit (const Planner *self)
{
  return (self->element.patterns & PEL_PATTERN_VALUE) != 0 &&
         has (&self->agent, PEL_INTERFACE_EDITABLE_TEXT);
}

/* Where both are possible, a number is set as one: the text of a spin button counts only once it
 * has been entered. */
static gboolean
plan_set_value (Planner *self, GError **error)
{
  PelElementAct act = begin_act (&self->agent, PEL_ACT_SET_TEXT);
  char          digits[G_ASCII_DTOSTR_BUF_SIZE];
  double        number;

  if (self->action->text == NULL && !self->action->has_number)
    return fail_argument (error, _ ("No value given"));
  if (has (&self->agent, PEL_INTERFACE_VALUE) && parse_number (self->action, &number))
    return plan_number (self, number, error);
  if (!can_edit (self))
    {
      if (has (&self->agent, PEL_INTERFACE_VALUE))
        return fail_argument (error, _ ("The element accepts only numbers"));
      return FALSE;
    }
  act.text = self->action->text;
  if (act.text == NULL)
    act.text = g_ascii_dtostr (digits, sizeof digits, self->action->number);
  if (!self->reading->is_secret && g_strcmp0 (self->reading->value_text, act.text) == 0)
    return be_already (self);
  return add_act (self, &act);
}

static gboolean
plan_insert (Planner *self, GError **error)
{
  PelElementAct act = begin_act (&self->agent, PEL_ACT_INSERT_TEXT);

  if (self->action->text == NULL || self->action->text[0] == '\0')
    return fail_argument (error, _ ("No text given"));
  if (!can_edit (self))
    return FALSE;
  act.text = self->action->text;
  act.start = MAX (self->reading->caret, 0);
  return add_act (self, &act);
}

static gboolean
plan_select_text (Planner *self, GError **error)
{
  PelTextRange  range = self->action->range;
  PelElementAct act = begin_act (&self->agent, PEL_ACT_SELECT_TEXT);

  if (!has (&self->agent, PEL_INTERFACE_TEXT))
    return FALSE;
  if (range.start < 0 || (range.end >= 0 && range.end < range.start))
    return fail_argument (error, _ ("The text range ends before it begins"));
  if (range.end < 0)
    range.end = self->reading->n_chars;
  if (range.start == range.end)
    act.kind = PEL_ACT_SET_CARET;
  else if (self->reading->selections->len == 0)
    act.kind = PEL_ACT_ADD_SELECTION;
  act.start = range.start;
  act.end = range.end;
  return add_act (self, &act);
}

static gboolean
plan_do (Planner *self, GError **error)
{
  int index;

  if (self->action->text == NULL)
    return fail_argument (error, _ ("No action name given"));
  index = pel_action_name_find_named (self->reading->actions, self->action->text);
  return index >= 0 && add_action (self, index);
}

static gboolean
plan_focus (Planner *self, GError **error)
{
  if (is (self, PEL_STATE_FOCUSED))
    return be_already (self);
  if ((self->element.patterns & PEL_PATTERN_FOCUS) != 0)
    return add_plain (self, PEL_ACT_GRAB_FOCUS);
  return plan_by_name (self, PEL_VERB_FOCUS);
}

static gboolean
plan_scroll (Planner *self, GError **error)
{
  const PelElementReading *reading = self->reading;
  double                   range = reading->maximum - reading->minimum;
  double amount = self->action->has_x ? self->action->scroll_x : self->action->scroll_y;
  double number;

  if (self->action->has_x == self->action->has_y || !isfinite (amount))
    return fail_argument (error, _ ("Scroll either horizontally or vertically"));
  if (!has (&self->agent, PEL_INTERFACE_VALUE) || !reading->has_value || !(range > 0))
    return FALSE;
  if (self->action->scroll_unit == PEL_SCROLL_PERCENT)
    number = reading->minimum + range * CLAMP (amount, 0, 100) / 100;
  else
    number = reading->value + amount;
  return plan_number (self, CLAMP (number, reading->minimum, reading->maximum), error);
}

static gboolean
plan_scroll_into_view (Planner *self, GError **error)
{
  PelElementAct act = begin_act (&self->agent, PEL_ACT_SCROLL_TO);

  act.needs_enabled = FALSE;
  return has (&self->agent, PEL_INTERFACE_COMPONENT) && add_act (self, &act);
}

static gboolean
plan_transform (Planner *self, GError **error)
{
  PelElementAct   act = begin_act (&self->agent, PEL_ACT_SET_EXTENTS);
  PelPhysicalRect rect = self->action->extents;

  if (rect.width <= 0 || rect.height <= 0)
    return fail_argument (error, _ ("The new width and height must be positive"));
  if ((self->element.patterns & PEL_PATTERN_TRANSFORM) == 0)
    return FALSE;
  act.x = rect.x;
  act.y = rect.y;
  act.width = rect.width;
  act.height = rect.height;
  return add_act (self, &act);
}

/* What a plain click means to some roles is an action of theirs. */
static gboolean
plan_click (Planner *self, GError **error)
{
  static const struct
  {
    PelRole  role;
    PelVerb  verb;
    PlanFunc plan;
  } meanings[] = {
    { PEL_ROLE_BUTTON, PEL_VERB_INVOKE, plan_invoke },
    { PEL_ROLE_LINK, PEL_VERB_INVOKE, plan_invoke },
    { PEL_ROLE_MENU_ITEM, PEL_VERB_INVOKE, plan_invoke },
    { PEL_ROLE_CHECK_BOX, PEL_VERB_TOGGLE, plan_toggle },
    { PEL_ROLE_SWITCH, PEL_VERB_TOGGLE, plan_toggle },
    { PEL_ROLE_RADIO_BUTTON, PEL_VERB_SELECT, plan_select },
    { PEL_ROLE_TAB_ITEM, PEL_VERB_SELECT, plan_select },
  };
  const PelAction *given = self->action;
  PelAction        meant = *given;
  gboolean         is_planned = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (meanings) && pel_action_is_plain_click (given); i++)
    if (meanings[i].role == self->element.role)
      {
        meant.verb = meanings[i].verb;
        self->action = &meant;
        is_planned = meanings[i].plan (self, error);
        self->action = given;
      }
  return is_planned;
}

/* What only hands do. */
static gboolean
plan_nothing (Planner *self, GError **error)
{
  return FALSE;
}

/* clang-format off */
static const struct
{
  PlanFunc        plan;
  PelReadingFlags needs;
} plan_table[] = {
  [PEL_VERB_INVOKE]           = { plan_invoke,           PEL_READ_ACTIONS                },
  [PEL_VERB_TOGGLE]           = { plan_toggle,           PEL_READ_ACTIONS                },
  [PEL_VERB_EXPAND]           = { plan_expand,           PEL_READ_ACTIONS                },
  [PEL_VERB_COLLAPSE]         = { plan_expand,           PEL_READ_ACTIONS                },
  [PEL_VERB_SELECT]           = { plan_select,           PEL_READ_ACTIONS                },
  [PEL_VERB_ADD_TO_SELECTION] = { plan_select,           PEL_READ_ACTIONS                },
  [PEL_VERB_DESELECT]         = { plan_deselect,         PEL_READ_ACTIONS                },
  [PEL_VERB_SET_VALUE]        = { plan_set_value,        PEL_READ_ACTIONS | PEL_READ_VALUE },
  [PEL_VERB_INSERT_TEXT]      = { plan_insert,           PEL_READ_ACTIONS | PEL_READ_CARET },
  [PEL_VERB_SELECT_TEXT]      = { plan_select_text,      PEL_READ_ACTIONS | PEL_READ_CARET | PEL_READ_TEXT },
  [PEL_VERB_DO]               = { plan_do,               PEL_READ_ACTIONS                },
  [PEL_VERB_CONTEXT_MENU]     = { plan_invoke,           PEL_READ_ACTIONS                },
  [PEL_VERB_FOCUS]            = { plan_focus,            PEL_READ_ACTIONS                },
  [PEL_VERB_SCROLL]           = { plan_scroll,           PEL_READ_ACTIONS | PEL_READ_VALUE },
  [PEL_VERB_SCROLL_INTO_VIEW] = { plan_scroll_into_view, PEL_READ_ACTIONS                },
  [PEL_VERB_TRANSFORM]        = { plan_transform,        PEL_READ_ACTIONS                },
  [PEL_VERB_CLICK]            = { plan_click,            PEL_READ_ACTIONS                },
  [PEL_VERB_TYPE]             = { plan_nothing,          PEL_READ_ACTIONS                },
  [PEL_VERB_MOVE]             = { plan_nothing,          PEL_READ_ACTIONS                },
  [PEL_VERB_DRAG]             = { plan_nothing,          PEL_READ_ACTIONS                },
  [PEL_VERB_KEY]              = { plan_nothing,          PEL_READ_ACTIONS                },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (plan_table) == PEL_N_VERBS);

PelReadingFlags
pel_action_get_needs (PelVerb verb)
{
  g_return_val_if_fail (verb < PEL_N_VERBS, PEL_READ_ACTIONS);

  return plan_table[verb].needs;
}

/* “clear selection, select child”; texts are left out, they may be secret. */
static char *
word_deed (const PelActionPlan *plan)
{
  GString *deed = g_string_new (NULL);

  for (guint i = 0; i < plan->acts->len; i++)
    {
      const PelElementAct *act = g_ptr_array_index (plan->acts, i);

      g_string_append_printf (deed, "%s%s", i > 0 ? ", " : "", pel_act_kind_to_string (act->kind));
      if (act->kind == PEL_ACT_DO_ACTION)
        g_string_append_printf (deed, " “%s”", act->action);
    }
  return g_string_free (deed, FALSE);
}

PelActionPlan *
pel_action_plan_new (const PelAction         *action,
                     PelSnapshot             *snapshot,
                     PelElementId             id,
                     PelElementId             agent,
                     const PelElementReading *reading,
                     GError                 **error)
{
  g_autoptr (PelActionPlan) plan = g_new0 (PelActionPlan, 1);
  GError                   *failure = NULL;
  Planner                   planner = { .action = action,
                                        .snapshot = snapshot,
                                        .element = pel_snapshot_get_element (snapshot, id),
                                        .agent = pel_snapshot_get_element (snapshot, agent),
                                        .reading = reading,
                                        .plan = plan };

  g_return_val_if_fail (action->verb < PEL_N_VERBS, NULL);

  plan->acts = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_element_act_free);
  if (plan_table[action->verb].plan (&planner, &failure))
    {
      plan->deed = word_deed (plan);
      return g_steal_pointer (&plan);
    }
  if (failure == NULL && action->fallback && pel_gesture_plan (action, snapshot, id, plan))
    return g_steal_pointer (&plan);
  if (failure == NULL)
    pel_action_refuse (action, &planner.element, reading, &failure);
  g_propagate_error (error, failure);
  return NULL;
}
