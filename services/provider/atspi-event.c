/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-event.h"

#include <string.h>

#define OBJECT   "org.a11y.atspi.Event.Object"
#define WINDOW   "org.a11y.atspi.Event.Window"
#define DOCUMENT "org.a11y.atspi.Event.Document"

#define CHILDREN (PEL_NODE_HAS_CHILDREN | PEL_NODE_HAS_COUNT)
#define STATES   PEL_NODE_HAS_STATES
#define EXTENTS  PEL_NODE_HAS_EXTENTS

/* The first members that all events have in common. */
typedef struct
{
  const char *member;
  const char *detail;
  int         value;
} Body;

typedef PelAtspiNews (*ApplyFunc) (PelAtspiTree *tree, PelNodeId id, const Body *body);

/* What lists the rows of a tree: its items may be some levels below it. */
static PelNodeId
find_list (PelAtspiTree *tree, PelNodeId id)
{
  PelNodeId parent = pel_atspi_tree_get (tree, id)->parent;

  for (PelNodeId i = parent; i != PEL_NODE_NONE; i = pel_atspi_tree_get (tree, i)->parent)
    {
      PelRole role = pel_atspi_tree_get (tree, i)->role;

      if (role == PEL_ROLE_TREE || role == PEL_ROLE_LIST || role == PEL_ROLE_TABLE)
        return i;
    }
  return parent;
}

static void
set_holder (PelAtspiNews *news, PelNodeId holder, PelNodeFlags facts)
{
  news->holder = holder;
  news->holder_facts = facts;
}

/* What changes together with a state, and not every program reports: Chromium shows lists so, GTK 3
 * disables what a container holds, and moves selection and focus out of cells that hold others. */
/* clang-format off */
static const struct { PelState state; PelNodeFlags set, unset; gboolean is_of_cells; } shared[] = {
  { PEL_STATE_SHOWING,   STATES | EXTENTS, STATES, FALSE },
  { PEL_STATE_EXPANDED,  STATES | EXTENTS, 0,      FALSE },
  { PEL_STATE_ENABLED,   STATES,           STATES, FALSE },
  { PEL_STATE_SENSITIVE, STATES,           STATES, FALSE },
  { PEL_STATE_SELECTED,  STATES,           STATES, FALSE },
  { PEL_STATE_ACTIVE,    STATES,           STATES, TRUE  },
  { PEL_STATE_FOCUSED,   STATES,           STATES, TRUE  },
};
/* clang-format on */

/* The facts of all below @node that may be different now. */
static PelNodeFlags
find_shared (const PelAtspiNode *node, PelState state, gboolean is_set)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shared); i++)
    if (shared[i].state == state && (!shared[i].is_of_cells || node->role == PEL_ROLE_CELL))
      return is_set ? shared[i].set : shared[i].unset;
  return 0;
}

static gboolean
is_page (PelAtspiTree *tree, const PelAtspiNode *node)
{
  const PelAtspiNode *parent = pel_atspi_tree_get (tree, node->parent);

  return parent != NULL && parent->role == PEL_ROLE_TAB_ITEM;
}

/* What is shown again has a new place as well. */
static PelAtspiNews
apply_state (PelAtspiTree *tree, PelNodeId id, const Body *body)
{
  PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  PelAtspiNews  news = { .node = id };
  PelState      state;
  PelStates     states = node->states;

  if (!pel_state_from_string (body->detail, &state))
    {
      news.facts = PEL_NODE_HAS_STATES;
      return news;
    }
  /* an answer that is under way may be older */
  node->stale |= node->asked & PEL_NODE_HAS_STATES;
  node->unsure |= node->asked & PEL_NODE_HAS_STATES;
  if (body->value != 0)
    node->states |= PEL_STATE_BIT (state);
  else
    node->states &= ~PEL_STATE_BIT (state);
  news.is_changed = node->states != states;
  if (state == PEL_STATE_SHOWING || state == PEL_STATE_VISIBLE)
    news.facts = EXTENTS;
  /* Qt 6.11 names a menu after the program while it is open, and does not report what a program
   * puts into a menu that is about to open */
  if (state == PEL_STATE_SHOWING && (pel_role_get_flags (node->role) & PEL_ROLE_IS_FLOATING) != 0)
    news.facts |= PEL_NODE_HAS_NAME | (body->value != 0 ? CHILDREN : 0);
  news.below = find_shared (node, state, body->value != 0);
  news.has_focus = state == PEL_STATE_FOCUSED && body->value != 0;
  if (state == PEL_STATE_DEFUNCT && body->value != 0)
    set_holder (&news, node->parent, CHILDREN);
  /* Qt tells of a dialog that it is not shown any more, not that it has gone */
  if (state == PEL_STATE_SHOWING && node->depth == 1)
    set_holder (&news, PEL_NODE_ROOT, CHILDREN);
  /* Qt names its tab bars after the tab that is selected */
  if (state == PEL_STATE_SELECTED && node->role == PEL_ROLE_TAB_ITEM)
    set_holder (&news, node->parent, PEL_NODE_HAS_NAME);
  /* GTK 3 reports nothing of a tab, but of its page */
  if (state == PEL_STATE_SHOWING && is_page (tree, node))
    set_holder (&news, node->parent, STATES | PEL_NODE_HAS_NAME);
  /* the rows that appear or go are in the same list, or below it */
  if (state == PEL_STATE_EXPANDED)
    {
      set_holder (&news, find_list (tree, id), CHILDREN);
      news.facts = CHILDREN;
    }
  return news;
}

