/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/verb.h"

#include "services/element/name.h"

#include <glib/gi18n.h>

#define EXISTS   PEL_CHECK_EXISTS
#define VISIBLE  (EXISTS | PEL_CHECK_VISIBLE)
#define READY    (VISIBLE | PEL_CHECK_ENABLED | PEL_CHECK_RECEIVES_EVENTS)
#define STEADY   (READY | PEL_CHECK_STABLE)
#define WRITABLE (STEADY | PEL_CHECK_EDITABLE)

/* What only moves a view needs no more than to be there: it is how things become visible. */
/* clang-format off */
static const struct
{
  const char     *name, *past;
  PelPatterns     pattern;
  PelActionChecks checks;
} verb_table[] = {
  [PEL_VERB_INVOKE]           = { "invoke",           N_ ("Pressed"),                PEL_PATTERN_INVOKE,          STEADY   },
  [PEL_VERB_TOGGLE]           = { "toggle",           N_ ("Toggled"),                PEL_PATTERN_TOGGLE,          STEADY   },
  [PEL_VERB_EXPAND]           = { "expand",           N_ ("Expanded"),               PEL_PATTERN_EXPAND_COLLAPSE, STEADY   },
  [PEL_VERB_COLLAPSE]         = { "collapse",         N_ ("Collapsed"),              PEL_PATTERN_EXPAND_COLLAPSE, STEADY   },
  [PEL_VERB_SELECT]           = { "select",           N_ ("Selected"),               PEL_PATTERN_SELECTION_ITEM,  STEADY   },
  [PEL_VERB_ADD_TO_SELECTION] = { "add_to_selection", N_ ("Added to the selection"), PEL_PATTERN_SELECTION_ITEM,  STEADY   },
  [PEL_VERB_DESELECT]         = { "deselect",         N_ ("Deselected"),             PEL_PATTERN_SELECTION_ITEM,  STEADY   },
  [PEL_VERB_SET_VALUE]        = { "set_value",        N_ ("Value set"),              PEL_PATTERN_VALUE,           WRITABLE },
  [PEL_VERB_INSERT_TEXT]      = { "insert_text",      N_ ("Text inserted"),          PEL_PATTERN_VALUE,           WRITABLE },
  [PEL_VERB_SELECT_TEXT]      = { "select_text",      N_ ("Text selected"),          PEL_PATTERN_TEXT,            READY    },
  [PEL_VERB_DO]               = { "do",               N_ ("Done"),                   0,                           STEADY   },
  [PEL_VERB_CONTEXT_MENU]     = { "context_menu",     N_ ("Context menu requested"), 0,                           STEADY   },
  [PEL_VERB_FOCUS]            = { "focus",            N_ ("Focused"),                PEL_PATTERN_FOCUS,           READY    },
  [PEL_VERB_SCROLL]           = { "scroll",           N_ ("Scrolled"),               PEL_PATTERN_SCROLL,          EXISTS   },
  [PEL_VERB_SCROLL_INTO_VIEW] = { "scroll_into_view", N_ ("Scrolled into view"),     PEL_PATTERN_SCROLL_ITEM,     EXISTS   },
  [PEL_VERB_TRANSFORM]        = { "transform",        N_ ("Moved"),                  PEL_PATTERN_TRANSFORM,       READY    },
  [PEL_VERB_CLICK]            = { "click",            N_ ("Clicked"),                0,                           STEADY   },
  [PEL_VERB_MOVE]             = { "move",             N_ ("Pointer moved"),          0,                           VISIBLE  },
  [PEL_VERB_DRAG]             = { "drag",             N_ ("Dragged"),                0,                           STEADY   },
  [PEL_VERB_TYPE]             = { "type",             N_ ("Typed"),                  0,                           WRITABLE },
  [PEL_VERB_KEY]              = { "key",              N_ ("Keys pressed"),           0,                           STEADY   },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (verb_table) == PEL_N_VERBS);

static const char *const check_names[] = {
  "exists", "visible", "stable", "enabled", "editable", "receives_events", "uncovered",
};
G_STATIC_ASSERT (G_N_ELEMENTS (check_names) == PEL_N_ACTION_CHECKS);
G_STATIC_ASSERT (PEL_CHECK_UNCOVERED == 1 << (PEL_N_ACTION_CHECKS - 1));

const char *
pel_verb_to_string (PelVerb verb)
{
  g_return_val_if_fail (verb < PEL_N_VERBS, "");

  return verb_table[verb].name;
}

gboolean
pel_verb_from_string (const char *name, PelVerb *ret_verb)
{
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < PEL_N_VERBS; i++)
    if (pel_name_equal (name, verb_table[i].name))
      {
        *ret_verb = i;
        return TRUE;
      }
  return FALSE;
}

const char *
pel_verb_get_past (PelVerb verb)
{
  g_return_val_if_fail (verb < PEL_N_VERBS, "");

  return _ (verb_table[verb].past);
}

PelPatterns
pel_verb_get_pattern (PelVerb verb)
{
  g_return_val_if_fail (verb < PEL_N_VERBS, 0);

  return verb_table[verb].pattern;
}

PelActionChecks
pel_verb_get_checks (PelVerb verb)
{
  g_return_val_if_fail (verb < PEL_N_VERBS, 0);

  return verb_table[verb].checks;
}

gboolean
pel_verb_has_text (PelVerb verb)
{
  return verb == PEL_VERB_SET_VALUE || verb == PEL_VERB_INSERT_TEXT || verb == PEL_VERB_TYPE ||
         verb == PEL_VERB_KEY;
}

const char *
pel_action_check_to_string (PelActionChecks check)
{
  int i = g_bit_nth_lsf (check, -1);

  g_return_val_if_fail (i >= 0 && i < PEL_N_ACTION_CHECKS, "");

  return check_names[i];
}
