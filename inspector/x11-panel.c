/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/x11-panel.h"

/* GTK 4.18 calls its X11 backend deprecated, and has no other way to say this. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

#include <X11/Xatom.h>
#include <X11/extensions/Xrandr.h>
#include <gdk/x11/gdkx.h>

#define ALL_DESKTOPS 0xffffffffUL
#define SOURCE_APP   1 /* who asks: a normal program */
#define MOVES_X      (1 << 8)
#define MOVES_Y      (1 << 9)

static Display *
get_xdisplay (GdkSurface *surface)
{
  return gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface));
}

/* Where a point of the window is on the screen. */
static void
translate (GdkSurface *surface, int x, int y, int *ret_x, int *ret_y)
{
  Window child;

  XTranslateCoordinates (get_xdisplay (surface),
                         gdk_x11_surface_get_xid (surface),
                         DefaultRootWindow (get_xdisplay (surface)),
                         x,
                         y,
                         ret_x,
                         ret_y,
                         &child);
}

void
pel_x11_panel_get_origin (GdkSurface *surface, int *ret_x, int *ret_y)
{
  *ret_x = *ret_y = 0;
  translate (surface, 0, 0, ret_x, ret_y);
}

gboolean
pel_x11_panel_is_at (GdkSurface *surface, int x, int y)
{
  int is_x = 0, is_y = 0;

  translate (surface, 0, 0, &is_x, &is_y);
  return is_x == x && is_y == y;
}

/* By RandR itself: GDK leaves out monitors of which the server does not know whether someone has
 * plugged them in. */
GArray *
pel_x11_panel_list_monitors (GdkSurface *surface, guint *ret_current)
{
  Display        *xdisplay = get_xdisplay (surface);
  GArray         *rects = g_array_new (FALSE, FALSE, sizeof (PelPhysicalRect));
  int             scale = gdk_surface_get_scale_factor (surface);
  int             n = 0, x = 0, y = 0;
  XRRMonitorInfo *infos = XRRGetMonitors (xdisplay, DefaultRootWindow (xdisplay), True, &n);

  *ret_current = 0;
  translate (surface,
             gdk_surface_get_width (surface) * scale / 2,
             gdk_surface_get_height (surface) * scale / 2,
             &x,
             &y);
  for (int i = 0; i < n; i++)
    {
      PelPhysicalRect rect = { infos[i].x, infos[i].y, infos[i].width, infos[i].height };

      g_array_append_val (rects, rect);
      if (x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height)
        *ret_current = (guint) i;
    }
  if (infos != NULL)
    XRRFreeMonitors (infos);
  return rects;
}

PelPhysicalRect
pel_x11_panel_get_area (GdkSurface *surface, const PelPhysicalRect *monitor)
{
  GListModel     *monitors = gdk_display_get_monitors (gdk_surface_get_display (surface));
  PelPhysicalRect area = *monitor;

  for (guint i = 0; i < g_list_model_get_n_items (monitors); i++)
    {
      g_autoptr (GdkMonitor) known = g_list_model_get_item (monitors, i);
      int                    scale = gdk_monitor_get_scale_factor (known);
      GdkRectangle           whole, unused;

      gdk_monitor_get_geometry (known, &whole);
      gdk_x11_monitor_get_workarea (known, &unused);
      if (whole.x * scale != monitor->x || whole.y * scale != monitor->y || unused.height <= 0)
        continue;
      area.y = unused.y * scale;
      area.height = unused.height * scale;
    }
  return area;
}

static Atom
get_atom (GdkSurface *surface, const char *name)
{
  return gdk_x11_get_xatom_by_name_for_display (gdk_surface_get_display (surface), name);
}

static void
set_numbers (GdkSurface *surface, const char *name, const gulong *numbers, int n_numbers)
{
  Display *xdisplay = get_xdisplay (surface);
  Window   window = gdk_x11_surface_get_xid (surface);
  Atom     atom = get_atom (surface, name);

  if (numbers[0] == 0 && numbers[1] == 0)
    XDeleteProperty (xdisplay, window, atom);
  else
    XChangeProperty (xdisplay,
                     window,
                     atom,
                     XA_CARDINAL,
                     32,
                     PropModeReplace,
                     (const guchar *) numbers,
                     n_numbers);
}

void
pel_x11_panel_set_strut (GdkSurface *surface, const PelDockStrut *strut)
{
  gulong numbers[] = {
    strut->left,          strut->right,          strut->top,
    strut->bottom,        strut->left_start_y,   strut->left_end_y,
    strut->right_start_y, strut->right_end_y,    strut->top_start_x,
    strut->top_end_x,     strut->bottom_start_x, strut->bottom_end_x,
  };

  set_numbers (surface, "_NET_WM_STRUT_PARTIAL", numbers, G_N_ELEMENTS (numbers));
  set_numbers (surface, "_NET_WM_STRUT", numbers, 4); /* for those that do not know the other */
}

/* As a window manager is asked to change something of a window that it manages. */
static void
ask (GdkSurface *surface, const char *message, const long data[4])
{
  Display *xdisplay = get_xdisplay (surface);
  XEvent   event = { 0 };

  event.xclient.type = ClientMessage;
  event.xclient.window = gdk_x11_surface_get_xid (surface);
  event.xclient.message_type = get_atom (surface, message);
  event.xclient.format = 32;
  for (guint i = 0; i < 4; i++)
    event.xclient.data.l[i] = data[i];
  XSendEvent (xdisplay,
              DefaultRootWindow (xdisplay),
              False,
              SubstructureNotifyMask | SubstructureRedirectMask,
              &event);
}

void
pel_x11_panel_set_pinned (GdkSurface *surface, gboolean is_pinned)
{
  GdkX11Screen *screen = gdk_x11_display_get_screen (gdk_surface_get_display (surface));
  gulong        desktop = gdk_x11_surface_get_desktop (surface);
  long          above = (long) get_atom (surface, "_NET_WM_STATE_ABOVE");

  if (is_pinned)
    desktop = ALL_DESKTOPS;
  else if (desktop == ALL_DESKTOPS)
    desktop = gdk_x11_screen_get_current_desktop (screen);
  ask (surface, "_NET_WM_DESKTOP", (long[4]){ (long) desktop, SOURCE_APP });
  ask (surface, "_NET_WM_STATE", (long[4]){ is_pinned ? 1 : 0, above, 0, SOURCE_APP });
}

/* Not by XMoveWindow(): openbox takes 0,0 for the corner of what panels leave free. */
void
pel_x11_panel_move (GdkSurface *surface, int x, int y)
{
  ask (surface,
       "_NET_MOVERESIZE_WINDOW",
       (long[4]){ NorthWestGravity | MOVES_X | MOVES_Y | SOURCE_APP << 12, x, y });
}

G_GNUC_END_IGNORE_DEPRECATIONS
