/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-reader-private.h"

#include <string.h>

#define ITEM_BYTES 200 /* of a cached object, beside its own texts: names of interfaces, mostly */

static void
learn (PelAtspiNode *node, PelNodeFlags facts)
{
  node->flags |= facts;
  node->unsure &= ~facts;
}

static void
fill_from_item (PelAtspiReader *self, PelNodeId id, const PelAtspiItem *item)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

  self->is_changed |= node->states != item->states || node->native_role != item->role ||
                      node->interfaces != item->interfaces;
  pel_atspi_reader_set_role (node, item->role);
  node->states = item->states;
  node->interfaces = item->interfaces;
  learn (node,
         PEL_NODE_HAS_STATES | PEL_NODE_HAS_INTERFACES | PEL_NODE_HAS_ROLE | PEL_NODE_HAS_NAME);
  if (item->n_children >= 0)
    {
      node->n_children = item->n_children;
      learn (node, PEL_NODE_HAS_COUNT);
    }
  pel_atspi_reader_set_name (self, id, item->name);
}

/* What the cache says is below @parent; it is the whole truth if every place is taken. @next learns
 * the tags of what was found. */
static void
plant (PelAtspiReader *self, PelNodeId parent, GArray *next)
{
  PelAtspiNode      *node = pel_atspi_tree_get (self->tree, parent);
  gboolean           is_whole;
  GPtrArray         *items = pel_atspi_forest_get_children (self->forest, node->path, &is_whole);
  guint              n_items = items != NULL ? items->len : 0;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (guint i = 0; i < n_items; i++)
    {
      const PelAtspiItem *item = items->pdata[i];
      PelNodeId           id = pel_atspi_reader_find_or_add (self, parent, &item->ref);
      guint64             tag;

      if (id == PEL_NODE_NONE || id == PEL_NODE_ROOT)
        continue;
      fill_from_item (self, id, item);
      g_array_append_val (ids, id);
      tag = pel_atspi_reader_make_tag (self, id);
      g_array_append_val (next, tag);
    }
  node = pel_atspi_tree_get (self->tree, parent);
  if (!is_whole || ids->len != n_items || pel_atspi_node_get_sure (node, PEL_NODE_HAS_COUNT) == 0 ||
      (guint) node->n_children != n_items)
    return;
  pel_atspi_tree_set_children (self->tree, parent, (const PelNodeId *) ids->data, ids->len);
  learn (pel_atspi_tree_get (self->tree, parent), PEL_NODE_HAS_CHILDREN);
}

/* One that still hangs elsewhere may go with its old parent before its turn comes. */
static void
plant_all (PelAtspiReader *self)
{
  g_autoptr (GArray)  next = g_array_new (FALSE, FALSE, sizeof (guint64));
  const PelAtspiItem *root =
      pel_atspi_forest_find (self->forest, pel_atspi_tree_get (self->tree, PEL_NODE_ROOT)->path);

  if (root != NULL)
    fill_from_item (self, PEL_NODE_ROOT, root);
  plant (self, PEL_NODE_ROOT, next);
  for (guint i = 0; i < next->len; i++)
    if (pel_atspi_reader_resolve (self, g_array_index (next, guint64, i)) != NULL)
      plant (self, (PelNodeId) g_array_index (next, guint64, i), next);
}

/* About: it comes once, so it does not tell how large replies usually are. */
static gsize
measure_items (const GArray *items)
{
  gsize n_bytes = 0;

  for (guint i = 0; i < items->len; i++)
    {
      const PelAtspiItem *item = &g_array_index (items, PelAtspiItem, i);

      n_bytes +=
          ITEM_BYTES + strlen (item->ref.path) + strlen (item->parent.path) + strlen (item->name);
    }
  return n_bytes;
}

void
pel_atspi_reader_plant (PelAtspiReader *self, sd_bus_message *reply)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (PelAtspiItem));

  g_clear_pointer (&self->forest, pel_atspi_forest_free);
  if (!pel_atspi_decode_items (reply, items, PEL_ATSPI_MAX_NODES) || items->len == 0)
    return;
  pel_atspi_queue_get_meter (self->queue)->bytes_in += measure_items (items);
  self->forest = pel_atspi_forest_new (items, reply, self->bus_name);
  plant_all (self);
}

/* Some items name a parent that no one lists: the popup window of a menu. */
void
pel_atspi_reader_graft (PelAtspiReader *self, PelNodeId id)
{
  const PelAtspiItem *item = NULL;

  if (self->forest != NULL)
    item = pel_atspi_forest_find (self->forest, pel_atspi_tree_get (self->tree, id)->path);
  if (item != NULL)
    fill_from_item (self, id, item);
}
