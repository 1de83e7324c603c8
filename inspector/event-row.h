/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/event-item.h"

#include <gtk/gtk.h>

/* A row of the events: what happened to whom, and below it when, where and what is different. */
#define PEL_TYPE_EVENT_ROW (pel_event_row_get_type ())
G_DECLARE_FINAL_TYPE (PelEventRow, pel_event_row, PEL, EVENT_ROW, GtkBox)

GtkWidget *pel_event_row_new (void);

/* @item: (nullable). @owner: (nullable) the row of the list, which is named after it. */
void pel_event_row_set_item (PelEventRow *self, PelEventItem *item, GtkWidget *owner);
