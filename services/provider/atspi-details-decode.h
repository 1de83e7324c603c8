/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-reading.h"
#include "services/provider/bus-source.h"

/* The replies that only a closer look needs, unpacked into a reading. The type is checked before
 * anything is read; a reply of another kind, or none, is FALSE and changes nothing. Strings are
 * repaired and cut, lists are cut at the limits of atspi-details.h. */

gboolean pel_details_decode_attributes (sd_bus_message *reply, char ***ret_attributes); /* a{ss} */
gboolean pel_details_decode_actions (sd_bus_message *reply, GArray *actions);           /* a(sss) */
gboolean pel_details_decode_relations (sd_bus_message *reply, GArray *relations);    /* a(ua(so)) */
gboolean pel_details_decode_run (sd_bus_message *reply, char ***ret_attributes);     /* a{ss}ii */
gboolean pel_details_decode_selection (sd_bus_message *reply, GArray *selections);   /* ii */
gboolean pel_details_decode_position (sd_bus_message *reply, int *row, int *column); /* v of (ii) */

/* “labelled by”; what is not known is “related to”. */
const char *pel_relation_to_string (guint kind);
