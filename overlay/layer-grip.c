/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-grip.h"

#include "overlay/held-set.h"
#include "overlay/layer-covers.h"
#include "overlay/layer-crosshair.h"
#include "overlay/layer-keyboard.h"
#include "overlay/layer-pointer.h"
#include "services/base/error.h"
#include "services/window/wayland-seat.h"

#include <glib/gi18n.h>

#define LIMIT_MS 1000

typedef enum
{
  PREPARING, /* until it is known what the compositor offers */
  HOLDING,
  RELEASING, /* no one listens any more; something is pressed */
  LEAVING,   /* the veils are on their way out */
} State;

struct _PelLayerGrip
{
  PelWaylandConnection    *connection;
  const PelLayerGripFuncs *funcs;
  gpointer                 user_data;
  State                    state;
  GCancellable            *cancellable;
  guint                    end_id; /* from RELEASING on */
  PelPickGoneFunc          gone;   /* (nullable) the same; with user_data */

  PelVeilMaterials   materials;
  PelLayerCovers    *covers;    /* (nullable) while preparing */
  PelLayerCrosshair *crosshair; /* the same */
  PelWaylandSeat    *seat;
  PelLayerPointer   *pointer;  /* (nullable) */
  PelLayerKeyboard  *keyboard; /* (nullable) */

  PelWaylandVeil *entered; /* (nullable): where the pointer is … */
  PelNativePoint  point;   /* … once has_point is set */
  gboolean        has_point;
  PelHeldSet      buttons;
};

/* telling */

static void
tell_event (PelLayerGrip *self, PelPickEvent event)
{
  event.point = self->point;
  event.modifiers = self->keyboard != NULL ? pel_layer_keyboard_get_modifiers (self->keyboard) : 0;
  if (self->state == HOLDING)
    self->funcs->event (&event, self->user_data);
}

static void
tell_failed (PelLayerGrip *self, const GError *error)
{
  if (self->state <= HOLDING)
    self->funcs->failed (error, self->user_data);
}

/* the end */

static void
end (PelLayerGrip *self)
{
  PelPickGoneFunc gone = self->gone;
  gpointer        user_data = self->user_data;

  g_clear_handle_id (&self->end_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_signal_handlers_disconnect_by_data (self->connection, self);
  pel_wayland_seat_watch (self->seat, NULL, NULL);
  pel_layer_pointer_free (self->pointer);
  pel_layer_keyboard_free (self->keyboard);
  pel_layer_crosshair_free (self->crosshair);
  pel_layer_covers_free (self->covers);
  pel_veil_materials_drop (&self->materials);
  pel_wayland_seat_free (self->seat);
  g_object_unref (self->connection);
  g_free (self);
  if (gone != NULL)
    gone (user_data);
}

static gboolean
end_cb (gpointer user_data)
{
  PelLayerGrip *self = user_data;

  self->end_id = 0;
  end (self);
  return G_SOURCE_REMOVE;
}

/* When nothing else is to be done: libwayland 1.21 loses an object that is destroyed while an event
 * that names it waits to be dispatched. */
static void
left_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  PelLayerGrip      *self = user_data;
  g_autoptr (GError) error = NULL;

  pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) /* it has ended already */
    return;
  g_clear_handle_id (&self->end_id, g_source_remove);
  self->end_id = g_idle_add (end_cb, self);
}

/* The order is given at once; a compositor that does not carry it out is not waited for. */
static void
leave (PelLayerGrip *self)
{
  self->state = LEAVING;
  pel_layer_covers_hide (self->covers);
  pel_wayland_connection_sync_async (self->connection, self->cancellable, left_cb, self);
}

static gboolean
holds_something (PelLayerGrip *self)
{
  return self->buttons.n_codes > 0 ||
         (self->keyboard != NULL && pel_layer_keyboard_is_held (self->keyboard));
}

/* Something has changed: who we are for, and whether it is time to go. */
static void
settle (PelLayerGrip *self)
{
  if (self->state == HOLDING)
    self->funcs->changed (self->user_data);
  else if (self->state == RELEASING && !holds_something (self))
    leave (self);
}

/* the pointer */

