/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/wlr-person-watch.h"

#include "services/base/gate.h"
#include "services/input/sway-panic-key.h"
#include "services/input/wlr-idle.h"
#include "services/window/sway-ipc.h"

#define IDLE_MS  20  /* the shorter, the more rests there are in which the person is heard */
#define SLACK_MS 2   /* the compositor counts in whole milliseconds */
#define REST_MS  250 /* between two looks at whether they still are at it */
#define MAX_RESTS                                                                \
  20 /* no one goes on for so long without a rest: something else keeps it awake \
      */

struct _PelWlrPersonWatch
{
  PelPersonWatch        parent_instance;
  PelWlrDevices        *devices;
  PelWaylandConnection *connection; /* the devices' */
  PelSwayPanicKey      *panic_key;
  PelWlrIdle           *idle; /* NULL until the globals are known, and where it cannot be had */
  GError               *error;
  GCancellable         *cancellable;

  gboolean is_awake; /* the seat is in use */
  gboolean is_blind; /* it is said to be in use whether it is or not */
  guint    n_uses;   /* of our devices */
  gboolean is_own;   /* what is heard may be our own doing */
  guint    wait_id;  /* one of: until the sync, until it must be idle */
  guint    rest_id;  /* runs while the person is at it */
  guint    n_rests;
};

G_DEFINE_FINAL_TYPE (PelWlrPersonWatch, pel_wlr_person_watch, PEL_TYPE_PERSON_WATCH)

/* The person */

static gboolean
rested_cb (gpointer user_data)
{
  PelWlrPersonWatch *self = user_data;

  if (++self->n_rests < MAX_RESTS)
    {
      pel_gate_note_person ();
      return G_SOURCE_CONTINUE;
    }
  self->is_blind = TRUE;
  self->rest_id = 0;
  return G_SOURCE_REMOVE;
}

static void
take_person (PelWlrPersonWatch *self)
{
  pel_gate_note_person ();
  self->n_rests = 0;
  if (self->rest_id == 0)
    self->rest_id = g_timeout_add (REST_MS, rested_cb, self);
}

static void
idle_changed_cb (gboolean is_idle, gpointer user_data)
{
  PelWlrPersonWatch *self = user_data;

  self->is_awake = !is_idle;
  if (is_idle)
    {
      self->is_blind = FALSE;
      if (self->rest_id != 0) /* they may have been at it until a moment ago */
        pel_gate_note_person ();
      g_clear_handle_id (&self->rest_id, g_source_remove);
    }
  else if (!self->is_own)
    take_person (self);
}

/* Our own doing: a sync after the last use; then the seat has IDLE_MS to become idle; and a sync
 * once more, before which the compositor has said so. */

typedef void (*SyncedFunc) (PelWlrPersonWatch *self);

typedef struct
{
  GWeakRef   self;
  SyncedFunc func;
  guint      n_uses;
} Sync;

static void
synced_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  Sync                         *sync = user_data;
  g_autoptr (PelWlrPersonWatch) self = g_weak_ref_get (&sync->self);
  gboolean                      is_done =
      pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL);

  /* whoever has used the devices since has begun again */
  if (self != NULL && is_done && sync->n_uses == self->n_uses)
    sync->func (self);
  g_weak_ref_clear (&sync->self);
  g_free (sync);
}

static void
run_after_sync (PelWlrPersonWatch *self, SyncedFunc func)
{
  Sync *sync = g_new0 (Sync, 1);

  g_weak_ref_init (&sync->self, self);
  sync->func = func;
  sync->n_uses = self->n_uses;
  pel_wayland_connection_sync_async (self->connection, self->cancellable, synced_cb, sync);
}

static void
judge (PelWlrPersonWatch *self)
{
  if (self->is_awake && !self->is_blind && self->rest_id == 0)
    take_person (self);
}

static gboolean
due_cb (gpointer user_data)
{
  PelWlrPersonWatch *self = user_data;

  self->wait_id = 0;
  run_after_sync (self, judge);
  return G_SOURCE_REMOVE;
}

static void
take_end_of_use (PelWlrPersonWatch *self)
{
  self->is_own = FALSE;
  self->wait_id = g_timeout_add (IDLE_MS + SLACK_MS, due_cb, self);
}

