/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/x11-window-control.h"

#include "services/base/gate.h"
#include "services/base/guard.h"
#include "services/window/window-run.h"
#include "services/window/x11-owner.h"
#include "services/window/x11-round.h"
#include "services/window/x11-window-request.h"

#define MAX_SUPPORTED 1024
#define MAX_PROTOCOLS 64

struct _PelX11WindowControl
{
  GObject           parent_instance;
  PelWindowSource  *source;
  PelX11Connection *connection;
  xcb_window_t      clock;    /* a window whose property we change to hear the time */
  GList            *awaiting; /* of GTask: who waits for the time */
};

static void window_control_init (PelWindowControlInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelX11WindowControl,
                               pel_x11_window_control,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_WINDOW_CONTROL, window_control_init))

/* An order on its way out: what must be known is asked first, in one round. */
typedef struct
{
  PelX11WindowRequest request;
  PelDesktop         *desktop; /* holds the info */
  guint32             owner;
  gboolean            has_facts, has_time;
} Sending;

static void
sending_free (Sending *sending)
{
  g_hash_table_unref (sending->request.supported);
  g_object_unref (sending->request.connection);
  g_object_unref (sending->desktop);
  g_free (sending);
}

static const PelDriver *
get_driver (PelWindowControl *control)
{
  return pel_window_source_get_driver (PEL_X11_WINDOW_CONTROL (control)->source);
}

