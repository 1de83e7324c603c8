/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/dock-handle.h"

#include <glib/gi18n.h>

#define THICKNESS 6
#define KEY_STEP  24.0

/* Until the window has its new size and place, and the pointer is known from there. */
#define REST_FRAMES 3

struct _PelDockHandle
{
  GtkWidget parent_instance;
  guint     tick_id; /* while a person drags */
  guint     n_rest;
  int       width; /* of the window */
};

G_DEFINE_FINAL_TYPE (PelDockHandle, pel_dock_handle, GTK_TYPE_WIDGET)

static guint pulled_signal, let_go_signal;

/* How far the pointer is from the edge now. What events tell is older, and from where the edge was
 * then. */
static double
measure_distance (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GdkSeat   *seat = gdk_display_get_default_seat (gtk_widget_get_display (widget));
  double     x = 0, y = 0, origin_x, origin_y;

  gdk_surface_get_device_position (gtk_native_get_surface (native),
                                   gdk_seat_get_pointer (seat),
                                   &x,
                                   &y,
                                   NULL);
  gtk_native_get_surface_transform (native, &origin_x, &origin_y);
  gtk_widget_translate_coordinates (GTK_WIDGET (native),
                                    widget,
                                    x - origin_x,
                                    y - origin_y,
                                    &x,
                                    &y);
  return x - THICKNESS / 2.0;
}

/* TRUE: all that is known of it belongs together. */
static gboolean
is_at_rest (PelDockHandle *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));

  if (width != self->width)
    self->n_rest = REST_FRAMES;
  self->width = width;
  if (self->n_rest > 0)
    self->n_rest--;
  return self->n_rest == 0;
}

static void
pull (PelDockHandle *self)
{
  double by = measure_distance (GTK_WIDGET (self));

  if (ABS (by) >= 1)
    g_signal_emit (self, pulled_signal, 0, by);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer unused)
{
  if (is_at_rest (PEL_DOCK_HANDLE (widget)))
    pull (PEL_DOCK_HANDLE (widget));
  return G_SOURCE_CONTINUE;
}

static void
drag_end (PelDockHandle *self)
{
  if (self->tick_id == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  if (is_at_rest (self))
    pull (self);
  g_signal_emit (self, let_go_signal, 0);
}

static void
drag_begin (PelDockHandle *self)
{
  if (self->tick_id != 0)
    return;
  self->n_rest = 0;
  self->width = gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static void
pel_dock_handle_unmap (GtkWidget *widget)
{
  PelDockHandle *self = PEL_DOCK_HANDLE (widget);

  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (widget, self->tick_id);
  self->tick_id = 0;
  GTK_WIDGET_CLASS (pel_dock_handle_parent_class)->unmap (widget);
}

static gboolean
key_pulled_cb (GtkWidget *widget, GVariant *by, gpointer unused)
{
  g_signal_emit (widget, pulled_signal, 0, g_variant_get_double (by));
  g_signal_emit (widget, let_go_signal, 0);
  return TRUE;
}

static void
pel_dock_handle_measure (GtkWidget     *widget,
                         GtkOrientation orientation,
                         int            for_size,
                         int           *minimum,
                         int           *natural,
                         int           *minimum_baseline,
                         int           *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? THICKNESS : 0;
}

static void
pel_dock_handle_class_init (PelDockHandleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->unmap = pel_dock_handle_unmap;
  widget_class->measure = pel_dock_handle_measure;
  gtk_widget_class_set_css_name (widget_class, "dockhandle");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEPARATOR);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, key_pulled_cb, "d", -KEY_STEP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, key_pulled_cb, "d", KEY_STEP);
  pulled_signal = g_signal_new ("pulled",
                                PEL_TYPE_DOCK_HANDLE,
                                G_SIGNAL_RUN_LAST,
                                0,
                                NULL,
                                NULL,
                                NULL,
                                G_TYPE_NONE,
                                1,
                                G_TYPE_DOUBLE);
  let_go_signal = g_signal_new ("let-go",
                                PEL_TYPE_DOCK_HANDLE,
                                G_SIGNAL_RUN_LAST,
                                0,
                                NULL,
                                NULL,
                                NULL,
                                G_TYPE_NONE,
                                0);
}

static void
pel_dock_handle_init (PelDockHandle *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "col-resize");
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Panel width"),
                                  -1);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect_swapped (drag, "end", G_CALLBACK (drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}
