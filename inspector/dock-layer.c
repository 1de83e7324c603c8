/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/dock-layer.h"

#include <gdk/wayland/gdkwayland.h>
#include <gtk4-layer-shell.h>

/* From here on a panel can have the keys while a person is in it, and leave them alone otherwise.
 */
#define MIN_VERSION 4

struct _PelDockLayer
{
  PelDock parent_instance;
};

G_DEFINE_FINAL_TYPE (PelDockLayer, pel_dock_layer, PEL_TYPE_DOCK)

gboolean
pel_dock_layer_is_possible (GdkDisplay *display)
{
  return GDK_IS_WAYLAND_DISPLAY (display) && gtk_layer_is_supported () &&
         gtk_layer_get_protocol_version () >= MIN_VERSION;
}

static void
become_panel (GtkWindow *window)
{
  gtk_layer_init_for_window (window);
  gtk_layer_set_namespace (window, "pellucid-inspector");
  gtk_layer_set_layer (window, GTK_LAYER_SHELL_LAYER_TOP);
  gtk_layer_set_keyboard_mode (window, GTK_LAYER_SHELL_KEYBOARD_MODE_ON_DEMAND);
  gtk_layer_set_anchor (window, GTK_LAYER_SHELL_EDGE_TOP, TRUE);
  gtk_layer_set_anchor (window, GTK_LAYER_SHELL_EDGE_BOTTOM, TRUE);
  gtk_layer_auto_exclusive_zone_enable (window);
}

/* No one but the panel itself limits it: a compositor gives what is asked for. */
static int
limit_width (GtkWindow *window, int width)
{
  GdkSurface  *surface = gtk_native_get_surface (GTK_NATIVE (window));
  GdkMonitor  *monitor;
  GdkRectangle whole;

  if (surface == NULL)
    return width;
  monitor = gdk_display_get_monitor_at_surface (gdk_surface_get_display (surface), surface);
  if (monitor == NULL)
    return width;
  gdk_monitor_get_geometry (monitor, &whole);
  return MIN (width, MAX (whole.width / 2, 1));
}

static void
pel_dock_layer_pull (PelDock *dock, int width)
{
  GtkWindow *window = pel_dock_get_window (dock);

  gtk_window_set_default_size (window, limit_width (window, width), -1);
}

static void
pel_dock_layer_place (PelDock *dock, PelDockSide before)
{
  GtkWindow  *window = pel_dock_get_window (dock);
  PelDockSide side = pel_dock_get_side (dock);

  if (side == PEL_DOCK_FLOATING)
    return;
  if (!gtk_layer_is_layer_window (window))
    become_panel (window);
  gtk_layer_set_anchor (window, GTK_LAYER_SHELL_EDGE_LEFT, side == PEL_DOCK_LEFT);
  gtk_layer_set_anchor (window, GTK_LAYER_SHELL_EDGE_RIGHT, side == PEL_DOCK_RIGHT);
  pel_dock_layer_pull (dock,
                       g_settings_get_int (pel_dock_get_settings (dock), "inspector-dock-width"));
}

static void
pel_dock_layer_class_init (PelDockLayerClass *klass)
{
  PEL_DOCK_CLASS (klass)->is_for_life = TRUE;
  PEL_DOCK_CLASS (klass)->place = pel_dock_layer_place;
  PEL_DOCK_CLASS (klass)->pull = pel_dock_layer_pull;
}

static void
pel_dock_layer_init (PelDockLayer *self)
{
}
