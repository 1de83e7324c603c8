/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-reader.h"

#include "services/base/text.h"
#include "services/element/secret.h"
#include "services/provider/atspi-forest.h"
#include "services/provider/atspi-method.h"
#include "services/provider/atspi-sheet.h"

#include <string.h>

#define MAX_BYTES (64 * 1024 * 1024)
#define MAX_VALUE 4096
#define MAX_MOVED 64

struct _PelAtspiReader
{
  PelAtspiQueue     *queue;
  PelAtspiTree      *tree;
  const PelToolkit  *toolkit;
  const char        *bus_name;
  PelAtspiReaderFunc settled;
  gpointer           data;
  guint              n_open;
  guint64            n_bytes;
  gboolean           is_first; /* all that is listed is new */
  gboolean           is_changed;
  GArray            *moved;    /* of PelNodeId */
  GPtrArray         *listings; /* of Listing: children that come one by one */
  GPtrArray         *sheets;   /* of PelAtspiSheet */
};

/* Children that are asked for by their number. */
typedef struct
{
  PelAtspiReader *reader;
  guint64         parent; /* its tag */
  guint           n, n_open;
  char          **bus_names, **paths; /* NULL where there is none */
} Listing;

static void ask_node (PelAtspiReader *self, PelNodeId id);

static guint64
make_tag (PelAtspiReader *self, PelNodeId id)
{
  return (guint64) pel_atspi_tree_get (self->tree, id)->serial << 32 | id;
}

/* (nullable): it may have gone since. */
static PelAtspiNode *
resolve (PelAtspiReader *self, guint64 tag)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, (PelNodeId) tag);

  return node != NULL && node->serial == tag >> 32 ? node : NULL;
}

static void
close_one (PelAtspiReader *self)
{
  if (--self->n_open > 0)
    return;
  self->is_first = FALSE;
  self->settled (self, self->data);
}

/* A reply has come, or none will: the fact is known as well as it can be. A program that has gone
 * silent is another matter, its facts stay unknown. */
static void
answer (PelAtspiReader *self, guint64 tag, PelNodeFlags fact, gboolean is_there)
{
  PelAtspiNode *node = resolve (self, tag);

  if (node != NULL)
    {
      gboolean is_stale = (node->stale & fact) != 0;

      node->asked &= ~fact;
      node->stale &= ~fact;
      if (!is_stale && (is_there || !pel_atspi_queue_is_silent (self->queue)))
        node->flags |= fact;
      if (is_there || !pel_atspi_queue_is_silent (self->queue))
        ask_node (self, (PelNodeId) tag);
    }
  close_one (self);
}

static void
take_name (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader  *self = data;
  PelAtspiNode    *node = resolve (self, tag);
  const char      *name = "";
  g_autofree char *cut = NULL;
  gboolean         is_there = pel_atspi_decode_text_property (reply, &name);

  if (node != NULL && (is_there || node->name == NULL))
    {
      gsize length = strlen (name);

      self->n_bytes += length;
      pel_atspi_queue_weigh (self->queue, length);
      if (length > PEL_TEXT_MAX_BYTES)
        name = cut = pel_text_repair (name, -1, PEL_TEXT_MAX_BYTES);
      self->is_changed |= g_strcmp0 (node->name, name) != 0;
      pel_atspi_tree_set_name (self->tree, (PelNodeId) tag, name);
    }
  answer (self, tag, PEL_NODE_HAS_NAME, is_there);
}

static void
set_role (PelAtspiNode *node, guint native_role)
{
  node->native_role = MIN (native_role, G_MAXUINT16);
  node->role = pel_role_from_atspi (native_role);
}

static void
take_role (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = resolve (self, tag);
  guint           role;
  gboolean        is_there = pel_atspi_decode_uint (reply, &role);

  if (node != NULL && is_there)
    {
      self->is_changed |= node->native_role != role;
      set_role (node, role);
    }
  answer (self, tag, PEL_NODE_HAS_ROLE, is_there);
}

