/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/front.h"

#if HAVE_WAYLAND
#include "app/approver/sway-front.h"
#endif
#if PEL_CAN_FRONT_ON_X11
#include "app/approver/x11-front.h"
#endif

G_GNUC_UNUSED static gboolean
is_on (GtkWindow *window, const char *display_type)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (gtk_widget_get_display (GTK_WIDGET (window))),
                      display_type);
}

void
pel_front_attach (GtkWindow *window, PelFrontFunc moved, gpointer user_data)
{
#if PEL_CAN_FRONT_ON_X11
  if (is_on (window, "GdkX11Display"))
    pel_x11_front_attach (window, moved, user_data);
#endif
#if HAVE_WAYLAND
  if (is_on (window, "GdkWaylandDisplay"))
    pel_sway_front_attach (window);
#endif
}

void
pel_front_present (GtkWindow *window)
{
#if PEL_CAN_FRONT_ON_X11
  if (is_on (window, "GdkX11Display"))
    pel_x11_front_present (window);
#endif
#if HAVE_WAYLAND
  if (is_on (window, "GdkWaylandDisplay"))
    pel_sway_front_present (window);
#endif
  gtk_window_present (window);
}
