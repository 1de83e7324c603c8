/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/monitor-map.h"

#include "inspector/monitor-map-painter.h"

#include <glib/gi18n.h>

#define NATURAL_HEIGHT 200
#define MINIMUM_WIDTH  200

struct _PelMonitorMap
{
  GtkWidget   parent_instance;
  PelDesktop *desktop; /* nullable */
};

G_DEFINE_FINAL_TYPE (PelMonitorMap, pel_monitor_map, GTK_TYPE_WIDGET)

/* The text colour tells on what ground we are, whatever the theme is called. */
static const PelMapTheme *
get_theme (GtkWidget *widget)
{
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &text);
  return text.red + text.green + text.blue > 1.5 ? &pel_map_theme_dark : &pel_map_theme_light;
}

static void
pel_monitor_map_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PelMonitorMap  *self = PEL_MONITOR_MAP (widget);
  int             width = gtk_widget_get_width (widget);
  int             height = gtk_widget_get_height (widget);
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, width, height);
  cairo_t        *cr;

  if (self->desktop == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &area);
  pel_paint_monitor_map (cr, self->desktop, get_theme (widget), width, height);
  cairo_destroy (cr);
}

static void
pel_monitor_map_measure (GtkWidget     *widget,
                         GtkOrientation orientation,
                         int            for_size,
                         int           *minimum,
                         int           *natural,
                         int           *minimum_baseline,
                         int           *natural_baseline)
{
  gboolean is_width = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = *natural = is_width ? MINIMUM_WIDTH : NATURAL_HEIGHT;
  *minimum_baseline = *natural_baseline = -1;
}

static void
pel_monitor_map_dispose (GObject *object)
{
  g_clear_object (&PEL_MONITOR_MAP (object)->desktop);
  G_OBJECT_CLASS (pel_monitor_map_parent_class)->dispose (object);
}

static void
pel_monitor_map_class_init (PelMonitorMapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_monitor_map_dispose;
  widget_class->snapshot = pel_monitor_map_snapshot;
  widget_class->measure = pel_monitor_map_measure;
  gtk_widget_class_set_css_name (widget_class, "monitormap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
pel_monitor_map_init (PelMonitorMap *self)
{
}

static void
describe (PelMonitorMap *self)
{
  guint n_monitors = pel_monitor_layout_get_n_monitors (pel_desktop_get_layout (self->desktop));
  g_autofree char *label =
      g_strdup_printf (ngettext ("Map of %u monitor", "Map of %u monitors", n_monitors),
                       n_monitors);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
pel_monitor_map_set_desktop (PelMonitorMap *self, PelDesktop *desktop)
{
  g_return_if_fail (PEL_IS_MONITOR_MAP (self));

  if (!g_set_object (&self->desktop, desktop))
    return;
  if (desktop != NULL)
    describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