static void
pointer_entered_cb (struct wl_surface *surface, guint32 serial, gpointer user_data)
{
  PelLayerGrip *self = user_data;

  self->entered = surface != NULL ? pel_layer_covers_find (self->covers, surface) : NULL;
  if (self->entered != NULL)
    pel_layer_crosshair_show (self->crosshair,
                              pel_layer_pointer_get_proxy (self->pointer),
                              serial,
                              pel_wayland_veil_get_ratio (self->entered));
}

static void
pointer_moved_cb (double x, double y, gpointer user_data)
{
  PelLayerGrip *self = user_data;

  if (self->entered == NULL || !pel_wayland_veil_to_native (self->entered, x, y, &self->point))
    return;
  tell_event (self, (PelPickEvent){ .kind = PEL_PICK_MOVED });
  if (self->has_point)
    return;
  self->has_point = TRUE;
  settle (self);
}

static void
pointer_left_cb (gpointer user_data)
{
  PelLayerGrip *self = user_data;

  self->entered = NULL;
  self->buttons.n_codes = 0;
  settle (self);
}

static void
pointer_button_cb (guint button, gboolean is_pressed, gpointer user_data)
{
  PelLayerGrip *self = user_data;

  if (is_pressed)
    pel_held_set_press (&self->buttons, button);
  else if (pel_held_set_release (&self->buttons, button) && self->state == HOLDING)
    tell_event (self, (PelPickEvent){ .kind = PEL_PICK_CLICK, .button = button });
  else
    settle (self);
}

static void
pointer_wheel_cb (int steps, gpointer user_data)
{
  tell_event (user_data, (PelPickEvent){ .kind = PEL_PICK_WHEEL, .steps = steps });
}

static const PelLayerPointerFuncs pointer_funcs = {
  .entered = pointer_entered_cb,
  .moved = pointer_moved_cb,
  .left = pointer_left_cb,
  .button = pointer_button_cb,
  .wheel = pointer_wheel_cb,
};

/* the keyboard */

static void
keyboard_changed_cb (gpointer user_data)
{
  settle (user_data);
}

static void
keyboard_pressed_cb (guint keysym, gpointer user_data)
{
  tell_event (user_data, (PelPickEvent){ .kind = PEL_PICK_KEY, .keysym = keysym });
}

static const PelLayerKeyboardFuncs keyboard_funcs = {
  .changed = keyboard_changed_cb,
  .pressed = keyboard_pressed_cb,
};

static void
seat_changed_cb (gpointer user_data)
{
  PelLayerGrip *self = user_data;

  if (self->state == PREPARING)
    return;
  if (!pel_wayland_seat_has_pointer (self->seat))
    {
      g_clear_pointer (&self->pointer, pel_layer_pointer_free);
      self->entered = NULL;
      self->buttons.n_codes = 0;
    }
  else if (self->pointer == NULL)
    self->pointer =
        pel_layer_pointer_new (pel_wayland_seat_make_pointer (self->seat), &pointer_funcs, self);
  if (!pel_wayland_seat_has_keyboard (self->seat))
    g_clear_pointer (&self->keyboard, pel_layer_keyboard_free);
  else if (self->keyboard == NULL)
    self->keyboard =
        pel_layer_keyboard_new (pel_wayland_seat_make_keyboard (self->seat), &keyboard_funcs, self);
  pel_wayland_connection_flush (self->connection);
  settle (self);
}

/* outputs */

static void
closing_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  PelLayerGrip      *self = user_data;
  g_autoptr (GError) error = NULL;

  /* cancelled, the grip is gone; broken, "closed" has told */
  if (!pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL))
    return;
  if (!pel_layer_covers_is_closed (self->covers))
    return;
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Unlock the screen, then pick again"),
                 _ ("The compositor ended picking"));
  tell_failed (self, error);
}

/* One that is closed goes with its output, of which we hear before the answer to a sync. If it does
 * not, something is not ours any more. */
static void
covers_changed_cb (gpointer user_data)
{
  PelLayerGrip *self = user_data;

  if (self->state == HOLDING && pel_layer_covers_is_closed (self->covers))
    pel_wayland_connection_sync_async (self->connection, self->cancellable, closing_cb, self);
  else
    settle (self);
}

