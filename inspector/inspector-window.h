/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gtk/gtk.h>

/**
 * PelInspectorWindow:
 *
 * The window around the inspector's panel: its size and place, docked or floating. Where a surface
 * cannot become a docked one, the panel moves to a new window, and this one goes.
 */
#define PEL_TYPE_INSPECTOR_WINDOW (pel_inspector_window_get_type ())
G_DECLARE_FINAL_TYPE (
    PelInspectorWindow, pel_inspector_window, PEL, INSPECTOR_WINDOW, GtkApplicationWindow)

/* @context is borrowed, and outlives the window; @settings (nullable) keeps its size. */
PelInspectorWindow *pel_inspector_window_new (GtkApplication       *application,
                                              const PelToolContext *context,
                                              GSettings            *settings);

/* Selects an element and brings it into sight, as soon as it is known. */
void pel_inspector_window_reveal (PelInspectorWindow *self, const char *bus_name, guint ref);
