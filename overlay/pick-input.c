/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-input.h"

typedef struct
{
  PelPickReach reach;
  gboolean     has_failed;
  gboolean     has_moved; /* not reported yet */
  PelPickEvent move;
  GSource     *teller; /* wakes up in the next turn of the main loop */
} PelPickInputPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (PelPickInput, pel_pick_input, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_REACH,
  N_PROPERTIES
};

enum
{
  SIGNAL_EVENT,
  SIGNAL_FAILED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint       signals[N_SIGNALS];

static PelPickInputPrivate *
get_private (PelPickInput *self)
{
  return pel_pick_input_get_instance_private (self);
}

static void
tell_move (PelPickInput *self)
{
  PelPickInputPrivate *priv = get_private (self);
  PelPickEvent         move = priv->move;

  if (!priv->has_moved)
    return;
  priv->has_moved = FALSE;
  g_signal_emit (self, signals[SIGNAL_EVENT], 0, &move);
}

static gboolean
teller_cb (gpointer user_data)
{
  g_autoptr (PelPickInput) self = g_object_ref (user_data);

  g_source_set_ready_time (get_private (self)->teller, -1);
  tell_move (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
teller_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  return callback (user_data);
}

static GSourceFuncs teller_funcs = { .dispatch = teller_dispatch };

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_uint (value, get_private (PEL_PICK_INPUT (object))->reach);
}

static void
pel_pick_input_dispose (GObject *object)
{
  PelPickInput *self = PEL_PICK_INPUT (object);

  if (get_private (self)->teller != NULL)
    pel_pick_input_let_go (self, NULL, NULL);
  G_OBJECT_CLASS (pel_pick_input_parent_class)->dispose (object);
}

static guint
add_signal (const char *name, GType argument)
{
  return g_signal_new (name,
                       PEL_TYPE_PICK_INPUT,
                       G_SIGNAL_RUN_LAST,
                       0,
                       NULL,
                       NULL,
                       NULL,
                       G_TYPE_NONE,
                       1,
                       argument);
}

static void
pel_pick_input_class_init (PelPickInputClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = get_property;
  object_class->dispose = pel_pick_input_dispose;
  properties[PROP_REACH] =
      g_param_spec_uint ("reach",
                         NULL,
                         NULL,
                         PEL_PICK_NOTHING,
                         PEL_PICK_CATCHES,
                         PEL_PICK_NOTHING,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[SIGNAL_EVENT] = add_signal ("event", G_TYPE_POINTER);
  signals[SIGNAL_FAILED] = add_signal ("failed", G_TYPE_ERROR);
}

static void
pel_pick_input_init (PelPickInput *self)
{
  PelPickInputPrivate *priv = get_private (self);

  priv->teller = g_source_new (&teller_funcs, sizeof (GSource));
  g_source_set_static_name (priv->teller, "pellucid-pick-move");
  g_source_set_callback (priv->teller, teller_cb, self, NULL);
  g_source_attach (priv->teller, NULL);
}

PelPickReach
pel_pick_input_get_reach (PelPickInput *self)
{
  g_return_val_if_fail (PEL_IS_PICK_INPUT (self), PEL_PICK_NOTHING);

  return get_private (self)->reach;
}

void
pel_pick_input_let_go (PelPickInput *self, PelPickGoneFunc gone, gpointer user_data)
{
  PelPickInputPrivate *priv;

  g_return_if_fail (PEL_IS_PICK_INPUT (self));
  priv = get_private (self);
  g_return_if_fail (priv->teller != NULL);

  priv->has_failed = TRUE; /* no further signals */
  g_source_destroy (priv->teller);
  g_clear_pointer (&priv->teller, g_source_unref);
  PEL_PICK_INPUT_GET_CLASS (self)->let_go (self, gone, user_data);
}

/* Moves are told once a turn, but before whatever comes after them. */
void
pel_pick_input_emit_event (PelPickInput *self, const PelPickEvent *event)
{
  PelPickInputPrivate *priv = get_private (self);
  gpointer             alive = self;

  if (priv->has_failed)
    return;
  if (event->kind == PEL_PICK_MOVED)
    {
      priv->move = *event;
      priv->has_moved = TRUE;
      g_source_set_ready_time (priv->teller, 0);
      return;
    }
  /* whoever lets go when it hears of the move hears of nothing else */
  g_object_add_weak_pointer (alive, &alive);
  tell_move (self);
  if (alive == NULL)
    return;
  g_object_remove_weak_pointer (alive, &alive);
  if (!priv->has_failed)
    g_signal_emit (self, signals[SIGNAL_EVENT], 0, event);
}

void
pel_pick_input_set_reach (PelPickInput *self, PelPickReach reach)
{
  PelPickInputPrivate *priv = get_private (self);

  if (priv->reach == reach || priv->has_failed)
    return;
  priv->reach = reach;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REACH]);
}

void
pel_pick_input_emit_failed (PelPickInput *self, const GError *error)
{
  g_autoptr (PelPickInput) keep = g_object_ref (self);
  PelPickInputPrivate     *priv = get_private (self);

  if (priv->has_failed)
    return;
  priv->has_moved = FALSE;
  pel_pick_input_set_reach (self, PEL_PICK_NOTHING);
  if (priv->has_failed)
    return;
  priv->has_failed = TRUE;
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, error);
}