static PelAtspiNews
apply_children (PelAtspiTree *tree, PelNodeId id, const Body *body)
{
  return (PelAtspiNews){ .node = id, .facts = CHILDREN };
}

static PelAtspiNews
apply_property (PelAtspiTree *tree, PelNodeId id, const Body *body)
{
  static const struct
  {
    const char  *detail;
    PelNodeFlags facts;
  } properties[] = {
    { "accessible-name", PEL_NODE_HAS_NAME },
    { "accessible-value", PEL_NODE_HAS_VALUE },
  };

  PelRole role = pel_atspi_tree_get (tree, id)->role;

  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    if (g_str_equal (body->detail, properties[i].detail))
      return (PelAtspiNews){ .node = id,
                             .facts = properties[i].facts,
                             .has_moved = role == PEL_ROLE_SCROLL_BAR };
  return (PelAtspiNews){ 0 };
}

/* GTK 3 tells of a scrolled area that it has other bounds, but not of what it holds. */
static PelAtspiNews
apply_bounds (PelAtspiTree *tree, PelNodeId id, const Body *body)
{
  PelRole      role = pel_atspi_tree_get (tree, id)->role;
  PelNodeFlags facts = PEL_NODE_HAS_EXTENTS;

  /* GTK 4 tells nothing else of a row that is added */
  if (role == PEL_ROLE_LIST || role == PEL_ROLE_TREE || role == PEL_ROLE_TABLE)
    facts |= PEL_NODE_HAS_COUNT;
  return (PelAtspiNews){ .node = id, .facts = facts, .has_moved = role == PEL_ROLE_SCROLL_AREA };
}

static PelAtspiNews
apply_text (PelAtspiTree *tree, PelNodeId id, const Body *body)
{
  return (PelAtspiNews){ .node = id, .facts = PEL_NODE_HAS_VALUE };
}

/* Windows come and go below the root; which one is active is a state. */
static PelAtspiNews
apply_window (PelAtspiTree *tree, PelNodeId id, const Body *body)
{
  gboolean is_known = id != PEL_NODE_NONE;

  if (!is_known || g_ascii_strcasecmp (body->member, "Create") == 0 ||
      g_ascii_strcasecmp (body->member, "Destroy") == 0)
    return (PelAtspiNews){ .node = PEL_NODE_ROOT, .facts = CHILDREN };
  return (PelAtspiNews){ .node = id, .facts = PEL_NODE_HAS_STATES | PEL_NODE_HAS_EXTENTS };
}

/* Rows without a function are further names for the signal of the row above. Without a member:
 * programs do not agree how to spell it. */
/* clang-format off */
static const struct { const char *kind; const char *interface; const char *member; ApplyFunc apply; } events[] = {
  { "object:state-changed",                    OBJECT,   "StateChanged",       apply_state    },
  { "object:children-changed",                 OBJECT,   "ChildrenChanged",    apply_children },
  { "object:property-change:accessible-name",  OBJECT,   "PropertyChange",     apply_property },
  { "object:property-change:accessible-value", OBJECT,   NULL,                 NULL           },
  { "object:text-changed",                     OBJECT,   "TextChanged",        apply_text     },
  { "object:bounds-changed",                   OBJECT,   "BoundsChanged",      apply_bounds   },
  { "object:visible-data-changed",             OBJECT,   "VisibleDataChanged", apply_children },
  { "object:row-inserted",                     OBJECT,   "RowInserted",        apply_children },
  { "object:row-deleted",                      OBJECT,   "RowDeleted",         apply_children },
  { "object:row-reordered",                    OBJECT,   "RowReordered",       apply_children },
  { "object:model-changed",                    OBJECT,   "ModelChanged",       apply_children },
  { "document:load-complete",                  DOCUMENT, "LoadComplete",       apply_children },
  { "document:reload",                         DOCUMENT, "Reload",             apply_children },
  { "window:create",                           WINDOW,   NULL,                 apply_window   },
  { "window:destroy",                          WINDOW,   NULL,                 NULL           },
};
/* clang-format on */

static const char *const interfaces[] = { OBJECT, DOCUMENT, WINDOW };

guint
pel_atspi_event_get_n_kinds (void)
{
  return G_N_ELEMENTS (events);
}

const char *
pel_atspi_event_get_kind (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (events), NULL);

  return events[index].kind;
}

guint
pel_atspi_event_get_n_interfaces (void)
{
  return G_N_ELEMENTS (interfaces);
}

const char *
pel_atspi_event_get_interface (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (interfaces), NULL);

  return interfaces[index];
}

static ApplyFunc
find_apply (const char *interface, const char *member)
{
  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    if (events[i].apply != NULL && g_str_equal (events[i].interface, interface) &&
        (events[i].member == NULL || g_str_equal (events[i].member, member)))
      return events[i].apply;
  return NULL;
}

PelAtspiNews
pel_atspi_event_apply (PelAtspiTree *tree, sd_bus_message *signal)
{
  ApplyFunc apply =
      find_apply (sd_bus_message_get_interface (signal), sd_bus_message_get_member (signal));
  PelNodeId id = pel_atspi_tree_find (tree, sd_bus_message_get_path (signal));
  Body      body;
  int       second;

  if (apply == NULL || !g_str_has_prefix (sd_bus_message_get_signature (signal, 1), "sii") ||
      sd_bus_message_read (signal, "sii", &body.detail, &body.value, &second) < 0)
    return (PelAtspiNews){ 0 };
  if (id == PEL_NODE_NONE && apply != apply_window)
    return (PelAtspiNews){ .is_stranger = TRUE };
  body.member = sd_bus_message_get_member (signal);
  return apply (tree, id, &body);
}