static void
take_states (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = resolve (self, tag);
  PelStates       states;
  gboolean        is_there = pel_atspi_decode_states (reply, &states);

  if (node != NULL && is_there)
    {
      self->is_changed |= node->states != states;
      node->states = states;
    }
  answer (self, tag, PEL_NODE_HAS_STATES, is_there);
}

static void
take_interfaces (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = resolve (self, tag);
  PelInterfaces   interfaces;
  gboolean        is_there = pel_atspi_decode_interfaces (reply, &interfaces);

  if (node != NULL && is_there)
    {
      self->is_changed |= node->interfaces != interfaces;
      node->interfaces = interfaces;
    }
  answer (self, tag, PEL_NODE_HAS_INTERFACES, is_there);
}

static void
take_count (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = resolve (self, tag);
  int             count;
  gboolean        is_there = pel_atspi_decode_int_property (reply, &count);

  if (node != NULL && is_there)
    node->n_children = MAX (count, 0);
  answer (self, tag, PEL_NODE_HAS_COUNT, is_there);
}

/* The top level that holds @id. */
static PelNodeId
find_top (PelAtspiReader *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

  for (; node->depth > 1; node = pel_atspi_tree_get (self->tree, id))
    id = node->parent;
  return id;
}

static void
note_moved (PelAtspiReader *self, PelNodeId id)
{
  PelNodeId top = find_top (self, id);

  self->is_changed = TRUE;
  if (self->moved->len == MAX_MOVED)
    return;
  for (guint i = 0; i < self->moved->len; i++)
    if (g_array_index (self->moved, PelNodeId, i) == top)
      return;
  g_array_append_val (self->moved, top);
}

gboolean
pel_atspi_reader_take_changed (PelAtspiReader *self)
{
  gboolean is_changed = self->is_changed;

  self->is_changed = FALSE;
  return is_changed;
}

GArray *
pel_atspi_reader_take_moved (PelAtspiReader *self)
{
  GArray *moved = g_steal_pointer (&self->moved);

  self->moved = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  return moved;
}

static void
take_extents (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = resolve (self, tag);
  PelToolkitRect  rect;
  gboolean        is_there = pel_atspi_decode_extents (reply, &rect);

  if (node != NULL && is_there)
    {
      if (memcmp (&rect, &node->extents, sizeof rect) != 0)
        note_moved (self, (PelNodeId) tag);
      node->extents = rect;
      node->extents_time = g_get_monotonic_time ();
    }
  answer (self, tag, PEL_NODE_HAS_EXTENTS, is_there);
}

/* Children */

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

static PelNodeId
find_or_add (PelAtspiReader *self, PelNodeId parent, const PelAtspiRef *ref)
{
  gboolean  is_own = *ref->bus_name == '\0' || g_str_equal (ref->bus_name, self->bus_name);
  PelNodeId id;

  if (g_str_equal (ref->path, PEL_ATSPI_NULL_PATH))
    return PEL_NODE_NONE;
  id = is_own ? pel_atspi_tree_find (self->tree, ref->path) : find_foreign (self, parent, ref);
  if (id == PEL_NODE_NONE)
    {
      self->is_changed = TRUE;
      return pel_atspi_tree_add (self->tree,
                                 parent,
                                 G_MAXUINT,
                                 is_own ? NULL : ref->bus_name,
                                 ref->path);
    }
  return is_elsewhere (self, id, parent) ? PEL_NODE_NONE : id;
}

