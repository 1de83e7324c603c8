/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * PelReferenceTree:
 *
 * The accessible objects of one program as a multiset of (path, path of the parent, role, name), to
 * be compared with another one of the same program.
 *
 * What “all objects” means, where a program contradicts itself:
 *
 * - The children of an object are those that GetChildAtIndex tells for 0 … ChildCount - 1. An
 *   object that only GetChildren tells is one too, but not if anybody else tells it by index: a
 *   stack of GTK 4.8 lists the contents of its pages, and has the pages themselves by index only.
 * - The parent of an object is who lists it. What the object says of its parent does not count: in
 *   GTK 3 the items of a menu name a window that no one lists.
 * - An object that is listed twice counts once, where it is found first, level by level.
 * - Some objects make new children for each question (the trees of Qt 5 and 6): those are known by
 *   their place below their parent instead of their path.
 * - More than PEL_REFERENCE_MAX_CHILDREN are not asked for: some programs cannot stand it.
 * - Objects of other programs are there, without role and name, and nothing below them.
 */
typedef struct PelReferenceTree PelReferenceTree;

#define PEL_REFERENCE_MAX_CHILDREN 10000

/* Asks for everything, one question after another, with plain GDBus. An object that is gone before
 * it has answered is left out. (transfer full) */
PelReferenceTree *pel_reference_walk (GDBusConnection *bus, const char *bus_name);

/* Walks until two walks in a row tell the same: the program has come to rest. Fails the test when
 * it does not within @timeout_ms. (transfer full) */
PelReferenceTree *
pel_reference_walk_at_rest (GDBusConnection *bus, const char *bus_name, int timeout_ms);

/* An empty one, in which objects are known as they are in @like. (transfer full) */
PelReferenceTree *pel_reference_tree_new (const PelReferenceTree *like);
void              pel_reference_tree_free (PelReferenceTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelReferenceTree, pel_reference_tree_free)

/* Parents are added before their children; @parent is NULL for the root, @index the place of the
 * object among its parent's. */
void pel_reference_tree_add (PelReferenceTree *self,
                             const char       *path,
                             const char       *parent,
                             guint             index,
                             guint             role,
                             const char       *name);

guint pel_reference_tree_get_n_nodes (const PelReferenceTree *self);

/* NULL if both hold the same, otherwise the differences, one a line. (transfer full) (nullable) */
char *pel_reference_tree_compare (const PelReferenceTree *expected, const PelReferenceTree *actual);
