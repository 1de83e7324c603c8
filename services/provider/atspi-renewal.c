/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-reader-private.h"

#define MAX_RENEWED 256 /* of one kind, at once */
#define MAX_HEADS   32  /* windows and documents that are asked what they are called */

static gboolean
is_head (const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_IS_FOREIGN) == 0 &&
         (node->depth == 1 || node->role == PEL_ROLE_DOCUMENT);
}

/* Those that are shown come first. */
void
pel_atspi_reader_renew_heads (PelAtspiReader *self)
{
  guint n = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
      {
        const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

        if (node == NULL || !is_head (node) || n == MAX_HEADS ||
            pel_states_has (node->states, PEL_STATE_SHOWING) != (pass == 0))
          continue;
        n++;
        pel_atspi_reader_renew (self, id, PEL_NODE_HAS_NAME);
      }
}

void
pel_atspi_reader_renew_denied (PelAtspiReader *self)
{
  g_autoptr (GArray) denied = NULL;

  if ((self->toolkit->flags & PEL_TOOLKIT_SETS_SHOWING) == 0)
    return;
  denied = pel_atspi_tree_find_denied (self->tree, MAX_RENEWED);
  for (guint i = 0; i < denied->len; i++)
    pel_atspi_reader_renew (self, g_array_index (denied, PelNodeId, i), PEL_NODE_HAS_STATES);
}

/* What is selected may not be shown, but what is selected instead was. */
static void
renew_others (PelAtspiReader *self, PelNodeId holder)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, holder);
  guint               n = 0;

  if (node == NULL || (node->interfaces & PEL_INTERFACE_SELECTION) == 0)
    return;
  for (guint i = 0; i < node->n_listed && n < MAX_RENEWED; i++)
    {
      const PelAtspiNode *child = pel_atspi_tree_get (self->tree, node->children[i]);

      if ((child->flags & PEL_NODE_IS_FOREIGN) != 0 ||
          (!pel_toolkit_seems_placed (self->toolkit, child) &&
           !pel_states_has (child->states, PEL_STATE_SELECTED)))
        continue;
      n++;
      pel_atspi_reader_renew (self, node->children[i], PEL_NODE_HAS_STATES);
    }
}

void
pel_atspi_reader_renew_choice (PelAtspiReader *self, PelNodeId id)
{
  pel_atspi_reader_renew (self, id, PEL_NODE_HAS_STATES | PEL_NODE_HAS_VALUE);
  renew_others (self, pel_atspi_tree_get (self->tree, id)->parent);
}

void
pel_atspi_reader_renew_refs (PelAtspiReader *self, const GArray *refs)
{
  g_autoptr (GHashTable) doubted = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < refs->len; i++)
    g_hash_table_add (doubted, GUINT_TO_POINTER (g_array_index (refs, guint, i)));
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node != NULL && (node->flags & PEL_NODE_IS_FOREIGN) == 0 &&
          g_hash_table_contains (doubted, GUINT_TO_POINTER (node->ref)))
        pel_atspi_reader_renew (self,
                                id,
                                PEL_NODE_HAS_STATES | PEL_NODE_HAS_VALUE | PEL_NODE_HAS_EXTENTS);
    }
}

void
pel_atspi_reader_renew_sheets (PelAtspiReader *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node != NULL && pel_atspi_node_is_sheet (node))
        pel_atspi_reader_renew (self, id, PEL_NODE_HAS_CHILDREN);
    }
}

/* GTK 4 does not report the rows that a list gets after it was read. */
static gboolean
is_empty_list (const PelAtspiNode *node)
{
  return node->n_listed == 0 && (node->role == PEL_ROLE_LIST || node->role == PEL_ROLE_TREE ||
                                 node->role == PEL_ROLE_TABLE);
}

void
pel_atspi_reader_renew_counts (PelAtspiReader *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node == NULL)
        continue;
      if (id == PEL_NODE_ROOT ||
          ((pel_states_has (node->states, PEL_STATE_MANAGES_DESCENDANTS) || is_empty_list (node)) &&
           pel_toolkit_seems_placed (self->toolkit, node)))
        pel_atspi_reader_renew (self, id, PEL_NODE_HAS_COUNT);
    }
}
