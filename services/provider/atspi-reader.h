/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-decode.h"
#include "services/provider/atspi-queue.h"
#include "services/provider/toolkit.h"

/**
 * PelAtspiReader:
 *
 * Fills a program's tree: asks for what is not known of it, and with each answer for what that
 * makes possible to ask. What is cheap to have (the program's own cache) comes first, what it
 * lacks after it. Facts that are no longer sure are marked stale and asked for again, and nothing
 * else is.
 */
typedef struct _PelAtspiReader PelAtspiReader;

/* Called through a reply: nothing is under way any more. */
typedef void (*PelAtspiReaderFunc) (PelAtspiReader *self, gpointer data);

/* Borrows all of them. @bus_name is the program's own: objects of other names are foreign. */
PelAtspiReader *pel_atspi_reader_new (PelAtspiQueue     *queue,
                                      PelAtspiTree      *tree,
                                      const PelToolkit  *toolkit,
                                      const char        *bus_name,
                                      PelAtspiReaderFunc settled,
                                      gpointer           data);
void            pel_atspi_reader_free (PelAtspiReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAtspiReader, pel_atspi_reader_free)

/* Everything, from the root on; what is there already is asked for again. */
void     pel_atspi_reader_start (PelAtspiReader *self);
gboolean pel_atspi_reader_is_busy (PelAtspiReader *self);

/* There was more than is taken from one program at a time: 64 MiB. */
gboolean pel_atspi_reader_is_full (PelAtspiReader *self);

/* @facts of a node are no longer sure: they are asked for again, now. */
void pel_atspi_reader_renew (PelAtspiReader *self, PelNodeId id, PelNodeFlags facts);

/* (atspi-renewal.c) The same of what no event tells, or too late.
 * Heads: what windows and documents are called, on which may depend what else is private.
 * Denied: the states of containers, of which not every program reports that they are shown.
 * Sheets: the cells that can be seen, which are others after scrolling.
 * Counts: how many windows there are, and how many rows a list has that is empty or makes them up
 * as they are asked for. */
void pel_atspi_reader_renew_heads (PelAtspiReader *self);
void pel_atspi_reader_renew_denied (PelAtspiReader *self);
void pel_atspi_reader_renew_sheets (PelAtspiReader *self);
void pel_atspi_reader_renew_counts (PelAtspiReader *self);

/* The states and the value of a node, and the states of those that may be selected instead of it.
 */
void pel_atspi_reader_renew_choice (PelAtspiReader *self, PelNodeId id);

/* The states, the values and the places of the objects with these refs (of guint). */
void pel_atspi_reader_renew_refs (PelAtspiReader *self, const GArray *refs);

/* Whether the tree has become different since the last call. */
gboolean pel_atspi_reader_take_changed (PelAtspiReader *self);
gboolean pel_atspi_reader_has_changed (const PelAtspiReader *self);

/* The values of fields and sliders that are not known yet, but for secrets. */
void pel_atspi_reader_read_values (PelAtspiReader *self);

/* The values of sliders, and of all else that has a number, are read again when values are. */
void pel_atspi_reader_doubt_numbers (PelAtspiReader *self);
