/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-method.h"
#include "services/provider/atspi-reader-private.h"
#include "services/provider/atspi-sheet.h"

#include <string.h>

/* Children that are asked for by their number. */
typedef struct
{
  PelAtspiReader *reader;
  guint64         parent; /* its tag */
  guint           n, n_asked, n_open;
  char          **bus_names, **paths; /* NULL where there is none */
} Listing;

#define LISTING_WINDOW 64  /* of one listing that are under way */
#define MAX_FOREIGN    256 /* of one node: no honest program has more than a few */

/* GetChildren makes an object of each child: of a sheet with two thousand million cells that takes
 * the program down, and the machine with it. */
static gboolean
is_large (const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_HAS_COUNT) != 0 && node->n_children > PEL_ATSPI_MAX_CHILDREN;
}

/* In a first reading an object that is listed again stays where it was first; later on it has
 * moved. */
static gboolean
is_elsewhere (PelAtspiReader *self, PelNodeId id, PelNodeId parent)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *other = pel_atspi_tree_get (self->tree, node->parent);

  return self->is_first && node->parent != parent &&
         (other == NULL || (other->flags & PEL_NODE_HAS_CHILDREN) != 0);
}

static PelNodeId
find_foreign (PelAtspiReader *self, PelNodeId parent, const PelAtspiRef *ref)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, parent);

  for (guint i = 0; i < node->n_listed; i++)
    {
      const PelAtspiNode *child = pel_atspi_tree_get (self->tree, node->children[i]);

      if (g_strcmp0 (child->bus_name, ref->bus_name) == 0 && g_str_equal (child->path, ref->path))
        return node->children[i];
    }
  return PEL_NODE_NONE;
}

static gboolean
is_own_ref (PelAtspiReader *self, const PelAtspiRef *ref)
{
  return *ref->bus_name == '\0' || g_str_equal (ref->bus_name, self->bus_name);
}

static gboolean
is_nothing (const PelAtspiRef *ref)
{
  return g_str_equal (ref->path, PEL_ATSPI_NULL_PATH);
}

PelNodeId
pel_atspi_reader_find_or_add (PelAtspiReader *self, PelNodeId parent, const PelAtspiRef *ref)
{
  gboolean  is_own = is_own_ref (self, ref);
  PelNodeId id;

  if (is_nothing (ref))
    return PEL_NODE_NONE;
  id = is_own ? pel_atspi_tree_find (self->tree, ref->path) : find_foreign (self, parent, ref);
  if (id == PEL_NODE_NONE)
    {
      self->is_changed = TRUE;
      id = pel_atspi_tree_add (self->tree,
                               parent,
                               G_MAXUINT,
                               is_own ? NULL : ref->bus_name,
                               ref->path);
      if (is_own && id != PEL_NODE_NONE)
        pel_atspi_reader_graft (self, id);
      return id;
    }
  return is_elsewhere (self, id, parent) ? PEL_NODE_NONE : id;
}

/* Some objects are made again for each question: the items of Qt's trees, the cells of a sheet.
 * They are the same things in the same places, as long as their names are. */
static gboolean
is_made_anew (PelAtspiReader *self, const PelAtspiNode *parent)
{
  return ((self->toolkit->flags & PEL_TOOLKIT_RENEWS_TREE_ITEMS) != 0 &&
          parent->role == PEL_ROLE_TREE) ||
         pel_atspi_node_is_sheet (parent);
}

/* Whether each of @refs may be a new path of the child in its place: the program's own, all
 * different, and none of them known. */
static gboolean
may_replace (PelAtspiReader *self, const PelAtspiNode *parent, const GArray *refs)
{
  g_autoptr (GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal);

  if (!is_made_anew (self, parent) || parent->n_listed == 0 || parent->n_listed != refs->len)
    return FALSE;
  for (guint i = 0; i < refs->len; i++)
    {
      const PelAtspiRef  *ref = &g_array_index (refs, PelAtspiRef, i);
      const PelAtspiNode *child = pel_atspi_tree_get (self->tree, parent->children[i]);

      if (!is_own_ref (self, ref) || is_nothing (ref) || child->bus_name != NULL ||
          pel_atspi_tree_find (self->tree, ref->path) != PEL_NODE_NONE ||
          !g_hash_table_add (paths, (gpointer) ref->path))
        return FALSE;
    }
  return TRUE;
}

/* TRUE: the nodes that are there stand for @refs now. */
static gboolean
replace_children (PelAtspiReader *self, PelNodeId parent_id, const GArray *refs)
{
  const PelAtspiNode *parent = pel_atspi_tree_get (self->tree, parent_id);

  if (!may_replace (self, parent, refs))
    return FALSE;
  for (guint i = 0; i < refs->len; i++)
    {
      PelNodeId     id = parent->children[i];
      PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      pel_atspi_tree_rename (self->tree, id, g_array_index (refs, PelAtspiRef, i).path);
      node->flags |= PEL_NODE_IS_REPLACED;
      pel_atspi_reader_renew (self, id, PEL_NODE_FACTS);
    }
  return TRUE;
}

