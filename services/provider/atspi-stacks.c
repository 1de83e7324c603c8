/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-stacks.h"

#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-method.h"

#include <atspi/atspi-constants.h>

struct _PelAtspiStacks
{
  PelAtspiQueue     *queue;
  PelAtspiTree      *tree;
  PelAtspiStacksFunc done;
  gpointer           data;
  guint              n_open;
  gboolean           is_changed;
};

/* A page is no widget: it has no place, only what is on it has. */
static gboolean
is_page (const PelAtspiNode *node)
{
  return node->native_role == ATSPI_ROLE_PANEL && (node->flags & PEL_NODE_HAS_INTERFACES) != 0 &&
         (node->interfaces & PEL_INTERFACE_COMPONENT) == 0;
}

static gboolean
has_content (PelAtspiTree *tree, const PelAtspiNode *page)
{
  const PelAtspiNode *content =
      page->n_listed > 0 ? pel_atspi_tree_get (tree, page->children[0]) : NULL;

  return content != NULL && content->extents.width > 0 && content->extents.height > 0;
}

/* One whose pages do not tell themselves which is in front: a page that was never shown is empty.
 */
static gboolean
is_doubtful (PelAtspiTree *tree, const PelAtspiNode *node)
{
  guint n_pages = 0;

  if (node->n_listed < 2 || node->extents.width <= 0 || node->extents.height <= 0)
    return FALSE;
  for (guint i = 0; i < node->n_listed; i++)
    {
      const PelAtspiNode *child = pel_atspi_tree_get (tree, node->children[i]);

      if (!is_page (child))
        return FALSE;
      n_pages += has_content (tree, child);
    }
  return n_pages >= 2;
}

static PelNodeId
find_page (PelAtspiTree *tree, PelNodeId id, PelNodeId stack)
{
  while (id != PEL_NODE_NONE && pel_atspi_tree_get (tree, id)->parent != stack)
    id = pel_atspi_tree_get (tree, id)->parent;
  return id;
}

static void
set_front (PelAtspiStacks *self, const PelAtspiNode *stack, PelNodeId front)
{
  for (guint i = 0; i < stack->n_listed; i++)
    {
      PelAtspiNode *page = pel_atspi_tree_get (self->tree, stack->children[i]);
      PelNodeFlags  flags = page->flags;

      if (stack->children[i] == front)
        page->flags &= ~PEL_NODE_IS_BEHIND;
      else
        page->flags |= PEL_NODE_IS_BEHIND;
      self->is_changed |= page->flags != flags;
    }
}

static void
take_at_point (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiStacks     *self = data;
  PelNodeId           id = (PelNodeId) tag;
  const PelAtspiNode *stack = pel_atspi_tree_get (self->tree, id);
  PelAtspiRef         ref;
  PelNodeId           page = PEL_NODE_NONE;

  if (stack != NULL && stack->serial == tag >> 32 && pel_atspi_decode_ref (reply, &ref))
    page = find_page (self->tree, pel_atspi_tree_find (self->tree, ref.path), id);
  if (page != PEL_NODE_NONE)
    set_front (self, stack, page);
  if (--self->n_open > 0)
    return;
  self->done (self->is_changed, self->data);
}

PelAtspiStacks *
pel_atspi_stacks_new (PelAtspiQueue     *queue,
                      PelAtspiTree      *tree,
                      PelAtspiStacksFunc done,
                      gpointer           data)
{
  PelAtspiStacks *self = g_new0 (PelAtspiStacks, 1);

  self->queue = queue;
  self->tree = tree;
  self->done = done;
  self->data = data;
  return self;
}

void
pel_atspi_stacks_free (PelAtspiStacks *self)
{
  if (self == NULL)
    return;
  pel_atspi_queue_cancel (self->queue, self);
  g_free (self);
}

static int
get_middle (int origin, int size)
{
  return (int) CLAMP (origin + (gint64) size / 2, G_MININT, G_MAXINT);
}

gboolean
pel_atspi_stacks_probe (PelAtspiStacks *self)
{
  if (self->n_open > 0)
    return FALSE;
  self->is_changed = FALSE;
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node == NULL || !is_doubtful (self->tree, node))
        continue;
      self->n_open++;
      pel_atspi_queue_call (self->queue,
                            &(PelAtspiCall){
                                .method = &pel_atspi_get_at_point,
                                .path = node->path,
                                .arguments = { get_middle (node->extents.x, node->extents.width),
                                               get_middle (node->extents.y, node->extents.height),
                                               PEL_EXTENTS_OF_WINDOW },
                                .take = take_at_point,
                                .tag = (guint64) node->serial << 32 | id,
                                .data = self });
    }
  return self->n_open > 0;
}

gboolean
pel_atspi_stacks_is_busy (PelAtspiStacks *self)
{
  return self->n_open > 0;
}
