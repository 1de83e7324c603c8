/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-tree.h"
#include "services/provider/bus-source.h"

/* What a program says, unpacked. The type is checked before anything is read: a reply of another
 * kind is refused (FALSE), and nothing is written then. NULL is refused as well. Strings are
 * borrowed from the message. */

/* An object: who has it, and its path there. */
typedef struct
{
  const char *bus_name, *path;
} PelAtspiRef;

gboolean pel_atspi_decode_text_property (sd_bus_message *reply, const char **ret_text);
gboolean pel_atspi_decode_int_property (sd_bus_message *reply, int *ret_value);
gboolean pel_atspi_decode_double_property (sd_bus_message *reply, double *ret_value);
gboolean pel_atspi_decode_text (sd_bus_message *reply, const char **ret_text);
gboolean pel_atspi_decode_int (sd_bus_message *reply, int *ret_value);
gboolean pel_atspi_decode_uint (sd_bus_message *reply, guint *ret_value);
gboolean pel_atspi_decode_boolean (sd_bus_message *reply, gboolean *ret_value);
gboolean pel_atspi_decode_states (sd_bus_message *reply, PelStates *ret_states);
gboolean pel_atspi_decode_interfaces (sd_bus_message *reply, PelInterfaces *ret_interfaces);
gboolean pel_atspi_decode_extents (sd_bus_message *reply, PelToolkitRect *ret_extents);
gboolean pel_atspi_decode_ref (sd_bus_message *reply, PelAtspiRef *ret_ref);
gboolean pel_atspi_decode_ref_property (sd_bus_message *reply, PelAtspiRef *ret_ref);

/* One of a{ss}; FALSE where it is not among them. */
gboolean
pel_atspi_decode_attribute (sd_bus_message *reply, const char *name, const char **ret_value);

/* Of a(ua(so)), what labels the element: adds at most @max to @refs (of PelAtspiRef). */
gboolean pel_atspi_decode_labels (sd_bus_message *reply, GArray *refs, guint max);

/* Adds at most @max to @refs (of PelAtspiRef); @ret_n is how many there are. */
gboolean pel_atspi_decode_refs (sd_bus_message *reply, GArray *refs, guint max, guint *ret_n);

/* An object as Cache.GetItems and the cache's signals describe it. */
typedef struct
{
  PelAtspiRef   ref, parent;
  int           index; /* -1: not told */
  int           n_children;
  PelInterfaces interfaces;
  const char   *name;
  guint         role;
  PelStates     states;
} PelAtspiItem;

/* Both kinds of the reply; adds at most @max to @items (of PelAtspiItem). Empty is a good
 * answer. */
gboolean pel_atspi_decode_items (sd_bus_message *reply, GArray *items, guint max);
