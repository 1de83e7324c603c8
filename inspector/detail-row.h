/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/detail.h"

#include <gtk/gtk.h>

/**
 * PelDetailRow:
 *
 * One row of the details: what it is, how it is, and a button that copies that. It flashes when it
 * becomes another. One that is about another element can be activated.
 */
#define PEL_TYPE_DETAIL_ROW (pel_detail_row_get_type ())
G_DECLARE_FINAL_TYPE (PelDetailRow, pel_detail_row, PEL, DETAIL_ROW, GtkListBoxRow)

GtkWidget *pel_detail_row_new (PelDetail *detail);

/* (transfer none) */
PelDetail *pel_detail_row_get_detail (PelDetailRow *self);