static gboolean
sync_cb (gpointer user_data)
{
  PelWlrPersonWatch *self = user_data;

  self->wait_id = 0;
  run_after_sync (self, take_end_of_use);
  return G_SOURCE_REMOVE;
}

/* Not at once: what belongs to one press goes out in one message. */
static void
used_cb (PelWlrDevices *devices, PelWlrPersonWatch *self)
{
  self->n_uses++;
  if (self->is_own && self->wait_id != 0)
    return;
  self->is_own = TRUE;
  g_clear_handle_id (&self->rest_id, g_source_remove); /* what follows is judged again */
  g_clear_handle_id (&self->wait_id, g_source_remove);
  self->wait_id = g_idle_add_full (G_PRIORITY_HIGH, sync_cb, self, NULL);
}

/* The beginning */

static void
begin (PelWlrPersonWatch *self)
{
  self->idle = pel_wlr_idle_new (self->connection, IDLE_MS, idle_changed_cb, self, &self->error);
}

static void
pressed_cb (PelSwayPanicKey *panic_key, PelPersonWatch *self)
{
  pel_person_watch_emit_stop (self);
}

static gboolean
set_panic_chord (PelPersonWatch *watch, const PelChord *chord, GError **error)
{
  return pel_sway_panic_key_set_chord (PEL_WLR_PERSON_WATCH (watch)->panic_key, chord, error);
}

static const GError *
get_error (PelPersonWatch *watch)
{
  return PEL_WLR_PERSON_WATCH (watch)->error;
}

static const GError *
get_panic_error (PelPersonWatch *watch)
{
  return pel_sway_panic_key_get_error (PEL_WLR_PERSON_WATCH (watch)->panic_key);
}

static void
pel_wlr_person_watch_dispose (GObject *object)
{
  PelWlrPersonWatch *self = PEL_WLR_PERSON_WATCH (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->wait_id, g_source_remove);
  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (self->devices != NULL)
    g_signal_handlers_disconnect_by_data (self->devices, self);
  g_clear_object (&self->devices);
  g_clear_pointer (&self->idle, pel_wlr_idle_free);
  g_clear_object (&self->panic_key);
  g_clear_object (&self->connection);
  G_OBJECT_CLASS (pel_wlr_person_watch_parent_class)->dispose (object);
}

static void
pel_wlr_person_watch_finalize (GObject *object)
{
  PelWlrPersonWatch *self = PEL_WLR_PERSON_WATCH (object);

  g_clear_error (&self->error);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (pel_wlr_person_watch_parent_class)->finalize (object);
}

static void
pel_wlr_person_watch_class_init (PelWlrPersonWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_wlr_person_watch_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_wlr_person_watch_finalize;
  PEL_PERSON_WATCH_CLASS (klass)->set_panic_chord = set_panic_chord;
  PEL_PERSON_WATCH_CLASS (klass)->get_error = get_error;
  PEL_PERSON_WATCH_CLASS (klass)->get_panic_error = get_panic_error;
}

static void
pel_wlr_person_watch_init (PelWlrPersonWatch *self)
{
  self->cancellable = g_cancellable_new ();
  self->is_blind = TRUE; /* until it was idle once */
}

PelPersonWatch *
pel_wlr_person_watch_new (PelWlrInput *input, GError **error)
{
  g_autofree char   *socket_path = pel_sway_ipc_dup_socket_path (error);
  PelWlrPersonWatch *self;

  if (socket_path == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_WLR_PERSON_WATCH, NULL);
  self->devices = g_object_ref (pel_wlr_input_get_devices (input));
  self->connection = g_object_ref (pel_wlr_devices_get_connection (self->devices));
  g_signal_connect (self->devices, "used", G_CALLBACK (used_cb), self);
  self->panic_key = pel_sway_panic_key_new (socket_path);
  g_signal_connect_object (self->panic_key, "pressed", G_CALLBACK (pressed_cb), self, 0);
  run_after_sync (self, begin); /* comes back before the devices are made */
  return PEL_PERSON_WATCH (self);
}
