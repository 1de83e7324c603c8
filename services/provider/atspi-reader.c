/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-reader-private.h"

#include "services/base/text.h"
#include "services/provider/atspi-method.h"
#include "services/provider/atspi-sheet.h"

#include <string.h>

#define MAX_BYTES    (64 * 1024 * 1024)
#define MIN_SKETCHED 32 /* fewer are asked one by one */

static void finish_sketch (PelAtspiReader *self);

guint64
pel_atspi_reader_make_tag (PelAtspiReader *self, PelNodeId id)
{
  return (guint64) pel_atspi_tree_get (self->tree, id)->serial << 32 | id;
}

PelAtspiNode *
pel_atspi_reader_resolve (PelAtspiReader *self, guint64 tag)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, (PelNodeId) tag);

  return node != NULL && node->serial == tag >> 32 ? node : NULL;
}

void
pel_atspi_reader_close (PelAtspiReader *self)
{
  if (--self->n_open > 0)
    return;
  if (self->is_sketching)
    {
      finish_sketch (self);
      return;
    }
  self->is_first = FALSE;
  self->was_full |= pel_atspi_reader_is_full (self);
  self->n_bytes = 0;
  self->n_claimed = 0;
  g_clear_pointer (&self->forest, pel_atspi_forest_free);
  self->settled (self, self->data);
}

void
pel_atspi_reader_answer (PelAtspiReader *self, guint64 tag, PelNodeFlags fact, gboolean is_there)
{
  PelAtspiNode *node = pel_atspi_reader_resolve (self, tag);

  if (node != NULL)
    {
      gboolean is_heard = is_there || !pel_atspi_queue_is_silent (self->queue);

      if (is_heard)
        node->flags |= fact;
      if (is_heard && (node->stale & fact) == 0)
        node->unsure &= ~fact;
      node->asked &= ~fact;
      node->stale &= ~fact;
      if (is_heard)
        pel_atspi_reader_ask (self, (PelNodeId) tag);
    }
  pel_atspi_reader_close (self);
}

void
pel_atspi_reader_set_name (PelAtspiReader *self, PelNodeId id, const char *name)
{
  PelAtspiNode    *node = pel_atspi_tree_get (self->tree, id);
  gsize            length = strlen (name);
  g_autofree char *cut = NULL;

  self->n_bytes += length;
  if (length > PEL_TEXT_MAX_BYTES)
    name = cut = pel_text_repair (name, -1, PEL_TEXT_MAX_BYTES - strlen ("…"));
  if (g_strcmp0 (node->name, name) == 0)
    return;
  self->is_changed = TRUE;
  if ((node->flags & PEL_NODE_IS_REPLACED) != 0)
    node->ref = 0; /* another thing has taken its place */
  pel_atspi_tree_set_name (self->tree, id, name);
}

static void
take_name (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  const char     *name = "";
  gboolean        is_there = pel_atspi_decode_text_property (reply, &name);

  pel_atspi_queue_weigh (self->queue, strlen (name));
  if (node != NULL && (is_there || node->name == NULL))
    {
      pel_atspi_reader_set_name (self, (PelNodeId) tag, name);
      node->flags &= ~PEL_NODE_IS_REPLACED;
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_NAME, is_there);
}

void
pel_atspi_reader_set_role (PelAtspiNode *node, guint native_role)
{
  node->native_role = MIN (native_role, G_MAXUINT16);
  node->role = pel_role_from_atspi (native_role);
}

static void
take_role (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  guint           role;
  gboolean        is_there = pel_atspi_decode_uint (reply, &role);

  if (node != NULL && is_there)
    {
      self->is_changed |= node->native_role != role;
      pel_atspi_reader_set_role (node, role);
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_ROLE, is_there);
}

static void
take_states (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  PelStates       states;
  gboolean        is_there = pel_atspi_decode_states (reply, &states);

  if (node != NULL && is_there)
    {
      self->is_changed |= node->states != states;
      node->states = states;
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_STATES, is_there);
}

static void
take_interfaces (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  PelInterfaces   interfaces;
  gboolean        is_there = pel_atspi_decode_interfaces (reply, &interfaces);

  if (node != NULL && is_there)
    {
      self->is_changed |= node->interfaces != interfaces;
      node->interfaces = interfaces;
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_INTERFACES, is_there);
}

static void
doubt (PelAtspiNode *node, PelNodeFlags facts)
{
  node->unsure |= facts;
  node->stale |= facts & node->asked;
}

static void
take_count (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  int             count;
  gboolean        is_there = pel_atspi_decode_int_property (reply, &count);

  if (node != NULL && is_there && node->n_children != MAX (count, 0))
    {
      self->is_changed = TRUE;
      node->n_children = MAX (count, 0);
      doubt (node, PEL_NODE_HAS_CHILDREN);
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_COUNT, is_there);
}

gboolean
pel_atspi_reader_take_changed (PelAtspiReader *self)
{
  gboolean is_changed = self->is_changed;

  self->is_changed = FALSE;
  return is_changed;
}

