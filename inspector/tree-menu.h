/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/**
 * PelTreeMenu:
 *
 * What can be done with a row of a tree: it opens where the right button is pressed, and with the
 * key for menus; the row is selected then, unless it is one of those that are.
 */
typedef struct _PelTreeMenu PelTreeMenu;

/* @list is in @parent, in which the menu opens; both outlive it. @list shows a GtkMultiSelection of
 * a GtkTreeListModel. */
PelTreeMenu *pel_tree_menu_new (GtkWidget *parent, GtkListView *list);
void         pel_tree_menu_free (PelTreeMenu *self);
