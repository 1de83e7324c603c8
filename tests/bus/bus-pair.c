/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bus-pair.h"

#include <stdarg.h>
#include <sys/socket.h>

#define DEADLINE_MS 10000
#define FENCE       "Fence"

static int
take_call (sd_bus_message *message, void *data, sd_bus_error *error)
{
  BusPair *self = data;

  if (sd_bus_message_is_method_call (message, NULL, FENCE))
    return sd_bus_reply_method_return (message, NULL);
  if (!sd_bus_message_is_method_call (message, NULL, NULL))
    return 0;
  self->n_received++;
  g_ptr_array_add (self->calls, sd_bus_message_ref (message));
  return 1;
}

static void
message_free (gpointer message)
{
  sd_bus_message_unref (message);
}

static void
closed_cb (gpointer data)
{
  ((BusPair *) data)->is_closed = TRUE;
}

BusPair *
bus_pair_new (void)
{
  BusPair   *self = g_new0 (BusPair, 1);
  sd_id128_t id = { .bytes = { 1 } };
  int        ends[2];

  self->calls = g_ptr_array_new_with_free_func (message_free);
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends),
                   ==,
                   0);
  g_assert_cmpint (sd_bus_new (&self->client), >=, 0);
  g_assert_cmpint (sd_bus_set_fd (self->client, ends[0], ends[0]), >=, 0);
  g_assert_cmpint (sd_bus_new (&self->server), >=, 0);
  g_assert_cmpint (sd_bus_set_fd (self->server, ends[1], ends[1]), >=, 0);
  g_assert_cmpint (sd_bus_set_server (self->server, TRUE, id), >=, 0);
  g_assert_cmpint (sd_bus_add_filter (self->server, NULL, take_call, self), >=, 0);
  g_assert_cmpint (sd_bus_start (self->server), >=, 0);
  g_assert_cmpint (sd_bus_start (self->client), >=, 0);
  self->server_source = pel_bus_source_new (self->server, NULL, NULL);
  self->client_source = pel_bus_source_new (self->client, closed_cb, self);
  return self;
}

static void
close_end (GSource **source, sd_bus **bus)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
  *bus = sd_bus_close_unref (*bus);
}

void
bus_pair_close_server (BusPair *self)
{
  g_ptr_array_set_size (self->calls, 0);
  close_end (&self->server_source, &self->server);
}

void
bus_pair_free (BusPair *self)
{
  if (self == NULL)
    return;
  bus_pair_close_server (self);
  close_end (&self->client_source, &self->client);
  g_ptr_array_unref (self->calls);
  g_free (self);
}

static int
fence_cb (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  ((BusPair *) data)->n_fences++;
  return 1;
}

void
bus_pair_settle (BusPair *self)
{
  guint n = self->n_fences + 1;

  g_assert_cmpint (sd_bus_call_method_async (self->client,
                                             NULL,
                                             NULL,
                                             "/",
                                             "x.y",
                                             FENCE,
                                             fence_cb,
                                             self,
                                             NULL),
                   >=,
                   0);
  bus_pair_wait (&self->n_fences, n);
}

void
bus_pair_answer (BusPair *self, guint index, const char *types, ...)
{
  sd_bus_message *call = g_ptr_array_index (self->calls, index);
  sd_bus_message *reply = NULL;
  va_list         values;

  g_assert_cmpint (sd_bus_message_new_method_return (call, &reply), >=, 0);
  va_start (values, types);
  g_assert_cmpint (sd_bus_message_appendv (reply, types, values), >=, 0);
  va_end (values);
  g_assert_cmpint (sd_bus_send (self->server, reply, NULL), >=, 0);
  sd_bus_message_unref (reply);
  g_ptr_array_remove_index (self->calls, index);
}

void
bus_pair_refuse (BusPair *self, guint index)
{
  sd_bus_reply_method_errorf (g_ptr_array_index (self->calls, index),
                              "org.freedesktop.DBus.Error.Failed",
                              "No");
  g_ptr_array_remove_index (self->calls, index);
}

static gboolean
set_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
bus_pair_wait (const guint *counter, guint n)
{
  gboolean is_late = FALSE;
  guint    id = g_timeout_add (DEADLINE_MS, set_cb, &is_late);

  while (*counter < n && !is_late)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (*counter, >=, n);
  g_source_remove (id);
}

void
bus_pair_wait_ms (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, set_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}
