/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-pick-input.h"

#include "overlay/layer-grip.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

#define LIMIT_MS 3000
#define RENEW_MS 500

struct _PelLayerPickInput
{
  PelPickInput  parent_instance;
  PelLayerGrip *grip;
  guint         limit_id, renew_id; /* until it catches */
};

G_DEFINE_FINAL_TYPE (PelLayerPickInput, pel_layer_pick_input, PEL_TYPE_PICK_INPUT)

static void
event_cb (const PelPickEvent *event, gpointer user_data)
{
  pel_pick_input_emit_event (PEL_PICK_INPUT (user_data), event);
}

static void
stop_timers (PelLayerPickInput *self)
{
  g_clear_handle_id (&self->limit_id, g_source_remove);
  g_clear_handle_id (&self->renew_id, g_source_remove);
}

static void
changed_cb (gpointer user_data)
{
  PelLayerPickInput *self = user_data;

  if (self->limit_id == 0 || !pel_layer_grip_has_all (self->grip))
    return;
  stop_timers (self);
  pel_pick_input_set_reach (PEL_PICK_INPUT (self), PEL_PICK_CATCHES);
}

static void
failed_cb (const GError *error, gpointer user_data)
{
  PelLayerPickInput *self = user_data;

  stop_timers (self);
  pel_pick_input_emit_failed (PEL_PICK_INPUT (self), error);
}

static const PelLayerGripFuncs grip_funcs = {
  .event = event_cb,
  .changed = changed_cb,
  .failed = failed_cb,
};

/* Most often it answers, but gives us neither: a menu has them. */
static gboolean
limit_cb (gpointer user_data)
{
  PelLayerPickInput *self = user_data;
  g_autoptr (GError) error = NULL;

  self->limit_id = 0;
  stop_timers (self);
  if (pel_layer_grip_has_keyboard (self->grip))
    {
      pel_pick_input_set_reach (PEL_PICK_INPUT (self), PEL_PICK_CATCHES);
      return G_SOURCE_REMOVE;
    }
  if (pel_layer_grip_is_shown (self->grip))
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Release the mouse buttons and close open menus, then try again"),
                   _ ("The compositor did not grant access to the keyboard and pointer"));
  else
    pel_set_error (&error,
                   PEL_ERROR_APP_UNRESPONSIVE,
                   _ ("Wait until the compositor responds, then try again"),
                   _ ("The compositor is not responding"));
  failed_cb (error, self);
  return G_SOURCE_REMOVE;
}

static gboolean
renew_cb (gpointer user_data)
{
  PelLayerPickInput *self = user_data;

  if (pel_layer_grip_is_shown (self->grip))
    pel_layer_grip_renew (self->grip);
  return G_SOURCE_CONTINUE;
}

static void
let_go (PelPickInput *input, PelPickGoneFunc gone, gpointer user_data)
{
  PelLayerPickInput *self = PEL_LAYER_PICK_INPUT (input);

  stop_timers (self);
  pel_layer_grip_let_go (g_steal_pointer (&self->grip), gone, user_data);
}

static void
pel_layer_pick_input_class_init (PelLayerPickInputClass *klass)
{
  PEL_PICK_INPUT_CLASS (klass)->let_go = let_go;
}

static void
pel_layer_pick_input_init (PelLayerPickInput *self)
{
}

PelPickInput *
pel_layer_pick_input_new (GError **error)
{
  g_autoptr (PelWaylandConnection) connection = pel_wayland_connection_open (error);
  PelLayerPickInput               *self;

  if (connection == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_LAYER_PICK_INPUT, NULL);
  self->limit_id = g_timeout_add (LIMIT_MS, limit_cb, self);
  self->renew_id = g_timeout_add (RENEW_MS, renew_cb, self);
  self->grip = pel_layer_grip_new (connection, &grip_funcs, self);
  return PEL_PICK_INPUT (self);
}