/* Near the limits those that go have to go first, or there is no room for those that come. */
static void
make_room (PelAtspiReader *self, PelNodeId parent, const GArray *refs)
{
  g_autoptr (GHashTable) kept = NULL;
  const PelAtspiNode    *node = pel_atspi_tree_get (self->tree, parent);

  if (node->n_listed + refs->len <= PEL_ATSPI_MAX_CHILDREN &&
      pel_atspi_tree_get_n_nodes (self->tree) + refs->len <= PEL_ATSPI_MAX_NODES)
    return;
  kept = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < refs->len; i++)
    g_hash_table_add (kept, (gpointer) g_array_index (refs, PelAtspiRef, i).path);
  for (guint i = node->n_listed; i > 0; i--)
    {
      PelNodeId child = pel_atspi_tree_get (self->tree, parent)->children[i - 1];

      if (!g_hash_table_contains (kept, pel_atspi_tree_get (self->tree, child)->path))
        pel_atspi_tree_remove (self->tree, child);
    }
}

/* What hung elsewhere before may be shown now, or no longer. */
static void
doubt_moved (PelAtspiReader *self, PelNodeId parent, const GArray *ids)
{
  for (guint i = 0; i < ids->len; i++)
    {
      PelNodeId id = g_array_index (ids, PelNodeId, i);

      if (pel_atspi_tree_get (self->tree, id)->parent != parent)
        pel_atspi_reader_renew (self, id, PEL_NODE_HAS_STATES | PEL_NODE_HAS_EXTENTS);
    }
}

/* @n_told is how many the program has: more than @refs where there are too many. */
static void
set_children (PelAtspiReader *self, guint64 tag, const GArray *refs, guint n_told)
{
  PelNodeId          parent = (PelNodeId) tag;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  guint              n_foreign = 0;
  PelAtspiNode      *node;

  if (pel_atspi_reader_resolve (self, tag) == NULL || replace_children (self, parent, refs))
    return;
  make_room (self, parent, refs);
  pel_atspi_tree_get (self->tree, parent)->flags &= ~PEL_NODE_IS_TRUNCATED;
  for (guint i = 0; i < refs->len; i++)
    {
      const PelAtspiRef *ref = &g_array_index (refs, PelAtspiRef, i);
      PelNodeId          id = PEL_NODE_NONE;

      if (is_own_ref (self, ref) || n_foreign++ < MAX_FOREIGN)
        id = pel_atspi_reader_find_or_add (self, parent, ref);
      if (id != PEL_NODE_NONE)
        g_array_append_val (ids, id);
    }
  node = pel_atspi_tree_get (self->tree, parent);
  self->is_changed |=
      node->n_listed != ids->len || (guint) node->n_children != n_told ||
      (ids->len > 0 && memcmp (node->children, ids->data, ids->len * sizeof (PelNodeId)) != 0);
  doubt_moved (self, parent, ids);
  pel_atspi_tree_set_children (self->tree, parent, (const PelNodeId *) ids->data, ids->len);
  node = pel_atspi_tree_get (self->tree, parent);
  node->n_children = n_told;
  if (n_told > refs->len || n_foreign > MAX_FOREIGN)
    node->flags |= PEL_NODE_IS_TRUNCATED;
  for (guint i = 0; i < ids->len; i++)
    pel_atspi_reader_ask (self, g_array_index (ids, PelNodeId, i));
}

static void list_by_index (PelAtspiReader *self, PelNodeId id, guint n);

/* A socket of GTK 3 counts what is embedded in it, but lists it only by its number. */
static gboolean
keeps_back_child (PelAtspiReader *self, guint64 tag)
{
  const PelAtspiNode *node = pel_atspi_reader_resolve (self, tag);

  return node != NULL && node->n_children == 1 &&
         pel_atspi_node_get_sure (node, PEL_NODE_HAS_COUNT) != 0;
}

static void
take_children (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader    *self = data;
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));
  guint              n;
  gboolean           is_there = pel_atspi_decode_refs (reply, refs, PEL_ATSPI_MAX_CHILDREN, &n);

  if (is_there && n == 0 && keeps_back_child (self, tag))
    {
      list_by_index (self, (PelNodeId) tag, 1);
      return;
    }
  if (is_there)
    {
      pel_atspi_queue_weigh (self->queue, n * sizeof (PelAtspiRef));
      self->n_bytes += n * sizeof (PelAtspiRef);
      set_children (self, tag, refs, n);
    }
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_CHILDREN, is_there);
}

static void
listing_free (Listing *listing)
{
  for (guint i = 0; i < listing->n; i++)
    {
      g_free (listing->bus_names[i]);
      g_free (listing->paths[i]);
    }
  g_free (listing->bus_names);
  g_free (listing->paths);
  g_free (listing);
}

