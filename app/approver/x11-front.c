/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/x11-front.h"

/* GTK 4.18 calls its X11 backend deprecated, and has no other way to say this. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

#include <X11/Xatom.h>
#include <gdk/x11/gdkx.h>

#define ALL_DESKTOPS 0xffffffffL
#define ADD          1
#define SOURCE_APP   1 /* the request comes from a normal program */
#define MAX_STATES   32

static Atom
get_atom (GdkSurface *surface, const char *name)
{
  return gdk_x11_get_xatom_by_name_for_display (gdk_surface_get_display (surface), name);
}

static void
ask (GdkSurface *surface, const char *message, const long data[4])
{
  Display *xdisplay = gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface));
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

/* A dialog is put into the middle, where it is looked for. */
static void
realized_cb (GtkWidget *window)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  Atom        type = get_atom (surface, "_NET_WM_WINDOW_TYPE_DIALOG");

  XChangeProperty (gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface)),
                   gdk_x11_surface_get_xid (surface),
                   get_atom (surface, "_NET_WM_WINDOW_TYPE"),
                   XA_ATOM,
                   32,
                   PropModeReplace,
                   (const guchar *) &type,
                   1);
}

/* What @property of @window holds of numbers, at most @max of them. Whose window it is it may be
 * gone by now. */
static guint
read_numbers (
    GdkSurface *surface, Window window, const char *property, gulong ret_numbers[], guint max)
{
  GdkDisplay *display = gdk_surface_get_display (surface);
  Atom        type = None;
  int         format = 0;
  gulong      n = 0, n_left = 0;
  guchar     *data = NULL;

  gdk_x11_display_error_trap_push (display);
  XGetWindowProperty (gdk_x11_display_get_xdisplay (display),
                      window,
                      get_atom (surface, property),
                      0,
                      max,
                      False,
                      AnyPropertyType,
                      &type,
                      &format,
                      &n,
                      &n_left,
                      &data);
  if (gdk_x11_display_error_trap_pop (display) != 0 || format != 32)
    n = 0;
  for (gulong i = 0; i < n; i++)
    ret_numbers[i] = ((const gulong *) data)[i];
  if (data != NULL)
    XFree (data);
  return n;
}

/* None where no window fills the screen. */
static Window
find_filling (GdkSurface *surface)
{
  Display *xdisplay = gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface));
  Atom     wanted = get_atom (surface, "_NET_WM_STATE_FULLSCREEN");
  gulong   active = None, states[MAX_STATES];
  guint    n;

  if (read_numbers (surface, DefaultRootWindow (xdisplay), "_NET_ACTIVE_WINDOW", &active, 1) == 0 ||
      active == None || active == gdk_x11_surface_get_xid (surface))
    return None;
  n = read_numbers (surface, active, "_NET_WM_STATE", states, MAX_STATES);
  for (guint i = 0; i < n; i++)
    if (states[i] == wanted)
      return active;
  return None;
}

static void
mapped_cb (GtkWidget *window)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  long        above = (long) get_atom (surface, "_NET_WM_STATE_ABOVE");

  ask (surface, "_NET_WM_DESKTOP", (long[4]){ ALL_DESKTOPS, SOURCE_APP });
  ask (surface, "_NET_WM_STATE", (long[4]){ ADD, above, 0, SOURCE_APP });
  ask (surface,
       "_NET_ACTIVE_WINDOW",
       (long[4]){ SOURCE_APP, gdk_x11_get_server_time (surface), 0, 0 });
}

/* Where a window is, and who wants to hear that it is elsewhere. */
typedef struct
{
  PelFrontFunc moved;
  gpointer     user_data;
  int          x, y; /* on the screen */
} Place;

static gboolean
xevent_cb (GdkDisplay *display, const XEvent *event, GtkWidget *window)
{
  Place      *place = g_object_get_data (G_OBJECT (window), "place");
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  Display    *xdisplay = gdk_x11_display_get_xdisplay (display);
  Window      child;
  int         x, y;

  if (event->type != ConfigureNotify || surface == NULL ||
      event->xconfigure.window != gdk_x11_surface_get_xid (surface))
    return FALSE;
  /* what the event says may be relative to the frame */
  if (XTranslateCoordinates (xdisplay,
                             gdk_x11_surface_get_xid (surface),
                             DefaultRootWindow (xdisplay),
                             0,
                             0,
                             &x,
                             &y,
                             &child) &&
      (x != place->x || y != place->y))
    {
      place->x = x;
      place->y = y;
      place->moved (place->user_data);
    }
  return FALSE;
}

void
pel_x11_front_attach (GtkWindow *window, PelFrontFunc moved, gpointer user_data)
{
  Place *place = g_new0 (Place, 1);

  place->moved = moved;
  place->user_data = user_data;
  g_object_set_data_full (G_OBJECT (window), "place", place, g_free);
  g_signal_connect (window, "realize", G_CALLBACK (realized_cb), NULL);
  g_signal_connect (window, "map", G_CALLBACK (mapped_cb), NULL);
  g_signal_connect_object (gtk_widget_get_display (GTK_WIDGET (window)),
                           "xevent",
                           G_CALLBACK (xevent_cb),
                           window,
                           0);
}

/* What is above others is still below a window that fills the screen while that has the keyboard.
 * Above that are its own dialogs alone, so this becomes one: before it is mapped, or it has the
 * keyboard itself. */
void
pel_x11_front_present (GtkWindow *window)
{
  GdkSurface *surface;
  Display    *xdisplay;
  Window      filling;

  gtk_widget_realize (GTK_WIDGET (window));
  surface = gtk_native_get_surface (GTK_NATIVE (window));
  xdisplay = gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface));
  filling = find_filling (surface);
  if (filling != None)
    XSetTransientForHint (xdisplay, gdk_x11_surface_get_xid (surface), filling);
  else if (!gtk_widget_get_mapped (GTK_WIDGET (window)))
    XDeleteProperty (xdisplay, gdk_x11_surface_get_xid (surface), XA_WM_TRANSIENT_FOR);
}

G_GNUC_END_IGNORE_DEPRECATIONS