/* @n_told is how many the program has: more than @refs where there are too many. */
static void
set_children (PelAtspiReader *self, guint64 tag, const GArray *refs, guint n_told)
{
  PelNodeId          parent = (PelNodeId) tag;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  PelAtspiNode      *node;

  if (resolve (self, tag) == NULL)
    return;
  for (guint i = 0; i < refs->len; i++)
    {
      PelNodeId id = find_or_add (self, parent, &g_array_index (refs, PelAtspiRef, i));

      if (id != PEL_NODE_NONE)
        g_array_append_val (ids, id);
    }
  node = pel_atspi_tree_get (self->tree, parent);
  self->is_changed |=
      node->n_listed != ids->len || (guint) node->n_children != n_told ||
      (ids->len > 0 && memcmp (node->children, ids->data, ids->len * sizeof (PelNodeId)) != 0);
  pel_atspi_tree_set_children (self->tree, parent, (const PelNodeId *) ids->data, ids->len);
  node = pel_atspi_tree_get (self->tree, parent);
  node->n_children = n_told;
  if (n_told > refs->len)
    node->flags |= PEL_NODE_IS_TRUNCATED;
  for (guint i = 0; i < ids->len; i++)
    if (resolve (self, tag) != NULL)
      ask_node (self, g_array_index (ids, PelNodeId, i));
}

static void
take_children (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader    *self = data;
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (PelAtspiRef));
  guint              n;
  gboolean           is_there = pel_atspi_decode_refs (reply, refs, PEL_ATSPI_MAX_CHILDREN, &n);

  if (is_there)
    {
      pel_atspi_queue_weigh (self->queue, n * sizeof (PelAtspiRef));
      self->n_bytes += n * sizeof (PelAtspiRef);
      set_children (self, tag, refs, n);
    }
  answer (self, tag, PEL_NODE_HAS_CHILDREN, is_there);
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
  const PelAtspiNode *parent = resolve (self, listing->parent);
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
  answer (self, tag, PEL_NODE_HAS_CHILDREN, is_there);
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
    }
  if (--listing->n_open == 0)
    finish_listing (listing);
}

static void
list_by_index (PelAtspiReader *self, PelNodeId id, guint n)
{
  Listing            *listing = g_new0 (Listing, 1);
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

  *listing = (Listing){ self, make_tag (self, id), n, n };
  listing->bus_names = g_new0 (char *, n);
  listing->paths = g_new0 (char *, n);
  g_ptr_array_add (self->listings, listing);
  for (guint i = 0; i < n; i++)
    pel_atspi_queue_call (self->queue,
                          &(PelAtspiCall){ .method = &pel_atspi_get_child,
                                           .path = node->path,
                                           .arguments = { i },
                                           .take = take_child,
                                           .tag = i,
                                           .data = listing });
}

static void
sheet_seen_cb (PelAtspiSheet *sheet, gpointer data)
{
  PelAtspiReader *self = data;
  guint64         tag = pel_atspi_sheet_get_tag (sheet);
  guint           n_told;

  if (resolve (self, tag) != NULL)
    {
      n_told = resolve (self, tag)->n_children;
      set_children (self, tag, pel_atspi_sheet_get_cells (sheet), n_told);
    }
  g_ptr_array_remove_fast (self->sheets, sheet);
  answer (self, tag, PEL_NODE_HAS_CHILDREN, TRUE);
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
                                        make_tag (self, id),
                                        sheet_seen_cb,
                                        self));
}

/* GetChildren makes an object of each child: of a sheet with two thousand million cells that takes
 * the program down, and the machine with it. So the number is known before, wherever children may
 * be made up as they are asked for. */
static gboolean
needs_count (PelAtspiReader *self, const PelAtspiNode *node)
{
  return (self->toolkit->flags & PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX) != 0 ||
         pel_states_has (node->states, PEL_STATE_MANAGES_DESCENDANTS) ||
         (node->interfaces & (PEL_INTERFACE_TABLE | PEL_INTERFACE_SELECTION)) != 0;
}

