/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* One row of the status window: a sign, a title, a text, and what to do about it. */
#define PEL_TYPE_STATUS_ROW (pel_status_row_get_type ())
G_DECLARE_FINAL_TYPE (PelStatusRow, pel_status_row, PEL, STATUS_ROW, GtkListBoxRow)

/* @icon_name and @style (a CSS class for it) and @hint may be NULL. */
GtkWidget *pel_status_row_new (const char *icon_name,
                               const char *style,
                               const char *title,
                               const char *text,
                               const char *hint);
