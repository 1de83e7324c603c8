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

void
pel_front_attach (GtkWindow *window)
{
  const char *type = G_OBJECT_TYPE_NAME (gtk_widget_get_display (GTK_WIDGET (window)));

#if PEL_CAN_FRONT_ON_X11
  if (g_str_equal (type, "GdkX11Display"))
    pel_x11_front_attach (window);
#endif
#if HAVE_WAYLAND
  if (g_str_equal (type, "GdkWaylandDisplay"))
    pel_sway_front_attach (window);
#endif
}
