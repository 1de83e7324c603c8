/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/x11-redirection.h"

#include <xcb/composite.h>
#include <xcb/damage.h>

#define QUIET_MS   80    /* no one has painted for so long: they are done */
#define PATIENT_MS 600   /* someone always paints */
#define KEEP_MS    30000 /* after the last picture */

struct _PelX11Redirection
{
  PelX11Connection *connection;
  gboolean          is_on;
  guint             keep_id;
  GPtrArray        *waiting; /* of GTask: until what was covered is painted */
  GArray           *damages; /* of xcb_damage_damage_t, meanwhile */
  guint             quiet_id, patient_id;
  guint8            damage_event;
};

static gboolean
end_wait (PelX11Redirection *self)
{
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);
  xcb_connection_t     *xcb = pel_x11_connection_get_xcb (self->connection);

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  g_clear_handle_id (&self->quiet_id, g_source_remove);
  g_clear_handle_id (&self->patient_id, g_source_remove);
  for (guint i = 0; i < self->damages->len; i++)
    xcb_damage_destroy (xcb, g_array_index (self->damages, xcb_damage_damage_t, i));
  g_array_set_size (self->damages, 0);
  pel_x11_connection_flush (self->connection);
  for (guint i = 0; i < waiting->len; i++)
    g_task_return_boolean (g_ptr_array_index (waiting, i), TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
quiet_cb (gpointer data)
{
  PelX11Redirection *self = data;

  self->quiet_id = 0;
  return end_wait (self);
}

static gboolean
patient_cb (gpointer data)
{
  PelX11Redirection *self = data;

  self->patient_id = 0;
  return end_wait (self);
}

void
pel_x11_redirection_hear (PelX11Redirection *self, const xcb_generic_event_t *event)
{
  if ((event->response_type & 0x7f) != self->damage_event || self->quiet_id == 0)
    return;
  g_source_remove (self->quiet_id);
  self->quiet_id = g_timeout_add (QUIET_MS, quiet_cb, self);
}

static void
switch_off (PelX11Redirection *self)
{
  xcb_composite_unredirect_subwindows (pel_x11_connection_get_xcb (self->connection),
                                       pel_x11_connection_get_screen (self->connection)->root,
                                       XCB_COMPOSITE_REDIRECT_AUTOMATIC);
  pel_x11_connection_flush (self->connection);
  self->is_on = FALSE;
}

static gboolean
keep_cb (gpointer data)
{
  PelX11Redirection *self = data;

  self->keep_id = 0;
  switch_off (self);
  return G_SOURCE_REMOVE;
}

PelX11Redirection *
pel_x11_redirection_new (PelX11Connection *connection)
{
  PelX11Redirection *self = g_new0 (PelX11Redirection, 1);

  self->connection = g_object_ref (connection);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->damages = g_array_new (FALSE, FALSE, sizeof (xcb_damage_damage_t));
  if (pel_x11_connection_has_extension (connection, &xcb_damage_id))
    {
      xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);

      xcb_discard_reply (xcb, xcb_damage_query_version (xcb, 1, 1).sequence);
      self->damage_event =
          xcb_get_extension_data (xcb, &xcb_damage_id)->first_event + XCB_DAMAGE_NOTIFY;
    }
  return self;
}

void
pel_x11_redirection_free (PelX11Redirection *self)
{
  if (self == NULL)
    return;
  end_wait (self);
  g_clear_handle_id (&self->keep_id, g_source_remove);
  if (self->is_on)
    switch_off (self);
  g_ptr_array_unref (self->waiting);
  g_array_unref (self->damages);
  g_object_unref (self->connection);
  g_free (self);
}

/* What was covered is empty now: its programs have been told to paint it. */
static void
switch_on (PelX11Redirection *self, const PelX11Stack *stack)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  xcb_composite_redirect_subwindows (xcb,
                                     pel_x11_connection_get_screen (self->connection)->root,
                                     XCB_COMPOSITE_REDIRECT_AUTOMATIC);
  self->is_on = TRUE;
  for (guint i = 0; self->damage_event != 0 && i < stack->layers->len; i++)
    {
      xcb_damage_damage_t damage = xcb_generate_id (xcb);

      xcb_damage_create (xcb,
                         damage,
                         g_array_index (stack->layers, PelX11Layer, i).window,
                         XCB_DAMAGE_REPORT_LEVEL_RAW_RECTANGLES);
      g_array_append_val (self->damages, damage);
    }
  pel_x11_connection_flush (self->connection);
  self->quiet_id = g_timeout_add (QUIET_MS, quiet_cb, self);
  self->patient_id = g_timeout_add (PATIENT_MS, patient_cb, self);
}

void
pel_x11_redirection_ensure_async (PelX11Redirection  *self,
                                  const PelX11Stack  *stack,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_x11_redirection_ensure_async);
  if (!stack->has_compositor)
    {
      g_clear_handle_id (&self->keep_id, g_source_remove);
      self->keep_id = g_timeout_add (KEEP_MS, keep_cb, self);
      if (!self->is_on)
        switch_on (self, stack);
    }
  if (self->quiet_id != 0)
    g_ptr_array_add (self->waiting, g_steal_pointer (&task));
  else
    g_task_return_boolean (task, TRUE);
}

gboolean
pel_x11_redirection_ensure_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_x11_redirection_ensure_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
