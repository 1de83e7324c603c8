/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

#include <gtk/gtk.h>

/* A widget that shows pel_paint_monitor_map() in the colours of its surroundings, and tells a
 * screen reader in words what it shows. */
#define PEL_TYPE_MONITOR_MAP (pel_monitor_map_get_type ())
G_DECLARE_FINAL_TYPE (PelMonitorMap, pel_monitor_map, PEL, MONITOR_MAP, GtkWidget)

/* (nullable): shows nothing. */
void pel_monitor_map_set_desktop (PelMonitorMap *self, PelDesktop *desktop);
