/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-forest.h"
#include "services/provider/atspi-reader.h"

/* For the parts of the reader: atspi-reader.c asks, atspi-children.c lists what is below a node,
 * atspi-planting.c takes over the program's own cache, atspi-values.c reads values, atspi-renewal.c
 * asks again for what no event tells. */

struct _PelAtspiReader
{
  PelAtspiQueue     *queue;
  PelAtspiTree      *tree;
  const PelToolkit  *toolkit;
  const char        *bus_name;
  PelAtspiReaderFunc settled;
  gpointer           data;
  guint              n_open;    /* answers that are awaited */
  guint64            n_bytes;   /* that were taken since nothing was awaited */
  guint64            n_claimed; /* children that were asked for one by one since then */
  gboolean           was_full;
  gboolean           is_first; /* all that is listed is new */
  gboolean           is_changed;
  gboolean           is_sketching; /* only who is below whom is asked for */
  PelAtspiForest    *forest;       /* (nullable): what the program's cache says, while it is read */
  GPtrArray         *listings;     /* of children that come one by one */
  GPtrArray         *sheets;       /* of PelAtspiSheet */
};

/* A node for the time of a question: it may have gone before the answer (then NULL). */
guint64       pel_atspi_reader_make_tag (PelAtspiReader *self, PelNodeId id);
PelAtspiNode *pel_atspi_reader_resolve (PelAtspiReader *self, guint64 tag);

/* Asks for what is not known of a node and can be asked. */
void pel_atspi_reader_ask (PelAtspiReader *self, PelNodeId id);

/* One answer less is awaited. */
void pel_atspi_reader_close (PelAtspiReader *self);

/* The same, and @fact is known now (@is_there), or as well as it can be. A program that has gone
 * silent is another matter: its facts stay unknown. */
void
pel_atspi_reader_answer (PelAtspiReader *self, guint64 tag, PelNodeFlags fact, gboolean is_there);
void pel_atspi_reader_set_role (PelAtspiNode *node, guint native_role);
void pel_atspi_reader_set_name (PelAtspiReader *self, PelNodeId id, const char *name);

/* (atspi-children.c) */
void pel_atspi_reader_list_children (PelAtspiReader *self, PelNodeId id);
PelNodeId
     pel_atspi_reader_find_or_add (PelAtspiReader *self, PelNodeId parent, const PelAtspiRef *ref);
void pel_atspi_reader_free_listings (PelAtspiReader *self);

/* (atspi-planting.c) Takes over what the cache says; and of one node that it could not place. */
void pel_atspi_reader_plant (PelAtspiReader *self, sd_bus_message *items);
void pel_atspi_reader_graft (PelAtspiReader *self, PelNodeId id);