static void
ask_children (PelAtspiReader *self, PelNodeId id, PelAtspiNode *node)
{
  gboolean is_large =
      (node->flags & PEL_NODE_HAS_COUNT) != 0 && node->n_children > PEL_ATSPI_MAX_CHILDREN;

  node->asked |= PEL_NODE_HAS_CHILDREN;
  self->n_open++;
  if (is_large && (node->interfaces & PEL_INTERFACE_TABLE) != 0)
    list_visible (self, id);
  else if (is_large && pel_states_has (node->states, PEL_STATE_MANAGES_DESCENDANTS))
    list_by_index (self, id, PEL_ATSPI_MAX_CHILDREN);
  else if ((self->toolkit->flags & PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX) != 0 &&
           node->n_children > 0)
    list_by_index (self, id, MIN (node->n_children, PEL_ATSPI_MAX_CHILDREN));
  else
    pel_atspi_queue_call (self->queue,
                          &(PelAtspiCall){ .method = &pel_atspi_get_children,
                                           .path = node->path,
                                           .take = take_children,
                                           .tag = make_tag (self, id),
                                           .data = self });
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
  PelNodeFlags known = node->flags;
  PelNodeFlags wanted = FIRST_FACTS;
  gboolean is_sorted = (known & PEL_NODE_HAS_STATES) != 0 && (known & PEL_NODE_HAS_INTERFACES) != 0;

  if ((self->toolkit->flags & PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX) != 0 ||
      (is_sorted && needs_count (self, node)))
    wanted |= PEL_NODE_HAS_COUNT;
  if ((known & PEL_NODE_HAS_ROLE) != 0 && (known & PEL_NODE_HAS_INTERFACES) != 0 &&
      (node->interfaces & PEL_INTERFACE_COMPONENT) != 0)
    wanted |= PEL_NODE_HAS_EXTENTS;
  return wanted & ~known & ~(PelNodeFlags) node->asked;
}

static gboolean
can_list (PelAtspiReader *self, const PelAtspiNode *node)
{
  PelNodeFlags needed = PEL_NODE_HAS_STATES | PEL_NODE_HAS_INTERFACES;

  if ((node->flags & needed) != needed)
    return FALSE;
  if (((node->flags | node->asked) & PEL_NODE_HAS_CHILDREN) != 0)
    return FALSE;
  if (needs_count (self, node) && (node->flags & PEL_NODE_HAS_COUNT) == 0)
    return FALSE;
  /* a sheet shows its cells within its own rectangle */
  return (node->flags & PEL_NODE_HAS_COUNT) == 0 || node->n_children <= PEL_ATSPI_MAX_CHILDREN ||
         (node->interfaces & PEL_INTERFACE_TABLE) == 0 ||
         (node->interfaces & PEL_INTERFACE_COMPONENT) == 0 ||
         (node->flags & PEL_NODE_HAS_EXTENTS) != 0;
}

static void
ask_node (PelAtspiReader *self, PelNodeId id)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelNodeFlags  wanted;

  if ((node->flags & PEL_NODE_IS_FOREIGN) != 0 || pel_atspi_reader_is_full (self))
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
                                               .tag = make_tag (self, id),
                                               .data = self });
      }
  if (can_list (self, node))
    ask_children (self, id, node);
}

/* The program's own cache */

static void
fill_from_item (PelAtspiReader *self, PelNodeId id, const PelAtspiItem *item)
{
  PelAtspiNode    *node = pel_atspi_tree_get (self->tree, id);
  g_autofree char *cut = NULL;
  const char      *name = item->name;

  if (strlen (name) > PEL_TEXT_MAX_BYTES)
    name = cut = pel_text_repair (name, -1, PEL_TEXT_MAX_BYTES);
  self->n_bytes += strlen (name);
  self->is_changed = TRUE;
  set_role (node, item->role);
  node->states = item->states;
  node->interfaces = item->interfaces;
  node->flags |= FIRST_FACTS;
  if (item->n_children >= 0)
    {
      node->n_children = item->n_children;
      node->flags |= PEL_NODE_HAS_COUNT;
    }
  pel_atspi_tree_set_name (self->tree, id, name);
}

