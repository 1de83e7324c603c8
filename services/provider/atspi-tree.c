/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-tree.h"

#include "services/element/snapshot.h"

#include <string.h>

#define FIRST_NODES 256

struct _PelAtspiTree
{
  PelAtspiNode *nodes; /* id n is row n; row 0 is unused */
  PelNodeId     n_rows, n_allocated;
  PelNodeId     first_free; /* the list goes on in @parent */
  guint         n_nodes, n_foreign;
  guint32       last_serial;
  GHashTable   *by_path; /* the program's own: path → id */
};

static void
node_clear (PelAtspiNode *node)
{
  g_free (node->children);
  g_free (node->path);
  g_free (node->bus_name);
  g_free (node->name);
  g_free (node->value);
  g_free (node->hint);
  *node = (PelAtspiNode){ 0 };
}

static PelNodeId
take_row (PelAtspiTree *self)
{
  PelNodeId id = self->first_free;

  if (id != PEL_NODE_NONE)
    {
      self->first_free = self->nodes[id].parent;
      self->nodes[id].parent = PEL_NODE_NONE;
      return id;
    }
  if (self->n_rows == self->n_allocated)
    {
      self->n_allocated *= 2;
      self->nodes = g_renew (PelAtspiNode, self->nodes, self->n_allocated);
    }
  self->nodes[self->n_rows] = (PelAtspiNode){ 0 };
  return self->n_rows++;
}

static PelNodeId
new_node (PelAtspiTree *self, const char *bus_name, const char *path)
{
  PelNodeId     id = take_row (self);
  PelAtspiNode *node = &self->nodes[id];

  node->serial = ++self->last_serial;
  node->path = g_strdup (path);
  self->n_nodes++;
  if (bus_name == NULL)
    {
      g_hash_table_insert (self->by_path, node->path, GUINT_TO_POINTER (id));
      return id;
    }
  node->bus_name = g_strdup (bus_name);
  node->flags = PEL_NODE_IS_FOREIGN;
  self->n_foreign++;
  return id;
}

PelAtspiTree *
pel_atspi_tree_new (const char *root_path)
{
  PelAtspiTree *self = g_new0 (PelAtspiTree, 1);

  self->n_allocated = FIRST_NODES;
  self->nodes = g_new0 (PelAtspiNode, self->n_allocated);
  self->n_rows = 1;
  self->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  new_node (self, NULL, root_path);
  return self;
}

void
pel_atspi_tree_free (PelAtspiTree *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_path);
  for (PelNodeId id = PEL_NODE_ROOT; id < self->n_rows; id++)
    node_clear (&self->nodes[id]);
  g_free (self->nodes);
  g_free (self);
}

PelAtspiNode *
pel_atspi_tree_get (PelAtspiTree *self, PelNodeId id)
{
  if (id == PEL_NODE_NONE || id >= self->n_rows || self->nodes[id].serial == 0)
    return NULL;
  return &self->nodes[id];
}

PelNodeId
pel_atspi_tree_find (PelAtspiTree *self, const char *path)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->by_path, path));
}

guint
pel_atspi_tree_get_n_nodes (PelAtspiTree *self)
{
  return self->n_nodes;
}

guint
pel_atspi_tree_get_n_foreign (PelAtspiTree *self)
{
  return self->n_foreign;
}

gboolean
pel_atspi_tree_is_socket (PelAtspiTree *self, const PelAtspiNode *node)
{
  return node->n_listed > 0 &&
         (pel_atspi_tree_get (self, node->children[0])->flags & PEL_NODE_IS_FOREIGN) != 0;
}

/* Nothing else has no state at all, but that it gets the focus. */
gboolean
pel_atspi_tree_may_be_socket (PelAtspiTree *self, const PelAtspiNode *node)
{
  PelStates states = node->states & ~PEL_STATE_BIT (PEL_STATE_FOCUSED);

  return pel_atspi_tree_is_socket (self, node) ||
         (node->n_listed == 0 && states == 0 && (node->flags & PEL_NODE_HAS_STATES) != 0 &&
          (node->flags & PEL_NODE_IS_FOREIGN) == 0);
}

static gboolean
has_place (const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_HAS_EXTENTS) != 0 && node->extents.width > 1 &&
         node->extents.height > 1;
}

GArray *
pel_atspi_tree_find_sockets (PelAtspiTree *self, guint max)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (PelNodeId id = PEL_NODE_ROOT; id < self->n_rows && found->len < max; id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self, id);

      if (node != NULL && has_place (node) && pel_atspi_tree_may_be_socket (self, node))
        g_array_append_val (found, id);
    }
  return found;
}

PelNodeId
pel_atspi_tree_get_end (PelAtspiTree *self)
{
  return self->n_rows;
}

static void
number_children (PelAtspiTree *self, const PelAtspiNode *parent, guint first)
{
  for (guint i = first; i < parent->n_listed; i++)
    self->nodes[parent->children[i]].index = i;
}

