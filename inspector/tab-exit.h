/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* Tab goes from a list to what comes after it, and Shift+Tab to what is before it. GTK goes from
 * row to row, of which there may be thousands; the arrows do that already. What is in the row that
 * has the keyboard is gone to first. @list: a GtkListView or GtkColumnView. */
void pel_tab_exit_attach (GtkWidget *list);
