/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelInspectorPanel:
 *
 * All that the inspector shows, with its title bar: the tree of everything on the desktop, the
 * details, the other panes. What is selected or hovered in it is marked on the overlay. Narrow or
 * wide, it is the same panel, and so it is when it moves from one window to another.
 */
#define PEL_TYPE_INSPECTOR_PANEL (pel_inspector_panel_get_type ())
G_DECLARE_FINAL_TYPE (PelInspectorPanel, pel_inspector_panel, PEL, INSPECTOR_PANEL, GtkWidget)

/* @context is borrowed, and outlives the panel; @settings (nullable) keeps filters and shares. */
PelInspectorPanel *pel_inspector_panel_new (const PelToolContext *context, GSettings *settings);

/* Selects an element and brings it into sight, as soon as it is known. */
void pel_inspector_panel_reveal (PelInspectorPanel *self, const char *bus_name, guint ref);

/* At a side of the screen it is not to be moved. */
void pel_inspector_panel_set_docked (PelInspectorPanel *self, gboolean is_docked);
