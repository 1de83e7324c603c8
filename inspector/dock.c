/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/dock.h"

#if PEL_CAN_DOCK_ON_X11
#include "inspector/dock-x11.h"
#include <gdk/x11/gdkx.h>
#endif

#define SETTLE_MS 300
#define MAX_TRIES 30
#define MAX_CALM  4 /* looks in a row that find it in its place */

/* As the setting has it. */
#define MIN_WIDTH 200
#define MAX_WIDTH 10000

struct _PelDock
{
  GObject     parent_instance;
  GtkWindow  *window; /* (nullable) borrowed */
  GSettings  *settings;
  PelDockSide side;                    /* as it is */
  int         free_width, free_height; /* before it was docked */
  guint       settle_id;               /* while the window manager is at it */
  guint       n_tries, n_calm;
  guint       update_id;
};

G_DEFINE_FINAL_TYPE (PelDock, pel_dock, G_TYPE_OBJECT)

gboolean
pel_dock_is_possible (GdkDisplay *display)
{
#if PEL_CAN_DOCK_ON_X11
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  return GDK_IS_X11_DISPLAY (display);
  G_GNUC_END_IGNORE_DEPRECATIONS
#else
  return FALSE;
#endif
}

#if PEL_CAN_DOCK_ON_X11

static GdkSurface *
get_surface (PelDock *self)
{
  return self->window != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->window))
             ? gtk_native_get_surface (GTK_NATIVE (self->window))
             : NULL;
}

/* In pixels of the screen; the shadow of a window lies around it. TRUE: it was there already. */
static gboolean
move_window (PelDock *self, GdkSurface *surface, const PelPhysicalRect *place)
{
  int    scale = gdk_surface_get_scale_factor (surface), x, y;
  double shadow_x = 0, shadow_y = 0;

  /* without a compositor there is a border instead, which is part of the window */
  if (!gtk_widget_has_css_class (GTK_WIDGET (self->window), "solid-csd"))
    gtk_native_get_surface_transform (GTK_NATIVE (self->window), &shadow_x, &shadow_y);
  gtk_window_set_default_size (self->window, place->width / scale, place->height / scale);
  x = place->x - (int) (shadow_x * scale);
  y = place->y - (int) (shadow_y * scale);
  if (pel_dock_x11_is_at (surface, x, y))
    return TRUE;
  pel_dock_x11_move (surface, x, y);
  return FALSE;
}

/* Puts the window to its side, then keeps the room free: a window manager may push a window out of
 * what is kept free when that comes first. TRUE: it was there already. */
static gboolean
place_window (PelDock *self, GdkSurface *surface)
{
  int width = g_settings_get_int (self->settings, "inspector-dock-width") *
              gdk_surface_get_scale_factor (surface);
  guint              current;
  g_autoptr (GArray) monitors = pel_dock_x11_list_monitors (surface, &current);
  PelPhysicalRect   *rects = (PelPhysicalRect *) monitors->data;
  PelPhysicalRect    area, place;
  PelDockStrut       strut;
  gboolean           is_there;

  if (monitors->len == 0)
    return TRUE;
  current = pel_dock_find_monitor (rects, monitors->len, current, self->side);
  area = pel_dock_x11_get_area (surface, &rects[current]);
  place = pel_dock_make_place (&area, self->side, width);
  strut = pel_dock_make_strut (rects, monitors->len, &place, self->side);
  is_there = move_window (self, surface, &place);
  pel_dock_x11_set_strut (surface, &strut);
  return is_there;
}

static void settle (PelDock *self);

/* The window has its new shadow by now; a window manager that is busy may not know of all yet, and
 * may push the window out of its own room when it does. */
static gboolean
settled_cb (gpointer data)
{
  PelDock    *self = data;
  GdkSurface *surface = get_surface (self);

  self->settle_id = 0;
  if (surface == NULL || self->side == PEL_DOCK_FLOATING)
    return G_SOURCE_REMOVE;
  self->n_calm = place_window (self, surface) ? self->n_calm + 1 : 0;
  if (self->n_calm < MAX_CALM && self->n_tries++ < MAX_TRIES)
    settle (self);
  return G_SOURCE_REMOVE;
}

static void
settle (PelDock *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  self->settle_id = g_timeout_add (SETTLE_MS, settled_cb, self);
}

