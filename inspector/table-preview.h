/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/description.h"

#include <gtk/gtk.h>

/**
 * PelTablePreview:
 *
 * The first rows and columns of a table, under their headers. Not shown where there are none.
 *
 * Signal "followed" (bus name, ref): the person wants to see that cell.
 */
#define PEL_TYPE_TABLE_PREVIEW (pel_table_preview_get_type ())
G_DECLARE_FINAL_TYPE (PelTablePreview, pel_table_preview, PEL, TABLE_PREVIEW, GtkBox)

/* What is the same stays: someone may be about to press it. */
void pel_table_preview_show (PelTablePreview *self, const PelDescription *description);