gboolean
pel_atspi_reader_has_changed (const PelAtspiReader *self)
{
  return self->is_changed;
}

static void
take_extents (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = pel_atspi_reader_resolve (self, tag);
  PelToolkitRect  rect;
  gboolean        is_there = pel_atspi_decode_extents (reply, &rect);

  if (node != NULL && is_there)
    {
      gboolean has_moved = memcmp (&rect, &node->extents, sizeof rect) != 0;

      self->is_changed |= has_moved;
      node->extents = rect;
      if (has_moved && pel_atspi_node_is_sheet (node))
        doubt (node, PEL_NODE_HAS_CHILDREN);
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_EXTENTS, is_there);
}

/* GetChildren makes an object of each child: of a sheet with two thousand million cells that takes
 * the program down, and the machine with it. So the number is known before, wherever children may
 * be made up as they are asked for. */
static gboolean
needs_count (PelAtspiReader *self, const PelAtspiNode *node)
{
  return (self->toolkit->flags & PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX) != 0 ||
         pel_states_has (node->states, PEL_STATE_MANAGES_DESCENDANTS) ||
         (node->interfaces & (PEL_INTERFACE_TABLE | PEL_INTERFACE_SELECTION)) != 0 ||
         pel_atspi_tree_may_be_socket (self->tree, node);
}

/* What is asked of every node, in this order; the rest follows from it. */
/* clang-format off */
static const struct { PelNodeFlags fact; const PelAtspiMethod *method; PelAtspiReplyFunc take; } questions[] = {
  { PEL_NODE_HAS_STATES,     &pel_atspi_get_states,      take_states     },
  { PEL_NODE_HAS_INTERFACES, &pel_atspi_get_interfaces,  take_interfaces },
  { PEL_NODE_HAS_ROLE,       &pel_atspi_get_role,        take_role       },
  { PEL_NODE_HAS_NAME,       &pel_atspi_get_name,        take_name       },
  { PEL_NODE_HAS_COUNT,      &pel_atspi_get_child_count, take_count      },
  { PEL_NODE_HAS_EXTENTS,    &pel_atspi_get_extents,     take_extents    },
};
/* clang-format on */

#define FIRST_FACTS \
  (PEL_NODE_HAS_STATES | PEL_NODE_HAS_INTERFACES | PEL_NODE_HAS_ROLE | PEL_NODE_HAS_NAME)

/* Facts that can be asked for now. */
static PelNodeFlags
get_wanted (PelAtspiReader *self, const PelAtspiNode *node)
{
  PelNodeFlags known = pel_atspi_node_get_sure (node, PEL_NODE_FACTS);
  PelNodeFlags wanted = self->is_sketching ? 0 : FIRST_FACTS;
  gboolean is_sorted = (known & PEL_NODE_HAS_STATES) != 0 && (known & PEL_NODE_HAS_INTERFACES) != 0;

  if ((self->toolkit->flags & PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX) != 0 || node->depth == 0 ||
      (is_sorted && needs_count (self, node)))
    wanted |= PEL_NODE_HAS_COUNT;
  if (!self->is_sketching && (known & PEL_NODE_HAS_ROLE) != 0 &&
      (known & PEL_NODE_HAS_INTERFACES) != 0 && (node->interfaces & PEL_INTERFACE_COMPONENT) != 0)
    wanted |= PEL_NODE_HAS_EXTENTS;
  return wanted & ~known & ~(PelNodeFlags) node->asked;
}

static gboolean
can_list (PelAtspiReader *self, const PelAtspiNode *node)
{
  PelNodeFlags needed =
      self->is_sketching ? PEL_NODE_HAS_COUNT : PEL_NODE_HAS_STATES | PEL_NODE_HAS_INTERFACES;

  if (pel_atspi_node_get_sure (node, needed) != needed ||
      pel_atspi_node_get_sure (node, PEL_NODE_HAS_CHILDREN) != 0 ||
      (node->asked & PEL_NODE_HAS_CHILDREN) != 0)
    return FALSE;
  if (needs_count (self, node) && pel_atspi_node_get_sure (node, PEL_NODE_HAS_COUNT) == 0)
    return FALSE;
  /* a sheet shows its cells within its own rectangle */
  return (node->flags & PEL_NODE_HAS_COUNT) == 0 || node->n_children <= PEL_ATSPI_MAX_CHILDREN ||
         (node->interfaces & PEL_INTERFACE_TABLE) == 0 ||
         (node->interfaces & PEL_INTERFACE_COMPONENT) == 0 ||
         pel_atspi_node_get_sure (node, PEL_NODE_HAS_EXTENTS) != 0;
}

