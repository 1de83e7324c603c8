/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-queue.h"

/**
 * PelAtspiSheet:
 *
 * Finds the cells of a table that can be seen, without listing the others: a sheet may have two
 * thousand million. Which are at its corners, their rows and columns, and those in between.
 */
typedef struct _PelAtspiSheet PelAtspiSheet;

/* Called once, from a reply; cells may be missing where the program did not tell them. */
typedef void (*PelAtspiSheetFunc) (PelAtspiSheet *self, gpointer data);

/* @visible is the part of the table that is shown, as its toolkit counts. @tag is the caller's. */
PelAtspiSheet *pel_atspi_sheet_new (PelAtspiQueue        *queue,
                                    const char           *path,
                                    PelExtentsKind        kind,
                                    const PelToolkitRect *visible,
                                    guint64               tag,
                                    PelAtspiSheetFunc     seen,
                                    gpointer              data);
void           pel_atspi_sheet_free (PelAtspiSheet *self);

guint64 pel_atspi_sheet_get_tag (PelAtspiSheet *self);

/* (element-type PelAtspiRef), row by row; borrowed. */
GArray *pel_atspi_sheet_get_cells (PelAtspiSheet *self);
