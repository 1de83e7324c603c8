/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelEventsPane:
 *
 * What happens on the desktop, as it happens: what “pellucid watch” tells, from the moment at which
 * the pane is first seen, with filters. It can be paused, emptied and saved.
 *
 * Signal "followed" (bus name, ref): the person wants to see the element of an event.
 */
#define PEL_TYPE_EVENTS_PANE (pel_events_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelEventsPane, pel_events_pane, PEL, EVENTS_PANE, GtkBox)

/* @context is used until the pane is disposed of. */
void pel_events_pane_set_context (PelEventsPane *self, const PelToolContext *context);

/* The element that “only the selected one” means; NULL and 0: none is selected. */
void pel_events_pane_set_element (PelEventsPane *self, const char *bus_name, guint ref);
