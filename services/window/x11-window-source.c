/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/x11-window-source.h"

#include "services/window/x11-query.h"
#include "services/window/x11-round.h"

#include <xcb/randr.h>
#include <xcb/xfixes.h>

struct _PelX11WindowSource
{
  GObject           parent_instance;
  PelX11Connection *connection;
  char             *version;
  PelDriver         driver;
  guint             n_watchers;
  GHashTable       *followed; /* set of xcb_window_t whose events are selected */
  guint8            randr_event;
  guint8            xfixes_event;
};

static void window_source_init (PelWindowSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelX11WindowSource,
                               pel_x11_window_source,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_WINDOW_SOURCE, window_source_init))

static const PelDriver *
get_driver (PelWindowSource *source)
{
  return &PEL_X11_WINDOW_SOURCE (source)->driver;
}

/* While someone watches, titles and states of the clients are followed as well; the server
 * forgets this with the window. */
static void
follow_windows (PelX11WindowSource *self, PelDesktop *desktop)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  guint32           mask = XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY;

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));
      xcb_window_t         window = g_ascii_strtoull (info->id, NULL, 16);

      if (g_hash_table_add (self->followed, GUINT_TO_POINTER (window)))
        xcb_change_window_attributes (xcb, window, XCB_CW_EVENT_MASK, &mask);
    }
  pel_x11_connection_flush (self->connection);
}

static void
unfollow_windows (PelX11WindowSource *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  guint32           mask = XCB_EVENT_MASK_NO_EVENT;
  GHashTableIter    iter;
  gpointer          window;

  g_hash_table_iter_init (&iter, self->followed);
  while (g_hash_table_iter_next (&iter, &window, NULL))
    xcb_change_window_attributes (xcb, GPOINTER_TO_UINT (window), XCB_CW_EVENT_MASK, &mask);
  g_hash_table_remove_all (self->followed);
  pel_x11_connection_flush (self->connection);
}

static void
queried_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)      task = user_data;
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelDesktop) desktop = pel_x11_query_finish (result, &error);
  PelX11WindowSource    *self = g_task_get_source_object (task);

  if (desktop == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (self->n_watchers > 0)
    follow_windows (self, desktop);
  g_task_return_pointer (task, g_steal_pointer (&desktop), g_object_unref);
}

static void
query_async (PelWindowSource    *source,
             GCancellable       *cancellable,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  PelX11WindowSource *self = PEL_X11_WINDOW_SOURCE (source);
  g_autoptr (GTask)   task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, query_async);
  pel_x11_query_async (self->connection, cancellable, queried_cb, g_steal_pointer (&task));
}

static PelDesktop *
query_finish (PelWindowSource *source, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, source), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
take_pointer (gpointer reply, gpointer data)
{
  xcb_query_pointer_reply_t *pointer = reply;

  /* a pointer stands on a pixel: its middle, as everywhere */
  *(PelNativePoint *) data = (PelNativePoint){ pointer->root_x + 0.5, pointer->root_y + 0.5 };
}

static void
located_cb (const GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
locate_pointer_async (PelWindowSource    *source,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  PelX11WindowSource *self = PEL_X11_WINDOW_SOURCE (source);
  GTask              *task = g_task_new (self, cancellable, callback, user_data);
  PelNativePoint     *point = g_new0 (PelNativePoint, 1);
  g_autoptr (GError)  error = NULL;
  PelX11Round        *round;
  xcb_window_t        root = pel_x11_connection_get_screen (self->connection)->root;

  g_task_set_source_tag (task, locate_pointer_async);
  g_task_set_task_data (task, point, g_free);
  if (!pel_x11_connection_check (self->connection, &error))
    {
      located_cb (error, task);
      return;
    }
  round = pel_x11_round_new (self->connection, cancellable, located_cb, task);
  pel_x11_round_expect (round,
                        xcb_query_pointer (pel_x11_connection_get_xcb (self->connection), root)
                            .sequence,
                        take_pointer,
                        point);
  pel_x11_round_send (round);
}

static gboolean
locate_pointer_finish (PelWindowSource *source,
                       GAsyncResult    *result,
                       PelNativePoint  *ret_point,
                       GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, source), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *ret_point = *(PelNativePoint *) g_task_get_task_data (G_TASK (result));
  return TRUE;
}

