/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* pellucid-calibrator MONITOR X Y: shows a window on a monitor that has widgets in known colours,
 * says “ready” and stays until its standard input ends. Started by the session. */

#include "config.h"

#include "services/base/strict-log.h"
#include "services/tool/calibration.h"

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#if HAVE_X11 && defined GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#include <xcb/xcb.h>
#endif

#define MARGIN  40 /* of a window that does not fill its monitor */
#define MOVE_MS 100

#define WIDTH  96
#define HEIGHT 64

static const GtkAlign aligns[] = { GTK_ALIGN_START, GTK_ALIGN_CENTER, GTK_ALIGN_END };

static void
load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
  g_autoptr (GString)        css = g_string_new ("window { background: #202020; }\n"
                                                 "button { all: unset; }\n");

  /* no padding: GTK reports the box inside of it */
  for (guint i = 0; i < PEL_N_CALIBRATION_WIDGETS; i++)
    g_string_append_printf (css,
                            "#w%u { background: #%06x; min-width: %dpx; min-height: %dpx; }\n",
                            i,
                            pel_calibration_widgets[i].colour,
                            WIDTH,
                            HEIGHT);
  gtk_css_provider_load_from_data (provider, css->str, -1);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_USER);
}

static GtkWidget *
new_content (void)
{
  GtkWidget *overlay = gtk_overlay_new ();

  for (guint i = 0; i < PEL_N_CALIBRATION_WIDGETS; i++)
    {
      const PelCalibrationWidget *info = &pel_calibration_widgets[i];
      g_autofree char            *id = g_strdup_printf ("w%u", i);
      GtkWidget                  *button = gtk_button_new ();

      gtk_widget_set_name (button, id);
      gtk_widget_set_halign (button, aligns[info->across + 1]);
      gtk_widget_set_valign (button, aligns[info->down + 1]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      info->name,
                                      -1);
      gtk_overlay_add_overlay (GTK_OVERLAY (overlay), button);
    }
  return overlay;
}

/* (nullable): GTK does not know all monitors of an X server. */
static GdkMonitor *
find_monitor (const char *name)
{
  GListModel *monitors = gdk_display_get_monitors (gdk_display_get_default ());

  for (guint i = 0; i < g_list_model_get_n_items (monitors); i++)
    {
      GdkMonitor *monitor = g_list_model_get_item (monitors, i);

      if (g_strcmp0 (gdk_monitor_get_connector (monitor), name) == 0)
        return monitor;
      g_object_unref (monitor);
    }
  return NULL;
}

/* GTK 4 cannot move a window; an X server can. */
static void
move_window (GtkWidget *window, int x, int y)
{
#if HAVE_X11 && defined GDK_WINDOWING_X11
  GdkSurface       *surface = gtk_native_get_surface (GTK_NATIVE (window));
  xcb_connection_t *xcb;
  guint32           place[] = { (guint32) x, (guint32) y };

  if (!GDK_IS_X11_SURFACE (surface))
    return;
  xcb = xcb_connect (NULL, NULL);
  xcb_configure_window (xcb,
                        (xcb_window_t) gdk_x11_surface_get_xid (surface),
                        XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y,
                        place);
  xcb_flush (xcb);
  xcb_disconnect (xcb);
#endif
}

typedef struct
{
  GtkWidget *window;
  gboolean   must_move;
  int        x, y;
} Place;

/* Again and again: a window manager may place the window after it was asked to move it. */
static gboolean
move_cb (gpointer data)
{
  const Place *place = data;

  move_window (place->window, place->x + MARGIN, place->y + MARGIN);
  return G_SOURCE_CONTINUE;
}

/* Said once, when a frame has been drawn. */
static gboolean
tick_cb (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  const Place *place = data;

  if (place->must_move)
    g_timeout_add (MOVE_MS, move_cb, data);
  puts ("ready");
  fflush (stdout);
  return G_SOURCE_REMOVE;
}

static gboolean
input_cb (int fd, GIOCondition condition, gpointer loop)
{
  char byte;

  if (read (fd, &byte, 1) > 0)
    return G_SOURCE_CONTINUE;
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GMainLoop)  loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GdkMonitor) monitor = NULL;
  GtkWidget             *window;
  Place                  place;

  pel_strict_log_init ();
  g_set_prgname (PEL_CALIBRATOR);
  if (!gtk_init_check ())
    return EXIT_FAILURE;
  if (argc == 2 && g_str_equal (argv[1], "--check")) /* for the doctor */
    return EXIT_SUCCESS;
  if (argc != 4)
    return EXIT_FAILURE;
  monitor = find_monitor (argv[1]);
  load_style ();
  window = gtk_window_new ();
  place = (Place){ window, monitor == NULL, atoi (argv[2]), atoi (argv[3]) };
  gtk_window_set_title (GTK_WINDOW (window), PEL_CALIBRATOR);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 4 * WIDTH, 4 * HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), new_content ());
  if (monitor != NULL)
    gtk_window_fullscreen_on_monitor (GTK_WINDOW (window), monitor);
  gtk_widget_add_tick_callback (window, tick_cb, &place, NULL);
  g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP, input_cb, loop);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (loop);
  return EXIT_SUCCESS;
}
