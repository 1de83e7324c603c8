/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/x11-damage.h"

#include <xcb/damage.h>

#define REST_MS 100 /* until it wants to hear of more */

struct _PelX11Damage
{
  PelX11Connection   *connection;
  xcb_damage_damage_t damage;
  guint8              event;
  guint               serial;
  guint               rest_id;
};

static gboolean
rest_cb (gpointer data)
{
  PelX11Damage *self = data;

  self->rest_id = 0;
  xcb_damage_subtract (pel_x11_connection_get_xcb (self->connection),
                       self->damage,
                       XCB_NONE,
                       XCB_NONE);
  pel_x11_connection_flush (self->connection);
  return G_SOURCE_REMOVE;
}

PelX11Damage *
pel_x11_damage_new (PelX11Connection *connection)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  PelX11Damage     *self;

  if (!pel_x11_connection_has_extension (connection, &xcb_damage_id))
    return NULL;
  self = g_new0 (PelX11Damage, 1);
  self->connection = g_object_ref (connection);
  self->event = xcb_get_extension_data (xcb, &xcb_damage_id)->first_event + XCB_DAMAGE_NOTIFY;
  self->serial = 1;
  self->damage = xcb_generate_id (xcb);
  xcb_discard_reply (xcb, xcb_damage_query_version (xcb, 1, 1).sequence);
  xcb_damage_create (xcb,
                     self->damage,
                     pel_x11_connection_get_screen (connection)->root,
                     XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY);
  pel_x11_connection_flush (connection);
  return self;
}

void
pel_x11_damage_free (PelX11Damage *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  xcb_damage_destroy (pel_x11_connection_get_xcb (self->connection), self->damage);
  pel_x11_connection_flush (self->connection);
  g_object_unref (self->connection);
  g_free (self);
}

void
pel_x11_damage_hear (PelX11Damage *self, const xcb_generic_event_t *event)
{
  if ((event->response_type & 0x7f) != self->event ||
      ((const xcb_damage_notify_event_t *) event)->damage != self->damage)
    return;
  self->serial = self->serial == G_MAXUINT ? 1 : self->serial + 1;
  if (self->rest_id == 0)
    self->rest_id = g_timeout_add (REST_MS, rest_cb, self);
}

guint
pel_x11_damage_get_serial (const PelX11Damage *self)
{
  return self->serial;
}