/* What the cache says is below @parent; it is the whole truth if every place is taken. */
static void
plant (PelAtspiReader *self, PelNodeId parent, PelAtspiForest *forest, GQueue *next)
{
  PelAtspiNode      *node = pel_atspi_tree_get (self->tree, parent);
  gboolean           is_whole;
  GPtrArray         *items = pel_atspi_forest_get_children (forest, node->path, &is_whole);
  guint              n_items = items != NULL ? items->len : 0;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (guint i = 0; i < n_items; i++)
    {
      const PelAtspiItem *item = items->pdata[i];
      PelNodeId           id = find_or_add (self, parent, &item->ref);

      if (id == PEL_NODE_NONE || id == PEL_NODE_ROOT)
        continue;
      fill_from_item (self, id, item);
      g_array_append_val (ids, id);
      g_queue_push_tail (next, GUINT_TO_POINTER (id));
    }
  node = pel_atspi_tree_get (self->tree, parent);
  if (!is_whole || ids->len != n_items || (node->flags & PEL_NODE_HAS_COUNT) == 0 ||
      (guint) node->n_children != n_items)
    return;
  pel_atspi_tree_set_children (self->tree, parent, (const PelNodeId *) ids->data, ids->len);
  pel_atspi_tree_get (self->tree, parent)->flags |= PEL_NODE_HAS_CHILDREN;
}

static void
plant_all (PelAtspiReader *self, const GArray *items)
{
  g_autoptr (PelAtspiForest) forest = pel_atspi_forest_new (items, self->bus_name);
  g_autoptr (GQueue)         next = g_queue_new ();
  const PelAtspiItem        *root =
      pel_atspi_forest_find (forest, pel_atspi_tree_get (self->tree, PEL_NODE_ROOT)->path);

  if (root != NULL)
    fill_from_item (self, PEL_NODE_ROOT, root);
  g_queue_push_tail (next, GUINT_TO_POINTER (PEL_NODE_ROOT));
  while (!g_queue_is_empty (next))
    plant (self, GPOINTER_TO_UINT (g_queue_pop_head (next)), forest, next);
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
          ask_node (self, id);
      }
}

static void
take_items (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader    *self = data;
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (PelAtspiItem));

  if (pel_atspi_decode_items (reply, items, PEL_ATSPI_MAX_NODES) && items->len > 0)
    plant_all (self, items);
  ask_all (self);
  close_one (self);
}

/* Values */

static gboolean
has_value (const PelAtspiNode *node)
{
  gboolean is_field =
      (node->interfaces & PEL_INTERFACE_TEXT) != 0 &&
      (node->role == PEL_ROLE_EDIT || node->role == PEL_ROLE_COMBO_BOX ||
       node->role == PEL_ROLE_SPINNER || pel_states_has (node->states, PEL_STATE_EDITABLE));

  return (node->flags & PEL_NODE_IS_FOREIGN) == 0 &&
         (is_field || (node->interfaces & PEL_INTERFACE_VALUE) != 0);
}

/* Takes @value. */
static void
take_value (PelAtspiReader *self, PelAtspiNode *node, char *value)
{
  self->is_changed |= g_strcmp0 (node->value, value) != 0;
  g_free (node->value);
  node->value = value;
}

static void
take_text (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = resolve (self, tag);
  const char     *text;
  gboolean        is_there = pel_atspi_decode_text (reply, &text);

  if (node != NULL && is_there)
    {
      pel_atspi_queue_weigh (self->queue, strlen (text));
      take_value (self, node, pel_text_repair (text, -1, MAX_VALUE));
    }
  answer (self, tag, PEL_NODE_HAS_VALUE, is_there);
}

static void
take_number (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = resolve (self, tag);
  double          value;
  gboolean        is_there = pel_atspi_decode_double_property (reply, &value);

  if (node != NULL && is_there)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      take_value (self, node, g_strdup (g_ascii_formatd (text, sizeof text, "%.6g", value)));
    }
  answer (self, tag, PEL_NODE_HAS_VALUE, is_there);
}

