/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* A row of small widgets that goes on in the next line where it has no more room, as words do. */
#define PEL_TYPE_WRAP_BOX (pel_wrap_box_get_type ())
G_DECLARE_FINAL_TYPE (PelWrapBox, pel_wrap_box, PEL, WRAP_BOX, GtkWidget)

/* Takes all children away. */
void pel_wrap_box_clear (PelWrapBox *self);
void pel_wrap_box_append (PelWrapBox *self, GtkWidget *child);
