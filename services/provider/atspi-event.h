/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-tree.h"
#include "services/provider/bus-source.h"

/* The kinds of events that the model follows, by their names at the registry, and the interfaces of
 * their signals. No more than these: what is registered costs every program on the desktop. */
guint       pel_atspi_event_get_n_kinds (void);
const char *pel_atspi_event_get_kind (guint index);
guint       pel_atspi_event_get_n_interfaces (void);
const char *pel_atspi_event_get_interface (guint index);

/* What an event says. */
typedef struct
{
  PelNodeId    node;         /* the one whose facts are not sure any more; or none */
  PelNodeFlags facts;        /* these */
  PelNodeId    holder;       /* another one whose facts are not sure either; or none */
  PelNodeFlags holder_facts; /* these */
  PelNodeFlags below;        /* facts of all below @node */
  gboolean     has_focus;    /* @node has the keyboard focus now: no other one has */
  gboolean     has_moved;    /* what is shown may be elsewhere now */
  gboolean     is_changed;   /* the tree itself is different already */
  gboolean     is_stranger;  /* it is about an object that is not in the tree */
} PelAtspiNews;

/* Changes the tree as far as the event itself tells; the rest has to be asked for. */
PelAtspiNews pel_atspi_event_apply (PelAtspiTree *tree, sd_bus_message *signal);
