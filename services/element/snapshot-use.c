/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot.h"

#include <math.h>

#define ROLE_BIT(name) (G_GUINT64_CONSTANT (1) << PEL_ROLE_##name)

/* What is chosen as a whole. */
#define ITEMS (ROLE_BIT (ROW) | ROLE_BIT (CELL) | ROLE_BIT (LIST_ITEM) | ROLE_BIT (TREE_ITEM))

/* What is shown in an item, and chosen with it. */
#define PARTS (ROLE_BIT (CELL) | ROLE_BIT (IMAGE) | ROLE_BIT (TEXT) | ROLE_BIT (HEADING))

/* What takes the focus for what it holds. */
#define HOLDERS \
  (ROLE_BIT (LIST) | ROLE_BIT (TREE) | ROLE_BIT (TABLE) | ROLE_BIT (TAB) | ROLE_BIT (DOCUMENT))

/* What a part does for itself: it is opened, switched or edited, and not only chosen. */
#define OWN_PATTERNS (PEL_PATTERN_TOGGLE | PEL_PATTERN_EXPAND_COLLAPSE | PEL_PATTERN_VALUE)

/* Nothing that is nested deeper is one item for a person. */
#define REACH 6

/* How much of what something holds is looked at. */
#define MAX_HELD 500

/* Pixels. */
#define SAME_MIDDLE 2
#define MIN_DRAWN   16

static gboolean
is_one_of (PelRole role, guint64 roles)
{
  return (roles & G_GUINT64_CONSTANT (1) << role) != 0;
}

/* The points of a text are items of a list as well: nothing can be done with them. */
static gboolean
is_point (const PelElement *element)
{
  PelStates chosen = PEL_STATE_BIT (PEL_STATE_FOCUSABLE) | PEL_STATE_BIT (PEL_STATE_SELECTABLE) |
                     PEL_STATE_BIT (PEL_STATE_SELECTED);

  return element->role == PEL_ROLE_LIST_ITEM && (element->states & chosen) == 0 &&
         (element->patterns & PEL_PATTERN_TOGGLE) == 0;
}

/* Whether it is only looked at, though it takes the focus: what holds others and is called nothing,
 * a text without an action, as all labels of Java are. */
static gboolean
is_shown_only (const PelElement *element)
{
  if (pel_states_has (element->states, PEL_STATE_EDITABLE))
    return FALSE;
  if (element->role == PEL_ROLE_TEXT)
    return (element->patterns & PEL_PATTERN_INVOKE) == 0;
  return *element->name == '\0' && pel_role_is_structural (element->role) &&
         !is_one_of (element->role, ITEMS);
}

static gboolean
acts (const PelElement *element)
{
  PelStates states = element->states;

  if (element->role == PEL_ROLE_SEPARATOR || is_point (element))
    return FALSE;
  if (is_shown_only (element))
    states &= ~PEL_STATE_BIT (PEL_STATE_FOCUSABLE);
  return pel_is_interactive (element->role, states, element->patterns);
}

/* Whether the button is what its parent is: GTK 4 has one in the middle of each that opens a menu,
 * and in each row of a tree, called as that. */
static gboolean
is_inner_button (PelSnapshot *self, const PelElement *element)
{
  PelNativeRect        outer;
  const PelNativeRect *inner = &element->bounds;
  PelRole              role;

  if (element->role != PEL_ROLE_BUTTON || element->parent == PEL_ELEMENT_NONE)
    return FALSE;
  role = pel_snapshot_get_role (self, element->parent);
  if (role != PEL_ROLE_BUTTON &&
      !(is_one_of (role, ITEMS) && *element->name != '\0' &&
        g_str_equal (pel_snapshot_get_name (self, element->parent), element->name)))
    return FALSE;
  outer = pel_snapshot_get_bounds (self, element->parent);
  return fabs (outer.x - inner->x + (outer.width - inner->width) / 2) <= SAME_MIDDLE &&
         fabs (outer.y - inner->y + (outer.height - inner->height) / 2) <= SAME_MIDDLE;
}

/* A row, the icon in it and the cell around that are one thing to use; so are a list to choose from
 * and what holds its choices. */
static gboolean
is_part (PelSnapshot *self, const PelElement *element)
{
  PelElementId id = element->parent;

  if (element->role == PEL_ROLE_MENU && id != PEL_ELEMENT_NONE &&
      pel_snapshot_get_role (self, id) == PEL_ROLE_COMBO_BOX)
    return TRUE;
  if (is_inner_button (self, element))
    return TRUE;
  if (!is_one_of (element->role, PARTS) || (element->patterns & OWN_PATTERNS) != 0)
    return FALSE;
  for (guint i = 0; id != PEL_ELEMENT_NONE && i < REACH; i++)
    {
      PelElement around = pel_snapshot_get_element (self, id);

      if (is_one_of (around.role, ITEMS) && acts (&around))
        return TRUE;
      id = around.parent;
    }
  return FALSE;
}

/* What sorts a list: in tables of pages nothing says so. One without a name may not be shown. */
static gboolean
is_sorter (PelSnapshot *self, const PelElement *element)
{
  PelElementId id = element->parent;

  if (element->role != PEL_ROLE_HEADER_ITEM || *element->name == '\0')
    return FALSE;
  while (id != PEL_ELEMENT_NONE && pel_snapshot_get_role (self, id) != PEL_ROLE_DOCUMENT)
    id = pel_snapshot_get_parent (self, id);
  return id == PEL_ELEMENT_NONE;
}

/* What a program draws itself and says nothing about, but for the tip that it shows: the buttons of
 * Audacity. What is smaller moves what it lies beside. */
static gboolean
is_drawn (const PelElement *element)
{
  return element->first_child == PEL_ELEMENT_NONE && element->n_children <= 0 &&
         pel_role_is_structural (element->role) && element->role != PEL_ROLE_SEPARATOR &&
         pel_states_has (element->states, PEL_STATE_HAS_TOOLTIP) &&
         element->bounds.width >= MIN_DRAWN && element->bounds.height >= MIN_DRAWN;
}

gboolean
pel_snapshot_is_usable (PelSnapshot *self, PelElementId id)
{
  PelElement element;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), FALSE);

  element = pel_snapshot_get_element (self, id);
  return (acts (&element) || is_sorter (self, &element) || is_drawn (&element)) &&
         !is_part (self, &element);
}

gboolean
pel_snapshot_is_holder (PelSnapshot *self, PelElementId id)
{
  PelElement   element;
  PelElementId last;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), FALSE);

  element = pel_snapshot_get_element (self, id);
  if (pel_states_has (element.states, PEL_STATE_EDITABLE) || is_one_of (element.role, ITEMS) ||
      !(pel_role_is_structural (element.role) || is_one_of (element.role, HOLDERS)) ||
      pel_is_interactive (element.role,
                          element.states & ~PEL_STATE_BIT (PEL_STATE_FOCUSABLE),
                          element.patterns))
    return FALSE;
  last = MIN (pel_snapshot_get_last_descendant (self, id), id + MAX_HELD);
  for (PelElementId held = id + 1; held <= last; held++)
    {
      PelRole role = pel_snapshot_get_role (self, held);

      if ((pel_snapshot_get_flags (self, held) & PEL_ELEMENT_IS_VISIBLE) != 0 &&
          (!pel_role_is_structural (role) || is_one_of (role, ITEMS)) &&
          pel_snapshot_is_usable (self, held))
        return TRUE;
    }
  return FALSE;
}
