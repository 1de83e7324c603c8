/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/record-text.h"

#include <gtk/gtk.h>

/**
 * PelRecordRow:
 *
 * Two lines about something that was asked for or done: a sign, what it is and when, what became of
 * it and who it was. What does not fit is cut, and told in full by the hint.
 */
#define PEL_TYPE_RECORD_ROW (pel_record_row_get_type ())
G_DECLARE_FINAL_TYPE (PelRecordRow, pel_record_row, PEL, RECORD_ROW, GtkBox)

GtkWidget *pel_record_row_new (void);

/* Copies what it needs. @owner (nullable): the row of the list, which is what a screen reader
 * reads. */
void pel_record_row_show (PelRecordRow *self, const PelRecordText *text, GtkWidget *owner);
