/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/gesture-plan.h"

#include <math.h>
#include <xkbcommon/xkbcommon-keysyms.h>

#define NOTCH_PIXELS 50 /* about what programs scroll by for one notch of the wheel */
#define MAX_NOTCHES  100

static const guint32 select_all[] = { XKB_KEY_Control_L, XKB_KEY_a };
static const guint32 open_menu[] = { XKB_KEY_Shift_L, XKB_KEY_F10 };

gboolean
pel_action_is_plain_click (const PelAction *action)
{
  return action->button == PEL_BUTTON_LEFT && action->n_clicks == 1 &&
         action->modifiers.n_keysyms == 0;
}

/* Where a click reaches the element, where that is needed. */
typedef struct
{
  PelNativePoint point;
  gboolean       is_menu;
} Place;

static void
point_at (const Place *place, PelGesture *gesture)
{
  if (place->is_menu)
    pel_gesture_approach (gesture, place->point);
  else
    pel_gesture_move (gesture, place->point);
}

typedef char *(*GestureFunc) (const PelAction *action, const Place *place, PelGesture *gesture);

/* Each gives what it does, for people; NULL: it cannot be done so. */

static char *
plan_press (const PelAction *action, const Place *place, PelGesture *gesture)
{
  point_at (place, gesture);
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 1, 0);
  return g_strdup ("click");
}

static char *
plan_click (const PelAction *action, const Place *place, PelGesture *gesture)
{
  static const char *const buttons[] = {
    [PEL_BUTTON_LEFT] = "left", [PEL_BUTTON_MIDDLE] = "middle", [PEL_BUTTON_RIGHT] = "right"
  };
  const PelChord *held = &action->modifiers;

  point_at (place, gesture);
  pel_gesture_hold (gesture, held->keysyms, held->n_keysyms);
  pel_gesture_click (gesture, action->button, action->n_clicks, action->pause_ms);
  pel_gesture_let_go (gesture, held->keysyms, held->n_keysyms);
  return pel_action_is_plain_click (action)
             ? g_strdup ("click")
             : g_strdup_printf ("click %s × %u", buttons[action->button], action->n_clicks);
}

static char *
plan_wheel (const PelAction *action, const Place *place, PelGesture *gesture)
{
  double x = action->has_x ? action->scroll_x / NOTCH_PIXELS : 0;
  double y = action->has_y ? action->scroll_y / NOTCH_PIXELS : 0;

  if (action->scroll_unit != PEL_SCROLL_BY || !isfinite (x) || !isfinite (y))
    return NULL;
  x = CLAMP (x < 0 ? floor (x) : ceil (x), -MAX_NOTCHES, MAX_NOTCHES);
  y = CLAMP (y < 0 ? floor (y) : ceil (y), -MAX_NOTCHES, MAX_NOTCHES);
  pel_gesture_move (gesture, place->point);
  pel_gesture_wheel (gesture, x, y);
  return g_strdup_printf ("turn the wheel by %d, %d", (int) x, (int) y);
}

static char *
plan_drag (const PelAction *action, const Place *place, PelGesture *gesture)
{
  pel_gesture_drag (gesture, action->button, place->point, action->to);
  return g_strdup ("drag");
}

static char *
plan_type (const PelAction *action, const Place *place, PelGesture *gesture)
{
  if (action->text == NULL)
    return NULL;
  if (action->is_replaced || action->verb == PEL_VERB_SET_VALUE)
    {
      pel_gesture_chord (gesture, select_all, G_N_ELEMENTS (select_all));
      if (action->text[0] == '\0')
        pel_gesture_chord (gesture, (guint32[]){ XKB_KEY_Delete }, 1);
    }
  if (action->text[0] != '\0')
    pel_gesture_type (gesture, action->text, action->pause_ms);
  return g_strdup ("type");
}

static char *
plan_keys (const PelAction *action, const Place *place, PelGesture *gesture)
{
  for (guint i = 0; i < action->n_chords; i++)
    pel_gesture_chord (gesture, action->chords[i].keysyms, action->chords[i].n_keysyms);
  return g_strdup ("press keys");
}

