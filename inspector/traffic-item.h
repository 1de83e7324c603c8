/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/traffic.h"

#include <glib-object.h>

/* What a table of programs shows. */
typedef enum
{
  PEL_TRAFFIC_PROGRAM,
  PEL_TRAFFIC_CALLS,
  PEL_TRAFFIC_MEDIAN,
  PEL_TRAFFIC_WORST,
  PEL_TRAFFIC_ERRORS,
  PEL_TRAFFIC_BYTES,
  PEL_TRAFFIC_NODES,
  PEL_TRAFFIC_EVENTS,
  PEL_N_TRAFFIC_COLUMNS
} PelTrafficColumn;

/* An answer that took longer is slow. */
#define PEL_TRAFFIC_SLOW_MS 500

/**
 * PelTrafficItem:
 *
 * One program and what it costs. The item stays while the program does, and for a while after.
 *
 * Signal "updated": its figures are others.
 */
#define PEL_TYPE_TRAFFIC_ITEM (pel_traffic_item_get_type ())
G_DECLARE_FINAL_TYPE (PelTrafficItem, pel_traffic_item, PEL, TRAFFIC_ITEM, GObject)

/* Both take @traffic. */
PelTrafficItem *pel_traffic_item_new (PelTraffic *traffic);
void            pel_traffic_item_update (PelTrafficItem *self, PelTraffic *traffic);

const PelTraffic *pel_traffic_item_get_traffic (PelTrafficItem *self);

/* (transfer full): one line, for a cell. */
char *pel_traffic_item_dup_text (PelTrafficItem *self, PelTrafficColumn column);

/* (transfer full): all of it, for a hint: a line for each thing. */
char *pel_traffic_item_dup_details (PelTrafficItem *self);

/* (nullable): why a person should look at it (“slow”), with an icon; NULL for most. */
const char *pel_traffic_item_get_mark (PelTrafficItem *self, const char **ret_icon_name);

/* As a sorting function wants it. */
int pel_traffic_item_compare (PelTrafficItem *a, PelTrafficItem *b, PelTrafficColumn column);
