/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK_BYTES     (64 * 1024)
#define CONGESTED_BYTES (256 * 1024)
#define MAX_BYTES       (1024 * 1024)

struct _PelMcpChannel
{
  int                   in, out;
  PelMcpChannelListener listener;
  gpointer              data;
  PelLineReader        *reader;
  GQueue                queue;  /* of GBytes */
  gsize                 n_sent; /* of the first of them */
  gsize                 n_queued;
  guint                 read_id, write_id;
  gboolean              is_over;
};

/* A pipe or a socket is ours alone, and must not make us wait; a terminal or a file is not, and
 * does not. */
static void
avoid_blocking (int fd)
{
  struct stat status;
  int         flags = fcntl (fd, F_GETFL);

  if (fstat (fd, &status) == 0 && flags >= 0 &&
      (S_ISFIFO (status.st_mode) || S_ISSOCK (status.st_mode)))
    fcntl (fd, F_SETFL, flags | O_NONBLOCK);
}

static void
end (PelMcpChannel *self)
{
  if (self->is_over)
    return;
  self->is_over = TRUE;
  g_clear_handle_id (&self->read_id, g_source_remove);
  self->listener.ended (self->data);
}

static gboolean
read_cb (int fd, GIOCondition condition, gpointer user_data)
{
  PelMcpChannel *self = user_data;
  char           bytes[CHUNK_BYTES];
  gssize         n = read (fd, bytes, sizeof bytes);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return G_SOURCE_CONTINUE;
  if (n <= 0)
    {
      self->read_id = 0;
      end (self);
      return G_SOURCE_REMOVE;
    }
  pel_line_reader_push (self->reader, bytes, n);
  explicit_bzero (bytes, n); /* there may be a secret in it */
  if (self->n_queued <= MAX_BYTES || self->read_id == 0)
    return self->read_id != 0;
  self->read_id = 0; /* until there is room again */
  return G_SOURCE_REMOVE;
}

static void
resume (PelMcpChannel *self)
{
  if (!self->is_over && self->read_id == 0 && self->n_queued <= CONGESTED_BYTES)
    self->read_id = g_unix_fd_add (self->in, G_IO_IN | G_IO_HUP | G_IO_ERR, read_cb, self);
}

static void
pass (PelMcpChannel *self, gsize n)
{
  self->n_sent += n;
  self->n_queued -= n;
  if (self->n_sent < g_bytes_get_size (g_queue_peek_head (&self->queue)))
    return;
  g_bytes_unref (g_queue_pop_head (&self->queue));
  self->n_sent = 0;
}

/* FALSE if the client no longer reads. */
static gboolean
write_some (PelMcpChannel *self)
{
  while (!g_queue_is_empty (&self->queue))
    {
      gsize       size;
      const char *bytes = g_bytes_get_data (g_queue_peek_head (&self->queue), &size);
      gssize      n = write (self->out, bytes + self->n_sent, size - self->n_sent);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return errno == EAGAIN;
      pass (self, n);
    }
  return TRUE;
}

static gboolean
write_cb (int fd, GIOCondition condition, gpointer user_data)
{
  PelMcpChannel *self = user_data;
  gboolean       is_read = write_some (self);

  if (is_read && !g_queue_is_empty (&self->queue))
    {
      resume (self);
      return G_SOURCE_CONTINUE;
    }
  self->write_id = 0;
  if (is_read)
    resume (self);
  else
    end (self);
  return G_SOURCE_REMOVE;
}

PelMcpChannel *
pel_mcp_channel_new (int in, int out, const PelMcpChannelListener *listener, gpointer data)
{
  PelMcpChannel *self = g_new0 (PelMcpChannel, 1);

  self->in = in;
  self->out = out;
  self->listener = *listener;
  self->data = data;
  self->reader = pel_line_reader_new (PEL_LINE_MAX_BYTES, listener->line, data);
  avoid_blocking (out);
  resume (self);
  return self;
}

void
pel_mcp_channel_free (PelMcpChannel *self)
{
  g_clear_handle_id (&self->read_id, g_source_remove);
  g_clear_handle_id (&self->write_id, g_source_remove);
  g_queue_clear_full (&self->queue, (GDestroyNotify) g_bytes_unref);
  pel_line_reader_free (self->reader);
  g_free (self);
}

void
pel_mcp_channel_send (PelMcpChannel *self, const char *line)
{
  gsize length = strlen (line);
  char *whole = g_malloc (length + 1);

  memcpy (whole, line, length);
  whole[length] = '\n';
  g_queue_push_tail (&self->queue, g_bytes_new_take (whole, length + 1));
  self->n_queued += length + 1;
  if (self->write_id == 0)
    self->write_id = g_unix_fd_add (self->out, G_IO_OUT | G_IO_HUP | G_IO_ERR, write_cb, self);
}

gboolean
pel_mcp_channel_is_congested (PelMcpChannel *self)
{
  return self->n_queued > CONGESTED_BYTES;
}

void
pel_mcp_channel_drain (PelMcpChannel *self, guint timeout_ms)
{
  gint64 deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;

  while (write_some (self) && !g_queue_is_empty (&self->queue))
    {
      struct pollfd waiting = { .fd = self->out, .events = POLLOUT };
      gint64        left = (deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

      if (left <= 0)
        return;
      poll (&waiting, 1, left);
    }
}