void
pel_atspi_reader_ask (PelAtspiReader *self, PelNodeId id)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelNodeFlags  wanted;

  if ((node->flags & PEL_NODE_IS_FOREIGN) != 0 || self->n_bytes > MAX_BYTES)
    return;
  wanted = get_wanted (self, node);
  node->asked |= wanted;
  if ((wanted & PEL_NODE_HAS_EXTENTS) != 0)
    node->extents_kind = pel_toolkit_get_extents_kind (self->toolkit, self->tree, id);
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    if ((wanted & questions[i].fact) != 0)
      {
        self->n_open++;
        pel_atspi_queue_call (self->queue,
                              &(PelAtspiCall){ .method = questions[i].method,
                                               .path = node->path,
                                               .arguments = { node->extents_kind },
                                               .take = questions[i].take,
                                               .tag = pel_atspi_reader_make_tag (self, id),
                                               .data = self });
      }
  if (!can_list (self, node))
    return;
  node->asked |= PEL_NODE_HAS_CHILDREN;
  self->n_open++;
  pel_atspi_reader_list_children (self, id);
}

/* What is shown is asked about first. */
static void
ask_all (PelAtspiReader *self)
{
  for (guint pass = 0; pass < 2; pass++)
    for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
      {
        const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

        if (node != NULL && (pass == 1 || pel_states_has (node->states, PEL_STATE_SHOWING)))
          pel_atspi_reader_ask (self, id);
      }
}

static void
ask_items (PelAtspiReader *self, PelAtspiReplyFunc take)
{
  self->n_open++;
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = &pel_atspi_get_items,
                                         .path = PEL_ATSPI_CACHE_PATH,
                                         .take = take,
                                         .data = self });
}

static void
take_items (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;

  pel_atspi_reader_plant (self, reply);
  ask_all (self);
  pel_atspi_reader_close (self);
}

/* GTK 4 has in its cache what someone has asked about. So first the objects are only counted and
 * named, two questions for each instead of seven; then the cache tells all about them at once. */
static void
take_first_items (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;

  self->is_sketching =
      (self->toolkit->flags & PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX) != 0 && reply != NULL;
  take_items (reply, tag, data);
}

/* The cache is a long question: whether the program is there at all is asked first. */
static void
take_root (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;

  if (reply != NULL || !pel_atspi_queue_is_silent (self->queue))
    ask_items (self, take_first_items);
  pel_atspi_reader_close (self);
}

static void
ask_root (PelAtspiReader *self)
{
  self->n_open++;
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = &pel_atspi_get_child_count,
                                         .path =
                                             pel_atspi_tree_get (self->tree, PEL_NODE_ROOT)->path,
                                         .take = take_root,
                                         .data = self });
}

static guint
count_sketched (PelAtspiReader *self)
{
  guint n = 0;

  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      n += node != NULL && pel_atspi_node_get_sure (node, PEL_NODE_HAS_STATES) == 0;
    }
  return n;
}

static void
finish_sketch (PelAtspiReader *self)
{
  self->is_sketching = FALSE;
  if (count_sketched (self) > MIN_SKETCHED)
    {
      ask_items (self, take_items);
      return;
    }
  self->n_open++;
  ask_all (self);
  pel_atspi_reader_close (self);
}

/* The reader */

PelAtspiReader *
pel_atspi_reader_new (PelAtspiQueue     *queue,
                      PelAtspiTree      *tree,
                      const PelToolkit  *toolkit,
                      const char        *bus_name,
                      PelAtspiReaderFunc settled,
                      gpointer           data)
{
  PelAtspiReader *self = g_new0 (PelAtspiReader, 1);

  self->queue = queue;
  self->tree = tree;
  self->toolkit = toolkit;
  self->bus_name = bus_name;
  self->settled = settled;
  self->data = data;
  self->is_first = TRUE;
  self->listings = g_ptr_array_new ();
  self->sheets = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_atspi_sheet_free);
  return self;
}

void
pel_atspi_reader_free (PelAtspiReader *self)
{
  if (self == NULL)
    return;
  pel_atspi_queue_cancel (self->queue, self);
  pel_atspi_reader_free_listings (self);
  g_ptr_array_unref (self->sheets);
  pel_atspi_forest_free (self->forest);
  g_free (self);
}

void
pel_atspi_reader_start (PelAtspiReader *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    if (pel_atspi_tree_get (self->tree, id) != NULL)
      doubt (pel_atspi_tree_get (self->tree, id), PEL_NODE_FACTS);
  self->was_full = FALSE;
  if ((self->toolkit->flags & PEL_TOOLKIT_HAS_CACHE) != 0)
    {
      ask_root (self);
      return;
    }
  self->n_open++;
  ask_all (self);
  pel_atspi_reader_close (self);
}

gboolean
pel_atspi_reader_is_busy (PelAtspiReader *self)
{
  return self->n_open > 0;
}

gboolean
pel_atspi_reader_is_full (PelAtspiReader *self)
{
  return self->was_full || self->n_bytes > MAX_BYTES;
}

void
pel_atspi_reader_renew (PelAtspiReader *self, PelNodeId id, PelNodeFlags facts)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

  g_return_if_fail (node != NULL);

  doubt (node, facts);
  pel_atspi_reader_ask (self, id);
}
