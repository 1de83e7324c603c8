/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/stop-banner.h"

#include "services/policy/caller.h"

struct _PelStopBanner
{
  GtkBox      parent_instance;
  PelStopper *stopper; /* NULL until it is set */
  GtkLabel   *label;
};

G_DEFINE_FINAL_TYPE (PelStopBanner, pel_stop_banner, GTK_TYPE_BOX)

static void
update (PelStopBanner *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), pel_stopper_is_stopped (self->stopper));
}

static void
resume_cb (PelStopBanner *self)
{
  g_autoptr (PelCaller) person = pel_caller_new_operator ();
  g_autofree char      *who = pel_caller_dup_words (person);
  g_autoptr (GError)    error = NULL;

  if (!pel_stopper_resume (self->stopper, who, &error))
    gtk_label_set_label (self->label, error->message);
}

static void
pel_stop_banner_dispose (GObject *object)
{
  g_clear_object (&PEL_STOP_BANNER (object)->stopper);
  G_OBJECT_CLASS (pel_stop_banner_parent_class)->dispose (object);
}

static void
pel_stop_banner_class_init (PelStopBannerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_stop_banner_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/stop-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, PelStopBanner, label);
  gtk_widget_class_bind_template_callback (widget_class, resume_cb);
}

static void
pel_stop_banner_init (PelStopBanner *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
pel_stop_banner_set_stopper (PelStopBanner *self, PelStopper *stopper)
{
  g_return_if_fail (PEL_IS_STOP_BANNER (self));
  g_return_if_fail (self->stopper == NULL);

  self->stopper = g_object_ref (stopper);
  g_signal_connect_object (stopper, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
