/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* A tree to test with: element n (1, 2, … in the order in which it is added, breadth and depth
 * mixed) is at /n of the bus name of its program and has ref n. */
typedef struct
{
  guint *parents; /* of element n at [n]: an earlier one, or 0 */
  guint  n_elements;
  guint  n_programs;
} RandomTree;

#define RANDOM_TREE_BUS "test-%u"

RandomTree *random_tree_new (guint max_elements);
void        random_tree_free (RandomTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RandomTree, random_tree_free)

/* An element with everything chosen at random but its place in the tree. */
PelElement random_element (void);

PelSnapshot *random_tree_build (const RandomTree *self);
