/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/style.h"

#include <gtk/gtk.h>

void
pel_style_load (void)
{
  static gboolean            is_loaded;
  g_autoptr (GtkCssProvider) provider = NULL;
  GdkDisplay                *display = gdk_display_get_default ();

  if (is_loaded)
    return;
  is_loaded = TRUE;
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, "/io/github/pellucid/Pellucid/pellucid.css");
  gtk_style_context_add_provider_for_display (display,
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (display),
                                    "/io/github/pellucid/Pellucid/icons");
}