static void
finish_listing (Listing *listing)
{
  PelAtspiReader     *self = listing->reader;
  const PelAtspiNode *parent = pel_atspi_reader_resolve (self, listing->parent);
  guint64             tag = listing->parent;
  gboolean            is_there = parent != NULL && !pel_atspi_queue_is_silent (self->queue);

  if (is_there)
    {
      g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));
      guint              n_told = parent->n_children;

      for (guint i = 0; i < listing->n; i++)
        if (listing->paths[i] != NULL)
          {
            PelAtspiRef ref = { listing->bus_names[i], listing->paths[i] };

            g_array_append_val (refs, ref);
          }
      set_children (self, tag, refs, n_told);
    }
  g_ptr_array_remove_fast (self->listings, listing);
  listing_free (listing);
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_CHILDREN, is_there);
}

static void take_child (sd_bus_message *reply, guint64 tag, gpointer data);

static void
ask_next (Listing *listing)
{
  PelAtspiReader     *self = listing->reader;
  const PelAtspiNode *parent = pel_atspi_reader_resolve (self, listing->parent);

  if (parent == NULL || listing->n_asked == listing->n)
    return;
  listing->n_open++;
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = &pel_atspi_get_child,
                                         .path = parent->path,
                                         .arguments = { listing->n_asked },
                                         .take = take_child,
                                         .tag = listing->n_asked,
                                         .data = listing });
  listing->n_asked++;
}

static void
take_child (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Listing    *listing = data;
  PelAtspiRef ref;

  if (pel_atspi_decode_ref (reply, &ref))
    {
      listing->bus_names[tag] = g_strdup (ref.bus_name);
      listing->paths[tag] = g_strdup (ref.path);
      listing->reader->n_bytes += strlen (ref.path);
    }
  if (reply != NULL || !pel_atspi_queue_is_silent (listing->reader->queue))
    ask_next (listing);
  if (--listing->n_open == 0)
    finish_listing (listing);
}

static void
list_by_index (PelAtspiReader *self, PelNodeId id, guint n)
{
  Listing *listing = g_new0 (Listing, 1);

  *listing = (Listing){ .reader = self, .parent = pel_atspi_reader_make_tag (self, id), .n = n };
  listing->bus_names = g_new0 (char *, n);
  listing->paths = g_new0 (char *, n);
  g_ptr_array_add (self->listings, listing);
  for (guint i = 0; i < LISTING_WINDOW; i++)
    ask_next (listing);
}

static void
sheet_seen_cb (PelAtspiSheet *sheet, gpointer data)
{
  PelAtspiReader     *self = data;
  guint64             tag = pel_atspi_sheet_get_tag (sheet);
  const PelAtspiNode *node = pel_atspi_reader_resolve (self, tag);
  gboolean            is_there = node != NULL && !pel_atspi_queue_is_silent (self->queue);

  if (is_there)
    set_children (self, tag, pel_atspi_sheet_get_cells (sheet), node->n_children);
  g_ptr_array_remove_fast (self->sheets, sheet);
  pel_atspi_reader_answer (self, tag, PEL_NODE_HAS_CHILDREN, is_there);
}

/* Of a sheet with more cells than can be listed, those that can be seen. */
static void
list_visible (PelAtspiReader *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

  g_ptr_array_add (self->sheets,
                   pel_atspi_sheet_new (self->queue,
                                        node->path,
                                        node->extents_kind,
                                        &node->extents,
                                        pel_atspi_reader_make_tag (self, id),
                                        sheet_seen_cb,
                                        self));
}

/* What is asked for one by one is limited for the program as a whole: each of many nodes may claim
 * to have as many children as one may. */
static guint
claim (PelAtspiReader *self, guint n)
{
  guint n_left = PEL_ATSPI_MAX_NODES - MIN (self->n_claimed, PEL_ATSPI_MAX_NODES);

  n = MIN (n, n_left);
  self->n_claimed += n;
  return n;
}

/* Nothing more can be had of it. */
static void
give_up (PelAtspiReader *self, PelNodeId id)
{
  pel_atspi_tree_get (self->tree, id)->flags |= PEL_NODE_IS_TRUNCATED;
  pel_atspi_reader_answer (self, pel_atspi_reader_make_tag (self, id), PEL_NODE_HAS_CHILDREN, TRUE);
}

void
pel_atspi_reader_list_children (PelAtspiReader *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  gboolean            by_index =
      (self->toolkit->flags & PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX) != 0 || is_large (node);
  guint n = 0;

  if (by_index && node->n_children > 0)
    n = claim (self, MIN (node->n_children, PEL_ATSPI_MAX_CHILDREN));
  if (by_index && node->n_children > 0 && n == 0)
    give_up (self, id);
  else if (pel_atspi_node_is_sheet (node))
    list_visible (self, id);
  else if (n > 0)
    list_by_index (self, id, n);
  else
    pel_atspi_queue_call (self->queue,
                          &(PelAtspiCall){ .method = &pel_atspi_get_children,
                                           .path = node->path,
                                           .take = take_children,
                                           .tag = pel_atspi_reader_make_tag (self, id),
                                           .data = self });
}

void
pel_atspi_reader_free_listings (PelAtspiReader *self)
{
  for (guint i = 0; i < self->listings->len; i++)
    {
      pel_atspi_queue_cancel (self->queue, self->listings->pdata[i]);
      listing_free (self->listings->pdata[i]);
    }
  g_ptr_array_unref (self->listings);
}
