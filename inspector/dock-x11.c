/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/dock-x11.h"

#include "inspector/x11-panel.h"

#include <gdk/x11/gdkx.h>

#define SETTLE_MS      300
#define MAX_TRIES      30
#define MAX_FREE_TRIES 6
#define MAX_CALM       4 /* looks in a row that find it in its place */

/* Of its own title, so much at least must be on a monitor, or no one could take hold of it. */
#define MIN_GRIP 40

struct _PelDockX11
{
  PelDock  parent_instance;
  guint    settle_id; /* while the window manager is at it */
  guint    n_tries, n_calm;
  gboolean is_followed;
};

G_DEFINE_FINAL_TYPE (PelDockX11, pel_dock_x11, PEL_TYPE_DOCK)

gboolean
pel_dock_x11_is_possible (GdkDisplay *display)
{
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  return GDK_IS_X11_DISPLAY (display);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

/* (nullable): it cannot be seen. */
static GdkSurface *
get_surface (PelDockX11 *self)
{
  GtkWindow *window = pel_dock_get_window (PEL_DOCK (self));

  return window != NULL && gtk_widget_get_mapped (GTK_WIDGET (window))
             ? gtk_native_get_surface (GTK_NATIVE (window))
             : NULL;
}

/* In pixels of the screen: how far the shadow reaches beyond what counts as the window. */
static void
get_shadow (PelDockX11 *self, GdkSurface *surface, int *ret_x, int *ret_y)
{
  GtkWindow *window = pel_dock_get_window (PEL_DOCK (self));
  int        scale = gdk_surface_get_scale_factor (surface);
  double     x = 0, y = 0;

  /* without a compositor there is a border instead, which is part of the window */
  if (!gtk_widget_has_css_class (GTK_WIDGET (window), "solid-csd"))
    gtk_native_get_surface_transform (GTK_NATIVE (window), &x, &y);
  *ret_x = (int) (x * scale);
  *ret_y = (int) (y * scale);
}

/* TRUE: it was there already. */
static gboolean
move_window (PelDockX11 *self, GdkSurface *surface, const PelPhysicalRect *place)
{
  GtkWindow *window = pel_dock_get_window (PEL_DOCK (self));
  int        scale = gdk_surface_get_scale_factor (surface), x, y;

  gtk_window_set_default_size (window, place->width / scale, place->height / scale);
  get_shadow (self, surface, &x, &y);
  if (pel_x11_panel_is_at (surface, place->x - x, place->y - y))
    return TRUE;
  pel_x11_panel_move (surface, place->x - x, place->y - y);
  return FALSE;
}

/* Puts the window to its side, then keeps the room free: a window manager may push a window out of
 * what is kept free when that comes first. TRUE: it was there already. */
static gboolean
place_docked (PelDockX11 *self, GdkSurface *surface)
{
  PelDockSide side = pel_dock_get_side (PEL_DOCK (self));
  GSettings  *settings = pel_dock_get_settings (PEL_DOCK (self));
  int         width = g_settings_get_int (settings, "inspector-dock-width") *
              gdk_surface_get_scale_factor (surface);
  guint              current;
  g_autoptr (GArray) monitors = pel_x11_panel_list_monitors (surface, &current);
  PelPhysicalRect   *rects = (PelPhysicalRect *) monitors->data;
  PelPhysicalRect    area, place;
  PelDockStrut       strut;
  gboolean           is_there;

  if (monitors->len == 0)
    return TRUE;
  current = pel_dock_find_monitor (rects, monitors->len, current, side);
  area = pel_x11_panel_get_area (surface, &rects[current]);
  place = pel_dock_make_place (&area, side, width);
  strut = pel_dock_make_strut (rects, monitors->len, &place, side);
  is_there = move_window (self, surface, &place);
  pel_x11_panel_set_strut (surface, &strut);
  return is_there;
}

static gboolean
has_place (PelDockX11 *self)
{
  g_autoptr (GVariant) known =
      g_settings_get_value (pel_dock_get_settings (PEL_DOCK (self)), "inspector-place");
  g_autoptr (GVariant) point = g_variant_get_maybe (known);

  return point != NULL && !gtk_window_is_maximized (pel_dock_get_window (PEL_DOCK (self)));
}

/* Where it floated last; in the middle of its monitor where that is not known, or no longer there.
 */
static gboolean
place_floating (PelDockX11 *self, GdkSurface *surface)
{
  GSettings           *settings = pel_dock_get_settings (PEL_DOCK (self));
  int                  scale = gdk_surface_get_scale_factor (surface);
  g_autoptr (GVariant) known = g_settings_get_value (settings, "inspector-place");
  g_autoptr (GVariant) point = g_variant_get_maybe (known);
  guint                current;
  g_autoptr (GArray)   monitors = pel_x11_panel_list_monitors (surface, &current);
  PelPhysicalRect     *rects = (PelPhysicalRect *) monitors->data;
  PelPhysicalRect      place = { 0 };

  if (monitors->len == 0)
    return TRUE;
  g_settings_get (settings, "inspector-size", "(ii)", &place.width, &place.height);
  place.width *= scale;
  place.height *= scale;
  if (point != NULL)
    g_variant_get (point, "(ii)", &place.x, &place.y);
  if (point == NULL || !pel_dock_is_reachable (rects, monitors->len, &place, MIN_GRIP * scale))
    {
      place.x = rects[current].x + (rects[current].width - place.width) / 2;
      place.y = rects[current].y + (rects[current].height - place.height) / 2;
    }
  return move_window (self, surface, &place);
}

static void
pel_dock_x11_remember (PelDock *dock)
{
  PelDockX11 *self = PEL_DOCK_X11 (dock);
  GSettings  *settings = pel_dock_get_settings (dock);
  GdkSurface *surface = get_surface (self);
  int         x, y, shadow_x, shadow_y;

  /* not before it has been where it was the last time */
  if (surface == NULL || !self->is_followed)
    return;
  if (gtk_window_is_maximized (pel_dock_get_window (dock)))
    return;
  get_shadow (self, surface, &shadow_x, &shadow_y);
  pel_x11_panel_get_origin (surface, &x, &y);
  g_settings_set (settings, "inspector-place", "m(ii)", TRUE, x + shadow_x, y + shadow_y);
}

static void settle (PelDockX11 *self);

/* The window has its new shadow by now; a window manager that is busy may not know of all yet, and
 * may push the window out of its own room when it does. One that floats is a person's to move as
 * soon as it has been where it was. */
static gboolean
settled_cb (gpointer data)
{
  PelDockX11 *self = data;
  GdkSurface *surface = get_surface (self);
  gboolean    is_docked = pel_dock_get_side (PEL_DOCK (self)) != PEL_DOCK_FLOATING;

  self->settle_id = 0;
  if (surface == NULL)
    return G_SOURCE_REMOVE;
  if (is_docked)
    self->n_calm = place_docked (self, surface) ? self->n_calm + 1 : 0;
  else
    self->n_calm = place_floating (self, surface) ? MAX_CALM : 0;
  if (self->n_calm < MAX_CALM && self->n_tries++ < (is_docked ? MAX_TRIES : MAX_FREE_TRIES))
    settle (self);
  return G_SOURCE_REMOVE;
}

static void
settle (PelDockX11 *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  self->settle_id = g_timeout_add (SETTLE_MS, settled_cb, self);
}

static void
settle_anew (PelDockX11 *self)
{
  self->n_tries = self->n_calm = 0;
  settle (self);
}

/* What the window manager lets a person do: the room that it keeps free follows, and so does the
 * next time. */
static void
width_changed_cb (PelDockX11 *self)
{
  int width = 0, height = 0; /* both: GTK 4.8 writes them unasked */

  if (pel_dock_get_side (PEL_DOCK (self)) == PEL_DOCK_FLOATING || self->settle_id != 0)
    return;
  gtk_window_get_default_size (pel_dock_get_window (PEL_DOCK (self)), &width, &height);
  if (width != g_settings_get_int (pel_dock_get_settings (PEL_DOCK (self)), "inspector-dock-width"))
    pel_dock_set_width (PEL_DOCK (self), width);
}

/* By a key of the window manager. */
static void
maximized_cb (PelDockX11 *self)
{
  GtkWindow *window = pel_dock_get_window (PEL_DOCK (self));

  if (pel_dock_get_side (PEL_DOCK (self)) == PEL_DOCK_FLOATING || !gtk_window_is_maximized (window))
    return;
  gtk_window_unmaximize (window);
  settle_anew (self);
}

static void
follow_window (PelDockX11 *self)
{
  GtkWindow *window = pel_dock_get_window (PEL_DOCK (self));

  if (self->is_followed)
    return;
  self->is_followed = TRUE;
  g_signal_connect_object (window,
                           "notify::default-width",
                           G_CALLBACK (width_changed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (window,
                           "notify::maximized",
                           G_CALLBACK (maximized_cb),
                           self,
                           G_CONNECT_SWAPPED);
}

static void
pel_dock_x11_place (PelDock *dock, PelDockSide before)
{
  PelDockX11 *self = PEL_DOCK_X11 (dock);
  GtkWindow  *window = pel_dock_get_window (dock);
  GdkSurface *surface = get_surface (self);
  gboolean    is_docked = pel_dock_get_side (dock) != PEL_DOCK_FLOATING;
  gboolean    is_new = !self->is_followed;

  follow_window (self);
  if (before != pel_dock_get_side (dock)) /* the room at the other side */
    pel_x11_panel_set_strut (surface, &(PelDockStrut){ 0 });
  if (is_docked != (before != PEL_DOCK_FLOATING))
    pel_x11_panel_set_pinned (surface, is_docked);
  if (is_docked)
    {
      gtk_window_unmaximize (window);
      place_docked (self, surface);
      settle_anew (self);
    }
  else if (before != PEL_DOCK_FLOATING || (is_new && has_place (self)))
    {
      place_floating (self, surface);
      settle_anew (self);
    }
}

static void
pel_dock_x11_dispose (GObject *object)
{
  PelDockX11 *self = PEL_DOCK_X11 (object);

  g_clear_handle_id (&self->settle_id, g_source_remove);
  G_OBJECT_CLASS (pel_dock_x11_parent_class)->dispose (object);
}

static void
pel_dock_x11_class_init (PelDockX11Class *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_dock_x11_dispose;
  /* no pull: window managers push a window that is resized out of the room that it keeps free */
  PEL_DOCK_CLASS (klass)->place = pel_dock_x11_place;
  PEL_DOCK_CLASS (klass)->remember = pel_dock_x11_remember;
}

static void
pel_dock_x11_init (PelDockX11 *self)
{
}