static void
dock (PelDock *self, GdkSurface *surface, PelDockSide side)
{
  if (self->side == PEL_DOCK_FLOATING)
    gtk_window_get_default_size (self->window, &self->free_width, &self->free_height);
  else if (self->side != side) /* the room at the other side */
    pel_dock_x11_set_strut (surface, &(PelDockStrut){ 0 });
  self->side = side;
  self->n_tries = self->n_calm = 0;
  gtk_window_unmaximize (self->window);
  gtk_widget_add_css_class (GTK_WIDGET (self->window), "docked");
  pel_dock_x11_set_pinned (surface, TRUE);
  place_window (self, surface);
  settle (self);
}

static void
undock (PelDock *self, GdkSurface *surface)
{
  int                scale = gdk_surface_get_scale_factor (surface);
  guint              current;
  g_autoptr (GArray) monitors = pel_dock_x11_list_monitors (surface, &current);
  PelPhysicalRect    place;

  self->side = PEL_DOCK_FLOATING;
  gtk_widget_remove_css_class (GTK_WIDGET (self->window), "docked");
  pel_dock_x11_set_strut (surface, &(PelDockStrut){ 0 });
  pel_dock_x11_set_pinned (surface, FALSE);
  if (monitors->len == 0)
    return;
  place = g_array_index (monitors, PelPhysicalRect, current);
  place.x += (place.width - self->free_width * scale) / 2;
  place.y += (place.height - self->free_height * scale) / 2;
  place.width = self->free_width * scale;
  place.height = self->free_height * scale;
  move_window (self, surface, &place);
}

static gboolean
update_cb (gpointer data)
{
  PelDock         *self = data;
  GdkSurface      *surface = get_surface (self);
  g_autofree char *text = g_settings_get_string (self->settings, "inspector-dock");
  PelDockSide      wanted = pel_dock_side_from_string (text);

  self->update_id = 0;
  if (surface == NULL)
    return G_SOURCE_REMOVE;
  if (wanted != PEL_DOCK_FLOATING)
    dock (self, surface, wanted);
  else if (self->side != PEL_DOCK_FLOATING)
    undock (self, surface);
  return G_SOURCE_REMOVE;
}

static void
update_soon (PelDock *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add (update_cb, self);
}

/* A person has made it wider: what it keeps free follows, and so does the next time. */
static void
width_changed_cb (PelDock *self)
{
  int width = 0, height = 0; /* both: GTK 4.8 writes them unasked */

  if (self->side == PEL_DOCK_FLOATING || self->settle_id != 0)
    return;
  gtk_window_get_default_size (self->window, &width, &height);
  if (width < MIN_WIDTH || width > MAX_WIDTH ||
      width == g_settings_get_int (self->settings, "inspector-dock-width"))
    return;
  g_settings_set_int (self->settings, "inspector-dock-width", width);
  self->n_tries = self->n_calm = 0;
  settle (self);
}

static void
follow (PelDock *self)
{
  g_signal_connect_object (self->settings,
                           "changed::inspector-dock",
                           G_CALLBACK (update_soon),
                           self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->window,
                           "map",
                           G_CALLBACK (update_soon),
                           self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->window,
                           "notify::default-width",
                           G_CALLBACK (width_changed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gdk_display_get_monitors (
                               gtk_widget_get_display (GTK_WIDGET (self->window))),
                           "items-changed",
                           G_CALLBACK (update_soon),
                           self,
                           G_CONNECT_SWAPPED);
}

#else

static void
follow (PelDock *self)
{
}

#endif

static void
pel_dock_dispose (GObject *object)
{
  PelDock *self = PEL_DOCK (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_clear_weak_pointer (&self->window);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (pel_dock_parent_class)->dispose (object);
}

static void
pel_dock_class_init (PelDockClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_dock_dispose;
}

static void
pel_dock_init (PelDock *self)
{
}

PelDock *
pel_dock_new (GtkWindow *window, GSettings *settings)
{
  PelDock *self = g_object_new (PEL_TYPE_DOCK, NULL);

  g_set_weak_pointer (&self->window, window);
  g_set_object (&self->settings, settings);
  follow (self);
  return self;
}

PelDockSide
pel_dock_get_side (PelDock *self)
{
  g_return_val_if_fail (PEL_IS_DOCK (self), PEL_DOCK_FLOATING);

  return self->side;
}
