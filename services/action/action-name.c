/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/action-name.h"

#include "services/element/name.h"

#define BIT(role) (G_GUINT64_CONSTANT (1) << PEL_ROLE_##role)

#define ANY    0
#define OPENS  (BIT (COMBO_BOX) | BIT (MENU) | BIT (MENU_ITEM) | BIT (SPLIT_BUTTON))
#define ITEMS  (BIT (LIST_ITEM) | BIT (TREE_ITEM) | BIT (CELL) | BIT (ROW))
#define CHOSEN (BIT (TAB_ITEM) | BIT (RADIO_BUTTON) | BIT (MENU_ITEM))
#define USED                                                                           \
  (BIT (BUTTON) | BIT (SPLIT_BUTTON) | BIT (LINK) | BIT (MENU_ITEM) | BIT (TAB_ITEM) | \
   BIT (LIST_ITEM) | BIT (TREE_ITEM) | BIT (CHECK_BOX) | BIT (SWITCH) | BIT (RADIO_BUTTON))

#define SETS  PEL_ACTION_NAME_SETS
#define FLIPS PEL_ACTION_NAME_FLIPS

/* Those of a verb stand in the order in which they are preferred. Chromium gives every element a
 * “doDefault”, which does nothing to most, and a “clickAncestor”, which presses something else:
 * that one is never taken. Qt's “SetFocus” is an action of everything that can have the focus. */
/* clang-format off */
static const struct
{
  PelVerb           verb;
  const char       *name;
  guint64           roles;
  PelActionNameKind kind;
} name_table[] = {
  { PEL_VERB_INVOKE,           "click",                   ANY,   SETS  },
  { PEL_VERB_INVOKE,           "press",                   ANY,   SETS  },
  { PEL_VERB_INVOKE,           "activate",                ANY,   SETS  },
  { PEL_VERB_INVOKE,           "jump",                    ANY,   SETS  },
  { PEL_VERB_INVOKE,           "open",                    ANY,   SETS  },
  { PEL_VERB_INVOKE,           "check",                   USED,  SETS  }, /* Chromium */
  { PEL_VERB_INVOKE,           "uncheck",                 USED,  SETS  },
  { PEL_VERB_INVOKE,           "select",                  USED,  SETS  },
  { PEL_VERB_INVOKE,           "toggle",                  USED,  SETS  }, /* Qt */
  { PEL_VERB_INVOKE,           "showmenu",                OPENS, SETS  },
  { PEL_VERB_INVOKE,           "dodefault",               USED,  SETS  },

  { PEL_VERB_TOGGLE,           "toggle",                  ANY,   SETS  }, /* Qt */
  { PEL_VERB_TOGGLE,           "check",                   ANY,   SETS  }, /* Chromium, when it is off */
  { PEL_VERB_TOGGLE,           "uncheck",                 ANY,   SETS  }, /* and when it is on */
  { PEL_VERB_TOGGLE,           "click",                   ANY,   SETS  }, /* GTK 3 */
  { PEL_VERB_TOGGLE,           "press",                   ANY,   SETS  },
  { PEL_VERB_TOGGLE,           "activate",                ANY,   SETS  },

  { PEL_VERB_EXPAND,           "expand",                  ANY,   SETS  },
  { PEL_VERB_EXPAND,           "listitem.expand",         ANY,   SETS  }, /* GTK 4 */
  { PEL_VERB_EXPAND,           "expand or contract",      ANY,   FLIPS }, /* GTK 3 */
  { PEL_VERB_EXPAND,           "showmenu",                OPENS, FLIPS }, /* Qt */
  { PEL_VERB_EXPAND,           "press",                   OPENS, FLIPS }, /* GTK 3 */
  { PEL_VERB_EXPAND,           "open",                    OPENS, FLIPS }, /* Chromium */
  { PEL_VERB_EXPAND,           "click",                   OPENS | BIT (TREE_ITEM) | BIT (BUTTON), FLIPS },

  { PEL_VERB_COLLAPSE,         "collapse",                ANY,   SETS  },
  { PEL_VERB_COLLAPSE,         "listitem.collapse",       ANY,   SETS  },
  { PEL_VERB_COLLAPSE,         "expand or contract",      ANY,   FLIPS },
  { PEL_VERB_COLLAPSE,         "press",                   OPENS, FLIPS },
  { PEL_VERB_COLLAPSE,         "showmenu",                OPENS, FLIPS },
  { PEL_VERB_COLLAPSE,         "close",                   OPENS, SETS  },
  { PEL_VERB_COLLAPSE,         "open",                    OPENS, FLIPS },
  { PEL_VERB_COLLAPSE,         "click",                   OPENS | BIT (TREE_ITEM) | BIT (BUTTON), FLIPS },

  { PEL_VERB_SELECT,           "select",                  ANY,   SETS  }, /* Chromium */
  { PEL_VERB_SELECT,           "toggle",                  ITEMS | BIT (RADIO_BUTTON), FLIPS }, /* Qt */
  { PEL_VERB_SELECT,           "check",                   CHOSEN, SETS },
  { PEL_VERB_SELECT,           "click",                   CHOSEN, SETS },
  { PEL_VERB_SELECT,           "press",                   CHOSEN, SETS },
  { PEL_VERB_DESELECT,         "deselect",                ANY,   SETS  },
  { PEL_VERB_DESELECT,         "toggle",                  ITEMS, FLIPS },
  { PEL_VERB_ADD_TO_SELECTION, "toggle",                  ITEMS, FLIPS },

  { PEL_VERB_CONTEXT_MENU,     "showcontextmenu",         ANY,   SETS  }, /* Chromium */
  { PEL_VERB_CONTEXT_MENU,     "menu.popup",              ANY,   SETS  }, /* GTK 4 */
  { PEL_VERB_CONTEXT_MENU,     "menu",                    ANY,   SETS  }, /* GTK 3 */

  { PEL_VERB_FOCUS,            "setfocus",                ANY,   SETS  }, /* Qt */
};
/* clang-format on */

int
pel_action_name_find_named (const GArray *actions, const char *name)
{
  for (guint i = 0; i < actions->len; i++)
    if (pel_name_equal (g_array_index (actions, PelActionInfo, i).name, name))
      return i;
  return -1;
}

PelActionNameKind
pel_action_name_find (const GArray *actions, PelVerb verb, PelRole role, guint *ret_index)
{
  guint64 role_bit = G_GUINT64_CONSTANT (1) << role;

  for (gsize i = 0; i < G_N_ELEMENTS (name_table); i++)
    {
      int index;

      if (name_table[i].verb != verb ||
          (name_table[i].roles != ANY && (name_table[i].roles & role_bit) == 0))
        continue;
      index = pel_action_name_find_named (actions, name_table[i].name);
      if (index < 0)
        continue;
      *ret_index = index;
      return name_table[i].kind;
    }
  return PEL_ACTION_NAME_NONE;
}