static char *
plan_menu_key (const PelAction *action, const Place *place, PelGesture *gesture)
{
  pel_gesture_chord (gesture, open_menu, G_N_ELEMENTS (open_menu));
  return g_strdup ("press Shift+F10");
}

/* clang-format off */
static const struct
{
  GestureFunc plan; /* NULL: nothing that hands do stands for it */
  gboolean    needs_point, needs_focus;
} gesture_table[] = {
  [PEL_VERB_INVOKE]           = { plan_press,    TRUE,  FALSE },
  [PEL_VERB_TOGGLE]           = { plan_press,    TRUE,  FALSE },
  [PEL_VERB_EXPAND]           = { plan_press,    TRUE,  FALSE },
  [PEL_VERB_COLLAPSE]         = { plan_press,    TRUE,  FALSE },
  [PEL_VERB_SELECT]           = { plan_press,    TRUE,  FALSE },
  [PEL_VERB_ADD_TO_SELECTION] = { NULL },
  [PEL_VERB_DESELECT]         = { NULL },
  [PEL_VERB_SET_VALUE]        = { plan_type,     FALSE, TRUE  },
  [PEL_VERB_INSERT_TEXT]      = { plan_type,     FALSE, TRUE  },
  [PEL_VERB_SELECT_TEXT]      = { NULL },
  [PEL_VERB_DO]               = { NULL },
  [PEL_VERB_CONTEXT_MENU]     = { plan_menu_key, FALSE, TRUE  },
  [PEL_VERB_FOCUS]            = { NULL }, /* a click may do more than that */
  [PEL_VERB_SCROLL]           = { plan_wheel,    TRUE,  FALSE },
  [PEL_VERB_SCROLL_INTO_VIEW] = { NULL },
  [PEL_VERB_TRANSFORM]        = { NULL },
  [PEL_VERB_CLICK]            = { plan_click,    TRUE,  FALSE },
  [PEL_VERB_MOVE]             = { NULL },
  [PEL_VERB_DRAG]             = { plan_drag,     TRUE,  FALSE },
  [PEL_VERB_TYPE]             = { plan_type,     FALSE, TRUE  },
  [PEL_VERB_KEY]              = { plan_keys,     FALSE, TRUE  },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (gesture_table) == PEL_N_VERBS);

gboolean
pel_action_takes_text (PelSnapshot *snapshot, PelElementId id)
{
  static const PelRole roles[] = { PEL_ROLE_EDIT, PEL_ROLE_SPINNER, PEL_ROLE_TERMINAL };
  PelElement           element = pel_snapshot_get_element (snapshot, id);

  for (gsize i = 0; i < G_N_ELEMENTS (roles); i++)
    if (element.role == roles[i])
      return TRUE;
  return pel_states_has (element.states, PEL_STATE_EDITABLE);
}

gboolean
pel_gesture_plan (const PelAction *action,
                  PelSnapshot     *snapshot,
                  PelElementId     id,
                  PelActionPlan   *plan)
{
  g_autoptr (PelGesture) gesture = pel_gesture_new ();
  PelRole                role = pel_snapshot_get_role (snapshot, id);
  Place                  place = { .is_menu = role == PEL_ROLE_MENU || role == PEL_ROLE_MENU_ITEM };
  gboolean               is_reached;

  if (gesture_table[action->verb].plan == NULL ||
      (gesture_table[action->verb].plan == plan_type && !pel_action_takes_text (snapshot, id)))
    return FALSE;
  plan->needs_point = gesture_table[action->verb].needs_point;
  plan->needs_focus = gesture_table[action->verb].needs_focus;
  is_reached = !plan->needs_point || pel_snapshot_find_click_point (snapshot, id, &place.point);
  plan->deed = gesture_table[action->verb].plan (action, &place, gesture);
  if (plan->deed == NULL)
    return FALSE;
  plan->is_by_hand = TRUE;
  plan->gesture = is_reached ? g_steal_pointer (&gesture) : NULL;
  return TRUE;
}