static void
insert_child (PelAtspiTree *self, PelNodeId parent_id, guint index, PelNodeId id)
{
  PelAtspiNode *parent = &self->nodes[parent_id];
  guint         n = parent->n_listed;

  /* grows by doubling, without a field for the room that is left */
  if ((n & (n - 1)) == 0)
    parent->children = g_renew (PelNodeId, parent->children, MAX (n * 2, 1));
  index = MIN (index, n);
  memmove (&parent->children[index + 1],
           &parent->children[index],
           (n - index) * sizeof *parent->children);
  parent->children[index] = id;
  parent->n_listed++;
  self->nodes[id].parent = parent_id;
  self->nodes[id].depth = parent->depth + 1;
  number_children (self, parent, index);
}

static void
unlist (PelAtspiTree *self, PelNodeId id)
{
  PelAtspiNode *node = &self->nodes[id];
  PelAtspiNode *parent = &self->nodes[node->parent];

  parent->n_listed--;
  memmove (&parent->children[node->index],
           &parent->children[node->index + 1],
           (parent->n_listed - node->index) * sizeof *parent->children);
  number_children (self, parent, node->index);
  if (parent->n_listed == 0)
    g_clear_pointer (&parent->children, g_free);
  node->parent = PEL_NODE_NONE;
}

PelNodeId
pel_atspi_tree_add (
    PelAtspiTree *self, PelNodeId parent_id, guint index, const char *bus_name, const char *path)
{
  PelAtspiNode *parent = pel_atspi_tree_get (self, parent_id);
  PelNodeId     id;

  g_return_val_if_fail (parent != NULL, PEL_NODE_NONE);

  if (bus_name == NULL && pel_atspi_tree_find (self, path) != PEL_NODE_NONE)
    return PEL_NODE_NONE;
  if (self->n_nodes >= PEL_ATSPI_MAX_NODES || parent->n_listed >= PEL_ATSPI_MAX_CHILDREN ||
      parent->depth >= PEL_ELEMENT_MAX_DEPTH || (parent->flags & PEL_NODE_IS_FOREIGN) != 0)
    {
      parent->flags |= PEL_NODE_IS_TRUNCATED;
      return PEL_NODE_NONE;
    }
  id = new_node (self, bus_name, path);
  insert_child (self, parent_id, index, id);
  return id;
}

/* The row is free afterwards; its parent has forgotten it before. */
static void
release (PelAtspiTree *self, PelNodeId id)
{
  PelAtspiNode *node = &self->nodes[id];

  if (node->bus_name == NULL)
    g_hash_table_remove (self->by_path, node->path);
  else
    self->n_foreign--;
  node_clear (node);
  node->parent = self->first_free;
  self->first_free = id;
  self->n_nodes--;
}

void
pel_atspi_tree_remove (PelAtspiTree *self, PelNodeId id)
{
  g_autoptr (GArray) doomed = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  g_return_if_fail (id != PEL_NODE_ROOT && pel_atspi_tree_get (self, id) != NULL);

  if (self->nodes[id].parent != PEL_NODE_NONE)
    unlist (self, id);
  g_array_append_val (doomed, id);
  for (guint i = 0; i < doomed->len; i++)
    {
      const PelAtspiNode *node = &self->nodes[g_array_index (doomed, PelNodeId, i)];

      g_array_append_vals (doomed, node->children, node->n_listed);
    }
  for (guint i = 0; i < doomed->len; i++)
    release (self, g_array_index (doomed, PelNodeId, i));
}

static gboolean
is_within (PelAtspiTree *self, PelNodeId id, PelNodeId top)
{
  for (; id != PEL_NODE_NONE; id = self->nodes[id].parent)
    if (id == top)
      return TRUE;
  return FALSE;
}

/* How many levels there are below @id. */
static guint
get_height (PelAtspiTree *self, PelNodeId top)
{
  guint height = 0;

  for (PelNodeId id = top; id != PEL_NODE_NONE; id = pel_atspi_tree_next (self, id, top))
    height = MAX (height, (guint) (self->nodes[id].depth - self->nodes[top].depth));
  return height;
}

static void
move_node (PelAtspiTree *self, PelNodeId id, PelNodeId parent)
{
  unlist (self, id);
  insert_child (self, parent, G_MAXUINT, id);
  for (PelNodeId i = pel_atspi_tree_next (self, id, id); i != PEL_NODE_NONE;
       i = pel_atspi_tree_next (self, i, id))
    self->nodes[i].depth = self->nodes[self->nodes[i].parent].depth + 1;
}

