/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/thumbnail.h"

#include "inspector/thumbnail-painter.h"

#include <math.h>

#define MINIMUM_WIDTH  48
#define MINIMUM_HEIGHT 32
#define MAXIMUM_HEIGHT 160
#define EDGE           1 /* around the picture, on each side */

struct _PelThumbnail
{
  GtkWidget    parent_instance;
  PelPortrait *portrait; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PelThumbnail, pel_thumbnail, GTK_TYPE_WIDGET)

/* GTK 4.12 knows of scales like 1.5. One before draws for the next whole number, and the compositor
 * reduces that: the best there is to be had then is a pixel of what GTK draws for each. */
static double
get_scale (GtkWidget *widget)
{
  GtkNative  *native = gtk_widget_get_native (widget);
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  double      scale = 0;

  if (surface != NULL &&
      g_object_class_find_property (G_OBJECT_GET_CLASS (surface), "scale") != NULL)
    g_object_get (surface, "scale", &scale, NULL);
  return scale > 0 ? scale : gtk_widget_get_scale_factor (widget);
}

static PelThumbnailRoom
get_room (GtkWidget *widget, int width, int height)
{
  return (PelThumbnailRoom){ MAX (1, width - 2 * EDGE),
                             MAX (1, height - 2 * EDGE),
                             get_scale (widget) };
}

/* The text colour tells on what ground we are, whatever the theme is called. */
static const PelThumbnailTheme *
get_theme (GtkWidget *widget)
{
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &text);
  return text.red + text.green + text.blue > 1.5 ? &pel_thumbnail_theme_dark
                                                 : &pel_thumbnail_theme_light;
}

static void
pel_thumbnail_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PelThumbnail    *self = PEL_THUMBNAIL (widget);
  int              width = gtk_widget_get_width (widget);
  int              height = gtk_widget_get_height (widget);
  graphene_rect_t  area = GRAPHENE_RECT_INIT (0, 0, width, height);
  PelThumbnailRoom room = get_room (widget, width, height);
  cairo_t         *cr;

  if (self->portrait == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &area);
  cairo_translate (cr, EDGE, EDGE);
  pel_paint_thumbnail (cr, self->portrait, get_theme (widget), &room);
  cairo_destroy (cr);
}

static int
get_height (PelThumbnail *self, int width)
{
  PelThumbnailRoom room = get_room (GTK_WIDGET (self), width, MAXIMUM_HEIGHT + 2 * EDGE);
  double           factor;

  if (self->portrait == NULL)
    return MINIMUM_HEIGHT;
  factor = pel_thumbnail_get_factor (self->portrait, &room);
  return MAX (MINIMUM_HEIGHT, (int) ceil (self->portrait->height * factor / room.scale) + 2 * EDGE);
}

static GtkSizeRequestMode
pel_thumbnail_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
pel_thumbnail_measure (GtkWidget     *widget,
                       GtkOrientation orientation,
                       int            for_size,
                       int           *minimum,
                       int           *natural,
                       int           *minimum_baseline,
                       int           *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? MINIMUM_WIDTH
                            : get_height (PEL_THUMBNAIL (widget), MAX (for_size, MINIMUM_WIDTH));
  *minimum_baseline = *natural_baseline = -1;
}

static void
pel_thumbnail_dispose (GObject *object)
{
  g_clear_pointer (&PEL_THUMBNAIL (object)->portrait, pel_portrait_unref);
  G_OBJECT_CLASS (pel_thumbnail_parent_class)->dispose (object);
}

static void
pel_thumbnail_class_init (PelThumbnailClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_thumbnail_dispose;
  widget_class->snapshot = pel_thumbnail_snapshot;
  widget_class->get_request_mode = pel_thumbnail_get_request_mode;
  widget_class->measure = pel_thumbnail_measure;
  gtk_widget_class_set_css_name (widget_class, "thumbnail");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
pel_thumbnail_init (PelThumbnail *self)
{
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (gtk_widget_queue_resize), NULL);
}

void
pel_thumbnail_set_portrait (PelThumbnail *self, PelPortrait *portrait)
{
  g_return_if_fail (PEL_IS_THUMBNAIL (self));

  if (portrait == self->portrait)
    return;
  g_clear_pointer (&self->portrait, pel_portrait_unref);
  self->portrait = portrait != NULL ? pel_portrait_ref (portrait) : NULL;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
