/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/wlr-idle.h"

#include "services/base/error.h"

#include "ext-idle-notify-v1-client-protocol.h"
#include "org-kde-kwin-idle-client-protocol.h"

#include <glib/gi18n.h>

struct _PelWlrIdle
{
  PelWaylandConnection *connection;
  struct wl_seat       *seat;

  struct ext_idle_notifier_v1      *notifier; /* of these, the first two or the others */
  struct ext_idle_notification_v1  *notification;
  struct org_kde_kwin_idle         *old_notifier;
  struct org_kde_kwin_idle_timeout *old_notification;

  PelWlrIdleFunc func;
  gpointer       user_data;
};

static void
idled_cb (void *data, struct ext_idle_notification_v1 *notification)
{
  PelWlrIdle *self = data;

  self->func (TRUE, self->user_data);
}

static void
resumed_cb (void *data, struct ext_idle_notification_v1 *notification)
{
  PelWlrIdle *self = data;

  self->func (FALSE, self->user_data);
}

static const struct ext_idle_notification_v1_listener listener = { idled_cb, resumed_cb };

static void
old_idle_cb (void *data, struct org_kde_kwin_idle_timeout *notification)
{
  PelWlrIdle *self = data;

  self->func (TRUE, self->user_data);
}

static void
old_resumed_cb (void *data, struct org_kde_kwin_idle_timeout *notification)
{
  PelWlrIdle *self = data;

  self->func (FALSE, self->user_data);
}

static const struct org_kde_kwin_idle_timeout_listener old_listener = { old_idle_cb,
                                                                        old_resumed_cb };

static void
ask (PelWlrIdle *self, guint timeout_ms)
{
  if (self->notifier != NULL)
    {
      self->notification =
          ext_idle_notifier_v1_get_idle_notification (self->notifier, timeout_ms, self->seat);
      ext_idle_notification_v1_add_listener (self->notification, &listener, self);
      return;
    }
  self->old_notification =
      org_kde_kwin_idle_get_idle_timeout (self->old_notifier, self->seat, timeout_ms);
  org_kde_kwin_idle_timeout_add_listener (self->old_notification, &old_listener, self);
}

PelWlrIdle *
pel_wlr_idle_new (PelWaylandConnection *connection,
                  guint                 timeout_ms,
                  PelWlrIdleFunc        func,
                  gpointer              user_data,
                  GError              **error)
{
  PelWlrIdle *self = g_new0 (PelWlrIdle, 1);

  self->connection = g_object_ref (connection);
  self->func = func;
  self->user_data = user_data;
  self->seat = pel_wayland_connection_bind_first (connection, &wl_seat_interface, 1);
  self->notifier =
      pel_wayland_connection_bind_first (connection, &ext_idle_notifier_v1_interface, 1);
  if (self->notifier == NULL)
    self->old_notifier =
        pel_wayland_connection_bind_first (connection, &org_kde_kwin_idle_interface, 1);
  if (self->seat != NULL && (self->notifier != NULL || self->old_notifier != NULL))
    {
      ask (self, timeout_ms);
      pel_wayland_connection_flush (connection);
      return self;
    }
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use a compositor that supports the ext-idle-notify protocol"),
                 _ ("The compositor does not report when the person uses the keyboard or pointer"));
  pel_wlr_idle_free (self);
  return NULL;
}

void
pel_wlr_idle_free (PelWlrIdle *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->notification, ext_idle_notification_v1_destroy);
  g_clear_pointer (&self->notifier, ext_idle_notifier_v1_destroy);
  g_clear_pointer (&self->old_notification, org_kde_kwin_idle_timeout_release);
  g_clear_pointer (&self->old_notifier, org_kde_kwin_idle_destroy);
  g_clear_pointer (&self->seat, wl_seat_destroy);
  pel_wayland_connection_flush (self->connection);
  g_object_unref (self->connection);
  g_free (self);
}
