/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* A place in a list where items go and others come. */
typedef struct
{
  guint position; /* in the list as the changes before this one have left it */
  guint n_removed, n_added;
} PelListChange;

/* (transfer full): of PelListChange, what makes the list @before the list @after, both of guint64.
 * From the front to the back, and as little as possible: the most items that can stay do. Where a
 * number is there twice, only its first may stay. */
GArray *pel_list_changes_new (const GArray *before, const GArray *after);