static void
globals_changed_cb (PelLayerGrip *self)
{
  if (self->state == HOLDING)
    pel_layer_covers_follow (self->covers);
}

/* the beginning */

static void
prepared_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  PelLayerGrip      *self = user_data;
  g_autoptr (GError) error = NULL;
  const char        *missing;

  /* cancelled, the grip is gone; broken, "closed" has told */
  if (!pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL))
    return;
  missing = pel_veil_materials_find_missing (self->connection);
  if (missing != NULL)
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Use a compositor that supports layer-shell, such as sway"),
                   _ ("The compositor does not support %s, which picking requires"),
                   missing);
  if (missing != NULL || !pel_veil_materials_gather (&self->materials, self->connection, &error))
    {
      tell_failed (self, error);
      return;
    }
  self->covers = pel_layer_covers_new (self->connection, &self->materials, covers_changed_cb, self);
  self->crosshair = pel_layer_crosshair_new (self->connection, &self->materials);
  self->state = HOLDING;
  pel_layer_covers_follow (self->covers);
  seat_changed_cb (self);
}

static void
closed_cb (PelLayerGrip *self)
{
  if (self->state <= HOLDING)
    tell_failed (self, pel_wayland_connection_get_error (self->connection));
  else if (self->state == RELEASING)
    end (self);
}

PelLayerGrip *
pel_layer_grip_new (PelWaylandConnection    *connection,
                    const PelLayerGripFuncs *funcs,
                    gpointer                 user_data)
{
  PelLayerGrip *self = g_new0 (PelLayerGrip, 1);

  self->connection = g_object_ref (connection);
  self->funcs = funcs;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();
  self->seat = pel_wayland_seat_new (connection);
  pel_wayland_seat_watch (self->seat, seat_changed_cb, self);
  g_signal_connect_swapped (connection, "closed", G_CALLBACK (closed_cb), self);
  g_signal_connect_swapped (connection, "globals-changed", G_CALLBACK (globals_changed_cb), self);
  pel_wayland_connection_sync_async (connection, self->cancellable, prepared_cb, self);
  return self;
}

static gboolean
covers_all (PelLayerGrip *self)
{
  return self->state == HOLDING && pel_layer_covers_is_complete (self->covers);
}

gboolean
pel_layer_grip_has_all (PelLayerGrip *self)
{
  return covers_all (self) && (self->pointer == NULL || self->has_point) &&
         (self->keyboard == NULL || pel_layer_keyboard_is_ours (self->keyboard));
}

gboolean
pel_layer_grip_has_keyboard (PelLayerGrip *self)
{
  return covers_all (self) && self->keyboard != NULL && pel_layer_keyboard_is_ours (self->keyboard);
}

gboolean
pel_layer_grip_is_shown (PelLayerGrip *self)
{
  return self->state == HOLDING && pel_layer_covers_is_shown (self->covers);
}

void
pel_layer_grip_renew (PelLayerGrip *self)
{
  if (self->state != HOLDING)
    return;
  self->has_point = FALSE;
  pel_layer_covers_renew (self->covers);
}

/* Something stays pressed, or the compositor does not answer even now. */
static gboolean
limit_cb (gpointer user_data)
{
  PelLayerGrip *self = user_data;

  if (self->state == LEAVING)
    return end_cb (self);
  leave (self);
  return G_SOURCE_CONTINUE;
}

/* Who is told is told from the main loop. */
void
pel_layer_grip_let_go (PelLayerGrip *self, PelPickGoneFunc gone, gpointer user_data)
{
  gboolean is_broken = pel_wayland_connection_get_error (self->connection) != NULL;

  self->gone = gone;
  self->user_data = user_data;
  self->state = self->state == PREPARING || is_broken ? LEAVING : RELEASING;
  if (self->state == LEAVING)
    g_cancellable_cancel (self->cancellable); /* what was asked for is not wanted any more */
  self->end_id =
      self->state == LEAVING ? g_idle_add (end_cb, self) : g_timeout_add (LIMIT_MS, limit_cb, self);
  settle (self);
}