static void
ask_value (PelAtspiReader *self, guint64 tag, const PelAtspiNode *node)
{
  gboolean is_number = (node->interfaces & PEL_INTERFACE_VALUE) != 0;

  self->n_open++;
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = is_number ? &pel_atspi_get_number
                                                             : &pel_atspi_get_text,
                                         .path = node->path,
                                         .arguments = { 0, MAX_VALUE },
                                         .take = is_number ? take_number : take_text,
                                         .tag = tag,
                                         .data = self });
}

/* The id may say what the name does not: that a field is for a password. */
static void
take_id (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelAtspiReader *self = data;
  PelAtspiNode   *node = resolve (self, tag);
  const char     *id = "";

  pel_atspi_decode_text_property (reply, &id);
  if (node != NULL && pel_is_secret (node->native_role, node->name, id))
    {
      node->flags |= PEL_NODE_IS_SECRET;
      g_clear_pointer (&node->value, g_free);
      answer (self, tag, PEL_NODE_HAS_VALUE, TRUE);
      return;
    }
  if (node != NULL)
    ask_value (self, tag, node);
  close_one (self);
}

void
pel_atspi_reader_read_values (PelAtspiReader *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    {
      PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

      if (node == NULL || ((node->flags | node->asked) & PEL_NODE_HAS_VALUE) != 0 ||
          !has_value (node))
        continue;
      node->asked |= PEL_NODE_HAS_VALUE;
      self->n_open++;
      pel_atspi_queue_call (self->queue,
                            &(PelAtspiCall){ .method = &pel_atspi_get_id,
                                             .path = node->path,
                                             .take = take_id,
                                             .tag = make_tag (self, id),
                                             .data = self });
    }
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
  self->moved = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  self->listings = g_ptr_array_new_with_free_func ((GDestroyNotify) listing_free);
  self->sheets = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_atspi_sheet_free);
  return self;
}

void
pel_atspi_reader_free (PelAtspiReader *self)
{
  if (self == NULL)
    return;
  pel_atspi_queue_cancel (self->queue, self);
  for (guint i = 0; i < self->listings->len; i++)
    pel_atspi_queue_cancel (self->queue, self->listings->pdata[i]);
  g_ptr_array_unref (self->listings);
  g_ptr_array_unref (self->sheets);
  g_array_unref (self->moved);
  g_free (self);
}

static void
doubt (PelAtspiNode *node, PelNodeFlags facts)
{
  node->stale |= facts & node->asked;
  node->flags &= ~facts;
}

void
pel_atspi_reader_start (PelAtspiReader *self)
{
  for (PelNodeId id = PEL_NODE_ROOT; id < pel_atspi_tree_get_end (self->tree); id++)
    if (pel_atspi_tree_get (self->tree, id) != NULL)
      doubt (pel_atspi_tree_get (self->tree, id), PEL_NODE_FACTS);
  self->n_bytes = 0;
  self->n_open++;
  if ((self->toolkit->flags & PEL_TOOLKIT_HAS_CACHE) == 0)
    {
      ask_all (self);
      close_one (self);
      return;
    }
  pel_atspi_queue_call (self->queue,
                        &(PelAtspiCall){ .method = &pel_atspi_get_items,
                                         .path = PEL_ATSPI_CACHE_PATH,
                                         .take = take_items,
                                         .data = self });
}

gboolean
pel_atspi_reader_is_busy (PelAtspiReader *self)
{
  return self->n_open > 0;
}

gboolean
pel_atspi_reader_is_full (PelAtspiReader *self)
{
  return self->n_bytes > MAX_BYTES;
}

void
pel_atspi_reader_renew (PelAtspiReader *self, PelNodeId id, PelNodeFlags facts)
{
  PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);

  g_return_if_fail (node != NULL);

  doubt (node, facts);
  ask_node (self, id);
}
