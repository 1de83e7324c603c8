/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* What the keys to the left and to the right do in a tree: close a row, or go to what it is in;
 * open it, or go to what is in it. @list shows GtkTreeListRows in GtkTreeExpanders, one of which is
 * selected at most. */
void pel_tree_focus_attach (GtkListView *list);

/* Selects the row at @position, brings it into sight and gives it the keyboard. */
void pel_tree_focus_move (GtkListView *list, guint position);
