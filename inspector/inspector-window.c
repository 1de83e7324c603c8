/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/inspector-window.h"

#include "inspector/dock-handle.h"
#include "inspector/dock.h"
#include "inspector/inspector-panel.h"

struct _PelInspectorWindow
{
  GtkApplicationWindow parent_instance;
  GtkBox              *box;
  GtkWidget           *handle;

  PelInspectorPanel *panel;    /* (nullable): it is in another window */
  GSettings         *settings; /* (nullable) */
  PelDock           *dock;     /* (nullable): it can only float */
  int                width;    /* to which a person pulls it */
};

G_DEFINE_FINAL_TYPE (PelInspectorWindow, pel_inspector_window, GTK_TYPE_APPLICATION_WINDOW)

static gboolean
is_docked (PelInspectorWindow *self)
{
  return self->dock != NULL && pel_dock_get_side (self->dock) != PEL_DOCK_FLOATING;
}

static void
remember_size (PelInspectorWindow *self)
{
  int width, height;

  if (self->settings == NULL || is_docked (self))
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set (self->settings, "inspector-size", "(ii)", width, height);
  g_settings_set_boolean (self->settings,
                          "inspector-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  if (self->dock != NULL)
    pel_dock_remember (self->dock);
}

static void
restore_size (PelInspectorWindow *self)
{
  int width, height;

  g_settings_get (self->settings, "inspector-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (self->settings, "inspector-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

/* The panel's own actions are those of the window too: keys of the application look for them here.
 */
static void
forward_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelInspectorWindow *self = PEL_INSPECTOR_WINDOW (widget);

  if (self->panel != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (self->panel), name, parameter);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  g_autoptr (GTypeClass) panel_class = g_type_class_ref (PEL_TYPE_INSPECTOR_PANEL);
  const GVariantType    *type;
  const char            *name, *property;
  GType                  owner;

  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_CLASS (panel_class),
                                                   i,
                                                   &owner,
                                                   &name,
                                                   &type,
                                                   &property);
       i++)
    {
      g_autofree char *text = type != NULL ? g_variant_type_dup_string (type) : NULL;

      if (owner == PEL_TYPE_INSPECTOR_PANEL)
        gtk_widget_class_install_action (widget_class, name, text, forward_action);
    }
}

/* Where it is now: the handle is at its inner edge. */
static void
moved_cb (PelInspectorWindow *self)
{
  gtk_widget_set_visible (self->handle, is_docked (self));
  gtk_box_reorder_child_after (self->box,
                               self->handle,
                               pel_dock_get_side (self->dock) == PEL_DOCK_LEFT
                                   ? GTK_WIDGET (self->panel)
                                   : NULL);
  pel_inspector_panel_set_docked (self->panel, is_docked (self));
}

static void
pulled_cb (PelInspectorWindow *self, double by)
{
  if (!is_docked (self))
    return;
  self->width = gtk_widget_get_width (GTK_WIDGET (self));
  self->width += (int) (pel_dock_get_side (self->dock) == PEL_DOCK_LEFT ? by : -by);
  pel_dock_pull (self->dock, self->width);
}

static void
let_go_cb (PelInspectorWindow *self)
{
  if (self->width > 0 && is_docked (self))
    pel_dock_set_width (self->dock, self->width);
}

static PelInspectorWindow *
new_around (GtkApplication *application, PelInspectorPanel *panel, GSettings *settings);

/* Nothing of the panel is lost: it is the same one, also with its focus. */
static void
surface_wanted_cb (PelInspectorWindow *self)
{
  GtkApplication               *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autoptr (PelInspectorPanel) panel = g_object_ref (self->panel);
  GtkWidget                    *focus = gtk_window_get_focus (GTK_WINDOW (self));
  PelInspectorWindow           *other;

  remember_size (self);
  if (focus != NULL)
    g_object_add_weak_pointer (G_OBJECT (focus), (gpointer *) &focus);
  gtk_box_remove (self->box, GTK_WIDGET (self->panel));
  self->panel = NULL;
  other = new_around (application, panel, self->settings);
  gtk_window_present (GTK_WINDOW (other));
  if (focus != NULL)
    {
      g_object_remove_weak_pointer (G_OBJECT (focus), (gpointer *) &focus);
      gtk_window_set_focus (GTK_WINDOW (other), focus);
    }
  gtk_window_destroy (GTK_WINDOW (self));
}

/* However it goes: closed, or with the whole session. */
static void
pel_inspector_window_unmap (GtkWidget *widget)
{
  PelInspectorWindow *self = PEL_INSPECTOR_WINDOW (widget);

  if (self->panel != NULL)
    remember_size (self);
  GTK_WIDGET_CLASS (pel_inspector_window_parent_class)->unmap (widget);
}

static void
pel_inspector_window_dispose (GObject *object)
{
  PelInspectorWindow *self = PEL_INSPECTOR_WINDOW (object);

  if (self->dock != NULL) /* the action of the settings would tell a window that has gone */
    g_action_map_remove_action (G_ACTION_MAP (self), "inspector-dock");
  g_clear_object (&self->dock);
  g_clear_object (&self->settings);
  self->panel = NULL;
  G_OBJECT_CLASS (pel_inspector_window_parent_class)->dispose (object);
}

static void
pel_inspector_window_class_init (PelInspectorWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_inspector_window_dispose;
  widget_class->unmap = pel_inspector_window_unmap;
  g_type_ensure (PEL_TYPE_DOCK_HANDLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/inspector-window.ui");
  gtk_widget_class_bind_template_child (widget_class, PelInspectorWindow, box);
  gtk_widget_class_bind_template_child (widget_class, PelInspectorWindow, handle);
  gtk_widget_class_bind_template_callback (widget_class, pulled_cb);
  gtk_widget_class_bind_template_callback (widget_class, let_go_cb);
  install_actions (widget_class);
}

static void
pel_inspector_window_init (PelInspectorWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* The menu changes the setting, and the dock follows it. */
static void
set_up_dock (PelInspectorWindow *self)
{
  g_autoptr (GAction) action = NULL;

  self->dock = pel_dock_new (GTK_WINDOW (self), self->settings);
  if (self->dock == NULL)
    return;
  action = g_settings_create_action (self->settings, "inspector-dock");
  g_action_map_add_action (G_ACTION_MAP (self), action);
  g_signal_connect_object (self->dock, "moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->dock,
                           "surface-wanted",
                           G_CALLBACK (surface_wanted_cb),
                           self,
                           G_CONNECT_SWAPPED);
  moved_cb (self);
}

static PelInspectorWindow *
new_around (GtkApplication *application, PelInspectorPanel *panel, GSettings *settings)
{
  PelInspectorWindow *self =
      g_object_new (PEL_TYPE_INSPECTOR_WINDOW, "application", application, NULL);

  self->panel = panel;
  gtk_widget_set_hexpand (GTK_WIDGET (panel), TRUE);
  gtk_box_append (self->box, GTK_WIDGET (panel));
  if (g_set_object (&self->settings, settings))
    {
      restore_size (self);
      set_up_dock (self);
    }
  return self;
}

PelInspectorWindow *
pel_inspector_window_new (GtkApplication       *application,
                          const PelToolContext *context,
                          GSettings            *settings)
{
  return new_around (application, pel_inspector_panel_new (context, settings), settings);
}

void
pel_inspector_window_reveal (PelInspectorWindow *self, const char *bus_name, guint ref)
{
  g_return_if_fail (PEL_IS_INSPECTOR_WINDOW (self));

  if (self->panel != NULL)
    pel_inspector_panel_reveal (self->panel, bus_name, ref);
}