static void
event_cb (const xcb_generic_event_t *event, gpointer user_data)
{
  PelX11WindowSource *self = user_data;
  guint8              type = event->response_type & 0x7f;

  switch (type)
    {
    case XCB_PROPERTY_NOTIFY:
    case XCB_CONFIGURE_NOTIFY:
    case XCB_MAP_NOTIFY:
    case XCB_UNMAP_NOTIFY:
    case XCB_DESTROY_NOTIFY:
      g_hash_table_remove (self->followed,
                           GUINT_TO_POINTER (((const xcb_destroy_notify_event_t *) event)->window));
      pel_window_source_emit_changed (PEL_WINDOW_SOURCE (self));
      break;
    case XCB_REPARENT_NOTIFY:
    case XCB_CIRCULATE_NOTIFY:
      pel_window_source_emit_changed (PEL_WINDOW_SOURCE (self));
      break;
    default:
      if (self->xfixes_event != 0 && type == self->xfixes_event)
        pel_window_source_emit_changed (PEL_WINDOW_SOURCE (self));
      if (self->randr_event != 0 &&
          (type == self->randr_event || type == self->randr_event + XCB_RANDR_NOTIFY))
        pel_window_source_emit_changed (PEL_WINDOW_SOURCE (self));
    }
}

static void
select_root_events (PelX11WindowSource *self, gboolean is_watching)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  xcb_window_t      root = pel_x11_connection_get_screen (self->connection)->root;
  guint32 mask = is_watching ? XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY |
                                   XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY
                             : XCB_EVENT_MASK_NO_EVENT;

  xcb_change_window_attributes (xcb, root, XCB_CW_EVENT_MASK, &mask);
  if (self->randr_event != 0)
    xcb_randr_select_input (xcb,
                            root,
                            is_watching ? XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE |
                                              XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE |
                                              XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE
                                        : 0);
  if (self->xfixes_event != 0)
    xcb_xfixes_select_selection_input (
        xcb,
        root,
        pel_x11_connection_get_atom (self->connection, PEL_ATOM_NET_WM_CM),
        is_watching ? XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER |
                          XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY |
                          XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE
                    : 0);
  pel_x11_connection_flush (self->connection);
}

static void
start_watching (PelWindowSource *source)
{
  PelX11WindowSource *self = PEL_X11_WINDOW_SOURCE (source);

  if (self->n_watchers++ == 0)
    select_root_events (self, TRUE);
}

static void
stop_watching (PelWindowSource *source)
{
  PelX11WindowSource *self = PEL_X11_WINDOW_SOURCE (source);

  g_return_if_fail (self->n_watchers > 0);

  if (--self->n_watchers > 0)
    return;
  select_root_events (self, FALSE);
  unfollow_windows (self);
}

static void
window_source_init (PelWindowSourceInterface *iface)
{
  iface->get_driver = get_driver;
  iface->query_async = query_async;
  iface->query_finish = query_finish;
  iface->locate_pointer_async = locate_pointer_async;
  iface->locate_pointer_finish = locate_pointer_finish;
  iface->start_watching = start_watching;
  iface->stop_watching = stop_watching;
}

static void
pel_x11_window_source_finalize (GObject *object)
{
  PelX11WindowSource *self = PEL_X11_WINDOW_SOURCE (object);

  if (self->connection != NULL)
    pel_x11_connection_set_event_func (self->connection, NULL, NULL);
  g_clear_object (&self->connection);
  g_hash_table_unref (self->followed);
  g_free (self->version);
  G_OBJECT_CLASS (pel_x11_window_source_parent_class)->finalize (object);
}

static void
pel_x11_window_source_class_init (PelX11WindowSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_x11_window_source_finalize;
}

static void
pel_x11_window_source_init (PelX11WindowSource *self)
{
  self->followed = g_hash_table_new (NULL, NULL);
}

static guint8
get_first_event (PelX11Connection *connection, xcb_extension_t *extension)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);

  return pel_x11_connection_has_extension (connection, extension)
             ? xcb_get_extension_data (xcb, extension)->first_event
             : 0;
}

PelWindowSource *
pel_x11_window_source_new (GError **error)
{
  g_autoptr (PelX11Connection) connection = pel_x11_connection_open (error);
  PelX11WindowSource          *self;

  if (connection == NULL)
    return NULL;

  self = g_object_new (PEL_TYPE_X11_WINDOW_SOURCE, NULL);
  self->version = pel_x11_connection_dup_server (connection);
  self->driver = (PelDriver){ "x11", "window-system", self->version };
  self->randr_event = get_first_event (connection, &xcb_randr_id);
  self->xfixes_event = get_first_event (connection, &xcb_xfixes_id);
  self->connection = g_steal_pointer (&connection);
  pel_x11_connection_set_event_func (self->connection, event_cb, self);
  return PEL_WINDOW_SOURCE (self);
}
