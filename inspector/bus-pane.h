/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"

#include <gtk/gtk.h>

/**
 * PelBusPane:
 *
 * What each program costs on the accessibility bus, as a table: what the network tab is in a
 * browser. It looks once a second, and only while it can be seen.
 */
#define PEL_TYPE_BUS_PANE (pel_bus_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelBusPane, pel_bus_pane, PEL, BUS_PANE, GtkBox)

void pel_bus_pane_set_source (PelBusPane *self, PelElementSource *source);
