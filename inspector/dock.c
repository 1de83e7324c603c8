/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/dock.h"

#if PEL_CAN_DOCK_ON_X11
#include "inspector/dock-x11.h"
#endif
#if HAVE_GTK4_LAYER_SHELL
#include "inspector/dock-layer.h"
#endif

/* As the setting has it, and as the panel can be used. */
#define MIN_WIDTH 320
#define MAX_WIDTH 10000

typedef struct
{
  GtkWindow  *window; /* (nullable) borrowed */
  GSettings  *settings;
  PelDockSide side; /* as it is */
  guint       update_id;
} PelDockPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (PelDock, pel_dock, G_TYPE_OBJECT)

enum
{
  MOVED,
  SURFACE_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

typedef struct
{
  gboolean (*is_possible) (GdkDisplay *display);
  GType (*get_type) (void);
} Kind;

/* The first that is possible is taken. */
static const Kind kinds[] = {
#if PEL_CAN_DOCK_ON_X11
  { pel_dock_x11_is_possible, pel_dock_x11_get_type },
#endif
#if HAVE_GTK4_LAYER_SHELL
  { pel_dock_layer_is_possible, pel_dock_layer_get_type },
#endif
  { NULL, NULL }
};

static PelDockSide
read_side (PelDockPrivate *priv)
{
  g_autofree char *text = g_settings_get_string (priv->settings, "inspector-dock");

  return pel_dock_side_from_string (text);
}

static void
take_side (PelDock *self, PelDockSide side)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);
  PelDockSide     before = priv->side;

  if (side != PEL_DOCK_FLOATING)
    pel_dock_remember (self);
  priv->side = side;
  if (side != PEL_DOCK_FLOATING)
    gtk_widget_add_css_class (GTK_WIDGET (priv->window), "docked");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (priv->window), "docked");
  PEL_DOCK_GET_CLASS (self)->place (self, before);
  if (side != before)
    g_signal_emit (self, signals[MOVED], 0);
}

static gboolean
update_cb (gpointer data)
{
  PelDock        *self = data;
  PelDockPrivate *priv = pel_dock_get_instance_private (self);
  PelDockSide     side = read_side (priv);
  gboolean        was_docked = priv->side != PEL_DOCK_FLOATING;

  priv->update_id = 0;
  if (priv->window == NULL || !gtk_widget_get_mapped (GTK_WIDGET (priv->window)))
    return G_SOURCE_REMOVE;
  if (PEL_DOCK_GET_CLASS (self)->is_for_life && was_docked != (side != PEL_DOCK_FLOATING))
    g_signal_emit (self, signals[SURFACE_WANTED], 0); /* may be the end of all of this */
  else
    take_side (self, side);
  return G_SOURCE_REMOVE;
}

static void
update_soon (PelDock *self)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);

  if (priv->update_id == 0)
    priv->update_id = g_idle_add (update_cb, self);
}

static void
follow (PelDock *self)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);
  GdkDisplay     *display = gtk_widget_get_display (GTK_WIDGET (priv->window));

  g_signal_connect_object (priv->settings,
                           "changed::inspector-dock",
                           G_CALLBACK (update_soon),
                           self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (priv->window,
                           "map",
                           G_CALLBACK (update_soon),
                           self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (gdk_display_get_monitors (display),
                           "items-changed",
                           G_CALLBACK (update_soon),
                           self,
                           G_CONNECT_SWAPPED);
}

static void
pel_dock_dispose (GObject *object)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (PEL_DOCK (object));

  g_clear_handle_id (&priv->update_id, g_source_remove);
  g_clear_weak_pointer (&priv->window);
  g_clear_object (&priv->settings);
  G_OBJECT_CLASS (pel_dock_parent_class)->dispose (object);
}

static void
pel_dock_class_init (PelDockClass *klass)
{
  static const char *const names[N_SIGNALS] = { "moved", "surface-wanted" };

  G_OBJECT_CLASS (klass)->dispose = pel_dock_dispose;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i],
                               PEL_TYPE_DOCK,
                               G_SIGNAL_RUN_LAST,
                               0,
                               NULL,
                               NULL,
                               NULL,
                               G_TYPE_NONE,
                               0);
}

static void
pel_dock_init (PelDock *self)
{
}

PelDock *
pel_dock_new (GtkWindow *window, GSettings *settings)
{
  GdkDisplay     *display = gtk_widget_get_display (GTK_WIDGET (window));
  const Kind     *kind = kinds;
  PelDock        *self;
  PelDockPrivate *priv;

  while (kind->is_possible != NULL && !kind->is_possible (display))
    kind++;
  if (kind->is_possible == NULL)
    return NULL;
  self = g_object_new (kind->get_type (), NULL);
  priv = pel_dock_get_instance_private (self);
  g_set_weak_pointer (&priv->window, window);
  g_set_object (&priv->settings, settings);
  follow (self);
  if (PEL_DOCK_GET_CLASS (self)->is_for_life && read_side (priv) != PEL_DOCK_FLOATING)
    take_side (self, read_side (priv));
  return self;
}

PelDockSide
pel_dock_get_side (PelDock *self)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);

  g_return_val_if_fail (PEL_IS_DOCK (self), PEL_DOCK_FLOATING);

  return priv->side;
}

void
pel_dock_remember (PelDock *self)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);
  PelDockClass   *klass = PEL_DOCK_GET_CLASS (self);
  int             width = 0, height = 0;

  g_return_if_fail (PEL_IS_DOCK (self));

  if (priv->window == NULL || !gtk_widget_get_mapped (GTK_WIDGET (priv->window)) ||
      priv->side != PEL_DOCK_FLOATING)
    return;
  gtk_window_get_default_size (priv->window, &width, &height);
  g_settings_set (priv->settings, "inspector-size", "(ii)", width, height);
  if (klass->remember != NULL)
    klass->remember (self);
}

void
pel_dock_pull (PelDock *self, int width)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);
  PelDockClass   *klass = PEL_DOCK_GET_CLASS (self);

  g_return_if_fail (PEL_IS_DOCK (self));

  if (klass->pull != NULL && priv->window != NULL && priv->side != PEL_DOCK_FLOATING)
    klass->pull (self, CLAMP (width, MIN_WIDTH, MAX_WIDTH));
}

void
pel_dock_set_width (PelDock *self, int width)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);

  g_return_if_fail (PEL_IS_DOCK (self));

  if (priv->window == NULL || priv->side == PEL_DOCK_FLOATING)
    return;
  g_settings_set_int (priv->settings, "inspector-dock-width", CLAMP (width, MIN_WIDTH, MAX_WIDTH));
  PEL_DOCK_GET_CLASS (self)->place (self, priv->side);
}

GtkWindow *
pel_dock_get_window (PelDock *self)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);

  g_return_val_if_fail (PEL_IS_DOCK (self), NULL);

  return priv->window;
}

GSettings *
pel_dock_get_settings (PelDock *self)
{
  PelDockPrivate *priv = pel_dock_get_instance_private (self);

  g_return_val_if_fail (PEL_IS_DOCK (self), NULL);

  return priv->settings;
}
