/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/pattern.h"
#include "services/element/role.h"
#include "services/element/state.h"

/* What a program itself counts in: only inside the provider. */
typedef struct
{
  int x, y, width, height;
} PelToolkitRect;

/* AT-SPI's coordinate types. */
typedef enum
{
  PEL_EXTENTS_OF_SCREEN = 0,
  PEL_EXTENTS_OF_WINDOW = 1,
} PelExtentsKind;

typedef enum
{
  PEL_NODE_HAS_NAME = 1 << 0,
  PEL_NODE_HAS_ROLE = 1 << 1,
  PEL_NODE_HAS_STATES = 1 << 2,
  PEL_NODE_HAS_INTERFACES = 1 << 3,
  PEL_NODE_HAS_COUNT = 1 << 4,    /* n_children is its own word */
  PEL_NODE_HAS_CHILDREN = 1 << 5, /* they are all listed, or truncated */
  PEL_NODE_HAS_EXTENTS = 1 << 6,
  PEL_NODE_HAS_VALUE = 1 << 7,
  PEL_NODE_IS_FOREIGN = 1 << 8, /* its bus name is not the program's */
  PEL_NODE_IS_TRUNCATED = 1 << 9,
  PEL_NODE_IS_SECRET = 1 << 10,
  PEL_NODE_IS_BEHIND = 1 << 12,   /* a page that another one hides */
  PEL_NODE_IS_DENIED = 1 << 13,   /* not showing, but a child is: it has been found for that */
  PEL_NODE_IS_REPLACED = 1 << 11, /* another object at the same place: perhaps the same thing */
} PelNodeFlags;

/* The flags that tell what is known: also what was so when the program was last heard. */
#define PEL_NODE_FACTS ((PelNodeFlags) ((1 << 8) - 1))

/* The number of a node in its tree: the root is 1, 0 is none. Given to another only after the node
 * has left the tree. */
typedef guint32 PelNodeId;
#define PEL_NODE_NONE 0
#define PEL_NODE_ROOT 1

/* Limits of one program; how deep it may be is PEL_ELEMENT_MAX_DEPTH. */
#define PEL_ATSPI_MAX_NODES    100000
#define PEL_ATSPI_MAX_CHILDREN 10000

typedef struct
{
  PelNodeId      parent;
  guint32        index;    /* among the children of its parent */
  guint32        n_listed; /* of @children */
  PelNodeId     *children; /* in order */
  guint32        serial;   /* different for each node that ever had this id; 0: free */
  guint32        ref;      /* e12; 0: none yet */
  int            n_children;
  PelNodeFlags   flags;
  guint8         unsure; /* facts that may have changed: to be asked for again */
  guint8         asked;  /* facts that are under way */
  guint8         stale;  /* facts under way that have become unsure since */
  guint8         dirty;  /* facts that an event has made unsure, and no one has noted yet */
  guint16        native_role;
  guint8         role;         /* PelRole */
  guint8         extents_kind; /* PelExtentsKind of @extents */
  guint8         depth;
  guint8         n_labels;         /* whose names are awaited before its value is read */
  guint8         has_secret_label; /* of those that have answered */
  guint8         hint_source;      /* PelNameSource of @hint */
  PelInterfaces  interfaces;
  PelStates      states;
  PelToolkitRect extents;
  char          *path;
  char          *bus_name; /* (nullable): the program's own */
  char          *name;     /* (nullable) until it is known */
  char          *value;    /* (nullable); of what is no field, the text that it holds */
  char          *hint;     /* (nullable) what it may be called; of a label, its path */
} PelAtspiNode;

/**
 * PelAtspiTree:
 *
 * What is known of one program's accessible objects, while it changes. Nodes are found by id and by
 * path. It is always a tree: an object that is listed a second time stays where it was first, and
 * nothing is its own ancestor. Foreign objects are leaves.
 */
typedef struct _PelAtspiTree PelAtspiTree;

/* With its root. */
PelAtspiTree *pel_atspi_tree_new (const char *root_path);
void          pel_atspi_tree_free (PelAtspiTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAtspiTree, pel_atspi_tree_free)

/* NULL for an id that is free. Borrowed until a node is added. */
PelAtspiNode *pel_atspi_tree_get (PelAtspiTree *self, PelNodeId id);
PelNodeId     pel_atspi_tree_find (PelAtspiTree *self, const char *path);
guint         pel_atspi_tree_get_n_nodes (PelAtspiTree *self);
guint         pel_atspi_tree_get_n_foreign (PelAtspiTree *self);

/* Whether an object of another program is the first thing in it. */
gboolean pel_atspi_tree_is_socket (PelAtspiTree *self, const PelAtspiNode *node);

/* Also what may be one that is empty now. */
gboolean pel_atspi_tree_may_be_socket (PelAtspiTree *self, const PelAtspiNode *node);

/* Those that have a place. (transfer full) (element-type PelNodeId), at most @max of them. */
GArray *pel_atspi_tree_find_sockets (PelAtspiTree *self, guint max);

/* One more than the largest id: for loops over all of them. */
PelNodeId pel_atspi_tree_get_end (PelAtspiTree *self);

/* Adds an object below @parent at @index (beyond the end: as the last). PEL_NODE_NONE where it is
 * there already, or the limits are reached; @parent is then marked as truncated. */
PelNodeId pel_atspi_tree_add (PelAtspiTree *self,
                              PelNodeId     parent,
                              guint         index,
                              const char   *bus_name, /* (nullable) */
                              const char   *path);

/* Makes @children (in order) the children of @parent; those that were and are no more go, with all
 * below them. Objects that are there under another parent move, unless that would make a cycle or
 * pass the limits. */
void pel_atspi_tree_set_children (PelAtspiTree    *self,
                                  PelNodeId        parent,
                                  const PelNodeId *children,
                                  guint            n_children);

/* With all below it. Not the root. */
void pel_atspi_tree_remove (PelAtspiTree *self, PelNodeId id);

/* (nullable) borrowed: takes the place of the one that was. */
void pel_atspi_tree_set_name (PelAtspiTree *self, PelNodeId id, const char *name);

/* The program has given the object another path. Not of foreign ones. */
void pel_atspi_tree_rename (PelAtspiTree *self, PelNodeId id, const char *path);

/* Those of @facts that are known and sure. */
PelNodeFlags pel_atspi_node_get_sure (const PelAtspiNode *self, PelNodeFlags facts);

/* A field or a slider, whose contents are its value. (atspi-values.c) */
gboolean pel_atspi_node_has_value (const PelAtspiNode *self);

/* A table with more cells than can be listed: only those that can be seen are. */
gboolean pel_atspi_node_is_sheet (const PelAtspiNode *self);

/* Nodes that are not showing while a child of theirs is: one of the two states may be old. Each is
 * found once, until it shows. (transfer full) (element-type PelNodeId), at most @max of them. */
GArray *pel_atspi_tree_find_denied (PelAtspiTree *self, guint max);

/* The next node in depth-first order within @top; PEL_NODE_NONE after the last. */
PelNodeId pel_atspi_tree_next (PelAtspiTree *self, PelNodeId id, PelNodeId top);