/* Nothing runs between the checks and the request. */
static void
send_if_ready (GTask *task)
{
  Sending *sending = g_task_get_task_data (task);
  GError  *error = NULL;

  if (!sending->has_facts || !sending->has_time)
    return;
  if (!pel_x11_window_request_check (&sending->request, &error) ||
      !pel_guard_check (sending->owner, &error) ||
      !pel_gate_check (sending->request.order->own_since, &error) ||
      g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  pel_x11_window_request_send (&sending->request);
  g_task_return_boolean (task, TRUE);
}

static void
event_cb (const xcb_generic_event_t *event, gpointer user_data)
{
  PelX11WindowControl               *self = user_data;
  const xcb_property_notify_event_t *notify = (const xcb_property_notify_event_t *) event;
  GList                             *awaiting;

  if ((event->response_type & 0x7f) != XCB_PROPERTY_NOTIFY || notify->window != self->clock)
    return;
  awaiting = g_steal_pointer (&self->awaiting);
  for (GList *link = awaiting; link != NULL; link = link->next)
    {
      Sending *sending = g_task_get_task_data (link->data);

      sending->request.time = notify->time;
      sending->has_time = TRUE;
      send_if_ready (link->data);
    }
  g_list_free_full (awaiting, g_object_unref);
}

static void
known_cb (const GError *error, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  PelX11WindowControl *self = g_task_get_source_object (task);
  Sending             *sending = g_task_get_task_data (task);
  GList               *link = g_list_find (self->awaiting, task);

  if (error == NULL)
    {
      sending->has_facts = TRUE;
      send_if_ready (task);
      return;
    }
  if (link != NULL)
    {
      self->awaiting = g_list_delete_link (self->awaiting, link);
      g_object_unref (task);
    }
  g_task_return_error (task, g_error_copy (error));
}

static void
take_supported (gpointer reply, gpointer data)
{
  for (guint i = 0; i < pel_x11_property_count_words (reply); i++)
    g_hash_table_add (data, GUINT_TO_POINTER (pel_x11_property_get_word (reply, i, XCB_NONE)));
}

static void
take_protocols (gpointer reply, gpointer data)
{
  Sending   *sending = data;
  xcb_atom_t wanted =
      pel_x11_connection_get_atom (sending->request.connection, PEL_ATOM_WM_DELETE_WINDOW);

  for (guint i = 0; i < pel_x11_property_count_words (reply); i++)
    if (pel_x11_property_get_word (reply, i, XCB_NONE) == wanted)
      sending->request.can_delete = TRUE;
}

/* Changes a property by nothing: the server tells when that happened. */
static void
ask_time (PelX11WindowControl *self, GTask *task)
{
  xcb_change_property (pel_x11_connection_get_xcb (self->connection),
                       XCB_PROP_MODE_APPEND,
                       self->clock,
                       XCB_ATOM_WM_NAME,
                       XCB_ATOM_STRING,
                       8,
                       0,
                       NULL);
  self->awaiting = g_list_append (self->awaiting, g_object_ref (task));
}

static void
ask_facts (PelX11WindowControl *self, GTask *task)
{
  Sending      *sending = g_task_get_task_data (task);
  xcb_window_t  root = pel_x11_connection_get_screen (self->connection)->root;
  xcb_window_t  window = sending->request.window;
  GCancellable *cancellable = g_task_get_cancellable (task);
  PelX11Round  *round =
      pel_x11_round_new (self->connection, cancellable, known_cb, g_object_ref (task));
  const struct
  {
    xcb_window_t   window;
    PelX11Atom     atom;
    guint          max_words;
    PelX11TakeFunc take;
    gpointer       data;
  } properties[] = {
    { root, PEL_ATOM_NET_SUPPORTED, MAX_SUPPORTED, take_supported, sending->request.supported },
    { root,
      PEL_ATOM_NET_CURRENT_DESKTOP,
      1,
      pel_x11_take_word,
      &sending->request.current_workspace },
    { window, PEL_ATOM_NET_WM_DESKTOP, 1, pel_x11_take_word, &sending->request.workspace },
    { window, PEL_ATOM_WM_PROTOCOLS, MAX_PROTOCOLS, take_protocols, sending },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    pel_x11_round_expect_property (round,
                                   properties[i].window,
                                   pel_x11_connection_get_atom (self->connection,
                                                                properties[i].atom),
                                   properties[i].max_words,
                                   properties[i].take,
                                   properties[i].data);
  pel_x11_owner_ask (round, self->connection, window, &sending->owner);
  pel_x11_round_send (round);
}

static xcb_window_t
parse_id (const char *id)
{
  return g_ascii_strtoull (id, NULL, 16);
}

static xcb_window_t
find_topmost (PelDesktop *desktop)
{
  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if ((info->states & (PEL_WINDOW_VISIBLE | PEL_WINDOW_UNMANAGED)) == PEL_WINDOW_VISIBLE)
        return parse_id (info->id);
    }
  return XCB_NONE;
}

static void
send_order (GTask *task, PelDesktop *desktop, PelWindow *window, const PelWindowOrder *order)
{
  g_autoptr (GTask)    owned = task;
  PelX11WindowControl *self = g_task_get_source_object (task);
  Sending             *sending = g_new0 (Sending, 1);
  GError              *error = NULL;

  sending->desktop = g_object_ref (desktop);
  sending->request = (PelX11WindowRequest){
    .connection = g_object_ref (self->connection),
    .window = parse_id (order->window_id),
    .topmost = find_topmost (desktop),
    .info = pel_window_get_info (window),
    .order = order,
    .has_manager = pel_desktop_get_platform (desktop)->window_manager != NULL,
    .supported = g_hash_table_new (NULL, NULL),
    .workspace = G_MAXUINT32,
  };
  g_task_set_task_data (task, sending, (GDestroyNotify) sending_free);
  if (!pel_x11_connection_check (self->connection, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  ask_time (self, task);
  ask_facts (self, task);
}

static void
run_async (PelWindowControl     *control,
           const PelWindowOrder *order,
           GCancellable         *cancellable,
           GAsyncReadyCallback   callback,
           gpointer              user_data)
{
  pel_window_run_async (control,
                        PEL_X11_WINDOW_CONTROL (control)->source,
                        send_order,
                        order,
                        cancellable,
                        callback,
                        user_data);
}

static PelDesktop *
run_finish (PelWindowControl *control,
            GAsyncResult     *result,
            PelWindowReply   *ret_reply,
            GError          **error)
{
  return pel_window_run_finish (result, ret_reply, error);
}

static void
window_control_init (PelWindowControlInterface *iface)
{
  iface->get_driver = get_driver;
  iface->run_async = run_async;
  iface->run_finish = run_finish;
}

static void
pel_x11_window_control_finalize (GObject *object)
{
  PelX11WindowControl *self = PEL_X11_WINDOW_CONTROL (object);

  if (self->connection != NULL)
    pel_x11_connection_set_event_func (self->connection, NULL, NULL);
  g_clear_object (&self->connection);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (pel_x11_window_control_parent_class)->finalize (object);
}

static void
pel_x11_window_control_class_init (PelX11WindowControlClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_x11_window_control_finalize;
}

static void
pel_x11_window_control_init (PelX11WindowControl *self)
{
}

static xcb_window_t
make_clock (PelX11Connection *connection)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  xcb_window_t      window = xcb_generate_id (xcb);
  guint32           values[] = { TRUE, XCB_EVENT_MASK_PROPERTY_CHANGE };

  xcb_create_window (xcb,
                     0,
                     window,
                     pel_x11_connection_get_screen (connection)->root,
                     -1,
                     -1,
                     1,
                     1,
                     0,
                     XCB_WINDOW_CLASS_INPUT_ONLY,
                     XCB_COPY_FROM_PARENT,
                     XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK,
                     values);
  return window;
}

PelWindowControl *
pel_x11_window_control_new (PelWindowSource *source, GError **error)
{
  g_autoptr (PelX11Connection) connection = pel_x11_connection_open (error);
  PelX11WindowControl         *self;

  if (connection == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_X11_WINDOW_CONTROL, NULL);
  self->source = g_object_ref (source);
  self->clock = make_clock (connection);
  self->connection = g_steal_pointer (&connection);
  pel_x11_connection_set_event_func (self->connection, event_cb, self);
  return PEL_WINDOW_CONTROL (self);
}
