/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/wrap-box.h"

#define SPACING 4

struct _PelWrapBox
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (PelWrapBox, pel_wrap_box, GTK_TYPE_WIDGET)

/* Puts the children into lines of @width, and into their places if @is_final. Gives the height. */
static int
lay_out (GtkWidget *widget, int width, gboolean is_final)
{
  gboolean is_reversed = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int      x = 0, y = 0, line_height = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkAllocation  place;
      GtkRequisition minimum, natural;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_get_preferred_size (child, &minimum, &natural);
      place.width = MAX (MIN (natural.width, width), minimum.width);
      place.height = natural.height;
      if (x > 0 && x + place.width > width)
        {
          y += line_height + SPACING;
          x = line_height = 0;
        }
      place.x = is_reversed ? width - x - place.width : x;
      place.y = y;
      if (is_final)
        gtk_widget_size_allocate (child, &place, -1);
      x += place.width + SPACING;
      line_height = MAX (line_height, place.height);
    }
  return y + line_height;
}

static void
measure_width (GtkWidget *widget, int *ret_minimum, int *ret_natural)
{
  int minimum = 0, natural = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child,
                          GTK_ORIENTATION_HORIZONTAL,
                          -1,
                          &child_minimum,
                          &child_natural,
                          NULL,
                          NULL);
      minimum = MAX (minimum, child_minimum);
      natural += child_natural + SPACING;
    }
  *ret_minimum = minimum;
  *ret_natural = MAX (natural - SPACING, minimum);
}

static void
pel_wrap_box_measure (GtkWidget     *widget,
                      GtkOrientation orientation,
                      int            for_size,
                      int           *minimum,
                      int           *natural,
                      int           *minimum_baseline,
                      int           *natural_baseline)
{
  int least, most;

  *minimum_baseline = *natural_baseline = -1;
  measure_width (widget, &least, &most);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = least;
      *natural = most;
      return;
    }
  *minimum = *natural = lay_out (widget, for_size < 0 ? most : MAX (for_size, least), FALSE);
}

static void
pel_wrap_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  lay_out (widget, width, TRUE);
}

static GtkSizeRequestMode
pel_wrap_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
pel_wrap_box_dispose (GObject *object)
{
  pel_wrap_box_clear (PEL_WRAP_BOX (object));
  G_OBJECT_CLASS (pel_wrap_box_parent_class)->dispose (object);
}

static void
pel_wrap_box_class_init (PelWrapBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_wrap_box_dispose;
  widget_class->measure = pel_wrap_box_measure;
  widget_class->size_allocate = pel_wrap_box_size_allocate;
  widget_class->get_request_mode = pel_wrap_box_get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "wrapbox");
}

static void
pel_wrap_box_init (PelWrapBox *self)
{
}

void
pel_wrap_box_clear (PelWrapBox *self)
{
  GtkWidget *child;

  g_return_if_fail (PEL_IS_WRAP_BOX (self));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

void
pel_wrap_box_append (PelWrapBox *self, GtkWidget *child)
{
  g_return_if_fail (PEL_IS_WRAP_BOX (self));

  gtk_widget_set_parent (child, GTK_WIDGET (self));
}
