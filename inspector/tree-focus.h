/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* Where the keyboard is in a tree: @list shows GtkTreeListRows in GtkTreeExpanders. */

typedef enum
{
  PEL_FOCUS_TAKEN, /* the row has the keyboard then */
  PEL_FOCUS_LEFT,  /* the keyboard stays where it is */
} PelFocusManner;

/* What the keys to the left and to the right do: close a row, or go to what it is in; open it, or
 * go to what is in it. */
void pel_tree_focus_attach (GtkListView *list);

/* (nullable) (transfer none): the row that has the keyboard. */
GtkTreeListRow *pel_tree_focus_get_row (GtkListView *list);

/* (nullable) (transfer none): the row of a widget that the list itself holds; @child: (nullable).
 */
GtkTreeListRow *pel_tree_focus_get_row_of (GtkWidget *child);

/* Brings @row into sight, also where the list has to make room for it first, or grows meanwhile. */
void pel_tree_focus_show (GtkListView *list, GtkTreeListRow *row, PelFocusManner manner);

/* Selects @row alone, as a click does: keys and clicks with Shift begin there. */
void pel_tree_focus_select (GtkListView *list, GtkTreeListRow *row);