/* Whether it is among the children of @parent then. */
static gboolean
adopt (PelAtspiTree *self, PelNodeId parent, PelNodeId id)
{
  if (self->nodes[id].parent == parent)
    return TRUE;
  if (id == PEL_NODE_ROOT || is_within (self, parent, id))
    return FALSE;
  if (self->nodes[parent].depth + 1 + get_height (self, id) > PEL_ELEMENT_MAX_DEPTH)
    {
      self->nodes[parent].flags |= PEL_NODE_IS_TRUNCATED;
      return FALSE;
    }
  move_node (self, id, parent);
  return TRUE;
}

static void
drop_unmarked (PelAtspiTree *self, PelNodeId parent, GHashTable *kept)
{
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (guint i = 0; i < self->nodes[parent].n_listed; i++)
    if (!g_hash_table_contains (kept, GUINT_TO_POINTER (self->nodes[parent].children[i])))
      g_array_append_val (gone, self->nodes[parent].children[i]);
  /* from the end: then none of the others has to be numbered again */
  for (guint i = gone->len; i > 0; i--)
    pel_atspi_tree_remove (self, g_array_index (gone, PelNodeId, i - 1));
}

void
pel_atspi_tree_set_children (PelAtspiTree    *self,
                             PelNodeId        parent,
                             const PelNodeId *children,
                             guint            n_children)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  guint                  n = 0;

  g_return_if_fail (pel_atspi_tree_get (self, parent) != NULL);

  /* first those that come from elsewhere: they may hang on one that goes */
  for (guint i = 0; i < n_children; i++)
    {
      if (children[i] == PEL_NODE_NONE ||
          g_hash_table_contains (kept, GUINT_TO_POINTER (children[i])))
        continue;
      if (g_hash_table_size (kept) == PEL_ATSPI_MAX_CHILDREN)
        self->nodes[parent].flags |= PEL_NODE_IS_TRUNCATED;
      else if (adopt (self, parent, children[i]))
        g_hash_table_add (kept, GUINT_TO_POINTER (children[i]));
    }
  drop_unmarked (self, parent, kept);
  for (guint i = 0; i < n_children; i++)
    if (g_hash_table_remove (kept, GUINT_TO_POINTER (children[i])))
      self->nodes[parent].children[n++] = children[i];
  number_children (self, &self->nodes[parent], 0);
}

void
pel_atspi_tree_set_name (PelAtspiTree *self, PelNodeId id, const char *name)
{
  PelAtspiNode *node = pel_atspi_tree_get (self, id);

  g_return_if_fail (node != NULL);

  if (g_strcmp0 (node->name, name) == 0)
    return;
  g_free (node->name);
  node->name = g_strdup (name);
}

void
pel_atspi_tree_rename (PelAtspiTree *self, PelNodeId id, const char *path)
{
  PelAtspiNode *node = pel_atspi_tree_get (self, id);

  g_return_if_fail (node != NULL && node->bus_name == NULL);
  g_return_if_fail (pel_atspi_tree_find (self, path) == PEL_NODE_NONE);

  g_hash_table_remove (self->by_path, node->path);
  g_free (node->path);
  node->path = g_strdup (path);
  g_hash_table_insert (self->by_path, node->path, GUINT_TO_POINTER (id));
}

PelNodeFlags
pel_atspi_node_get_sure (const PelAtspiNode *self, PelNodeFlags facts)
{
  return facts & self->flags & ~(PelNodeFlags) self->unsure;
}

gboolean
pel_atspi_node_is_sheet (const PelAtspiNode *self)
{
  return (self->flags & PEL_NODE_HAS_COUNT) != 0 && self->n_children > PEL_ATSPI_MAX_CHILDREN &&
         (self->interfaces & PEL_INTERFACE_TABLE) != 0;
}

GArray *
pel_atspi_tree_find_denied (PelAtspiTree *self, guint max)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self) && found->len < max; id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self, id);
      PelAtspiNode       *parent;

      if (node == NULL || node->parent <= PEL_NODE_ROOT)
        continue;
      parent = pel_atspi_tree_get (self, node->parent);
      if (pel_states_has (parent->states, PEL_STATE_SHOWING))
        parent->flags &= ~PEL_NODE_IS_DENIED;
      else if (pel_states_has (node->states, PEL_STATE_SHOWING) &&
               (parent->flags & PEL_NODE_HAS_STATES) != 0 &&
               (parent->flags & PEL_NODE_IS_DENIED) == 0)
        {
          parent->flags |= PEL_NODE_IS_DENIED;
          g_array_append_val (found, node->parent);
        }
    }
  return found;
}

PelNodeId
pel_atspi_tree_next (PelAtspiTree *self, PelNodeId id, PelNodeId top)
{
  if (self->nodes[id].n_listed > 0)
    return self->nodes[id].children[0];
  for (; id != top; id = self->nodes[id].parent)
    {
      const PelAtspiNode *parent = &self->nodes[self->nodes[id].parent];

      if (self->nodes[id].index + 1 < parent->n_listed)
        return parent->children[self->nodes[id].index + 1];
    }
  return PEL_NODE_NONE;
}
