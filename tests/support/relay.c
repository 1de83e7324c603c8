/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "relay.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define CHUNK   65536
#define MAX_FDS 253 /* the kernel's limit for one message */

/* One direction. Holds at most one chunk; reads no further before that is written. */
typedef struct
{
  int   from, to;
  char *bytes;
  gsize start, end;
  int   fds[MAX_FDS];
  gsize n_fds;
} Lane;

typedef struct
{
  int  client, server;
  Lane up, down;
} Link;

struct PelRelay
{
  GThread           *thread;
  int                listener;
  int                wake; /* an eventfd: written once, to end the thread */
  struct sockaddr_un server;
  socklen_t          server_length;
  PelRelayCallback   callback;
  gpointer           data;
  GPtrArray         *links; /* of Link, the thread's own */
};

static void
lane_clear (Lane *lane)
{
  for (gsize i = 0; i < lane->n_fds; i++)
    close (lane->fds[i]);
  lane->n_fds = 0;
  g_free (lane->bytes);
}

static void
link_free (Link *link)
{
  lane_clear (&link->up);
  lane_clear (&link->down);
  close (link->client);
  close (link->server);
  g_free (link);
}

/* Returns the length of the address. */
static socklen_t
fill_address (struct sockaddr_un *address, const char *name)
{
  gsize length = strlen (name);

  memset (address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  g_strlcpy (address->sun_path, name, sizeof address->sun_path);
  if (name[0] != '@')
    return sizeof *address;
  address->sun_path[0] = '\0';
  return (socklen_t) (offsetof (struct sockaddr_un, sun_path) + length);
}

static void
collect_fds (Lane *lane, struct msghdr *message)
{
  for (struct cmsghdr *c = CMSG_FIRSTHDR (message); c != NULL; c = CMSG_NXTHDR (message, c))
    {
      gsize n = (c->cmsg_len - CMSG_LEN (0)) / sizeof (int);

      if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
        continue;
      memcpy (lane->fds, CMSG_DATA (c), n * sizeof (int));
      lane->n_fds = n;
    }
}

/* FALSE when the sender is gone. */
static gboolean
lane_read (Lane *lane)
{
  union
  {
    struct cmsghdr align;
    char           space[CMSG_SPACE (sizeof (int) * MAX_FDS)];
  } control;
  struct iovec  bytes = { lane->bytes, CHUNK };
  struct msghdr message = { .msg_iov = &bytes,
                            .msg_iovlen = 1,
                            .msg_control = control.space,
                            .msg_controllen = sizeof control.space };
  ssize_t       n = recvmsg (lane->from, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);

  if (n < 0)
    return errno == EAGAIN || errno == EINTR;
  collect_fds (lane, &message);
  lane->start = 0;
  lane->end = (gsize) n;
  return n > 0;
}

/* FALSE when the receiver is gone. */
static gboolean
lane_write (Lane *lane)
{
  union
  {
    struct cmsghdr align;
    char           space[CMSG_SPACE (sizeof (int) * MAX_FDS)];
  } control = { 0 };
  struct iovec  bytes = { lane->bytes + lane->start, lane->end - lane->start };
  struct msghdr message = { .msg_iov = &bytes, .msg_iovlen = 1 };
  ssize_t       n;

  if (lane->n_fds > 0)
    {
      message.msg_control = control.space;
      message.msg_controllen = CMSG_SPACE (sizeof (int) * lane->n_fds);
      control.align.cmsg_level = SOL_SOCKET;
      control.align.cmsg_type = SCM_RIGHTS;
      control.align.cmsg_len = CMSG_LEN (sizeof (int) * lane->n_fds);
      memcpy (CMSG_DATA (&control.align), lane->fds, sizeof (int) * lane->n_fds);
    }
  n = sendmsg (lane->to, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n < 0)
    return errno == EAGAIN || errno == EINTR;
  for (gsize i = 0; i < lane->n_fds; i++)
    close (lane->fds[i]);
  lane->n_fds = 0;
  lane->start += (gsize) n;
  return TRUE;
}

static gboolean
lane_is_full (const Lane *lane)
{
  return lane->start < lane->end;
}

static gboolean
lane_work (PelRelay *self, Lane *lane)
{
  if (!lane_is_full (lane))
    {
      if (!lane_read (lane))
        return FALSE;
      if (lane_is_full (lane))
        self->callback (self->data);
    }
  return !lane_is_full (lane) || lane_write (lane);
}

static void
accept_client (PelRelay *self)
{
  int   client = accept4 (self->listener, NULL, NULL, SOCK_CLOEXEC);
  int   server = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  Link *link;

  if (client < 0 || server < 0 ||
      connect (server, (struct sockaddr *) &self->server, self->server_length) != 0)
    {
      if (client >= 0)
        close (client);
      if (server >= 0)
        close (server);
      return;
    }
  link = g_new0 (Link, 1);
  link->client = client;
  link->server = server;
  link->up = (Lane){ .from = client, .to = server, .bytes = g_malloc (CHUNK) };
  link->down = (Lane){ .from = server, .to = client, .bytes = g_malloc (CHUNK) };
  g_ptr_array_add (self->links, link);
}

/* A lane waits for input, or, with a chunk in hand, for room; not for both. */
static void
add_polls (GArray *polls, const Link *link)
{
  struct pollfd client = { .fd = link->client };
  struct pollfd server = { .fd = link->server };

  if (lane_is_full (&link->up))
    server.events |= POLLOUT;
  else
    client.events |= POLLIN;
  if (lane_is_full (&link->down))
    client.events |= POLLOUT;
  else
    server.events |= POLLIN;
  g_array_append_val (polls, client);
  g_array_append_val (polls, server);
}

static gboolean
work (PelRelay *self, Link *link, short client, short server)
{
  short gone = POLLHUP | POLLERR | POLLIN;

  if ((lane_is_full (&link->up) ? server & (POLLOUT | POLLERR) : client & gone) != 0 &&
      !lane_work (self, &link->up))
    return FALSE;
  return (lane_is_full (&link->down) ? client & (POLLOUT | POLLERR) : server & gone) == 0 ||
         lane_work (self, &link->down);
}

static gpointer
run (gpointer data)
{
  PelRelay          *self = data;
  g_autoptr (GArray) polls = g_array_new (FALSE, FALSE, sizeof (struct pollfd));

  while (TRUE)
    {
      struct pollfd own[] = { { .fd = self->wake, .events = POLLIN },
                              { .fd = self->listener, .events = POLLIN } };
      guint         n_links = self->links->len;

      g_array_set_size (polls, 0);
      g_array_append_vals (polls, own, G_N_ELEMENTS (own));
      for (guint i = 0; i < n_links; i++)
        add_polls (polls, g_ptr_array_index (self->links, i));
      if (poll ((struct pollfd *) polls->data, polls->len, -1) < 0)
        continue;
      if (g_array_index (polls, struct pollfd, 0).revents != 0)
        return NULL;
      /* From the end, since a link that has ended goes. */
      for (guint i = n_links; i-- > 0;)
        {
          const struct pollfd *fds = &g_array_index (polls, struct pollfd, 2 + 2 * i);

          if (!work (self, g_ptr_array_index (self->links, i), fds[0].revents, fds[1].revents))
            g_ptr_array_remove_index (self->links, i);
        }
      if (g_array_index (polls, struct pollfd, 1).revents != 0)
        accept_client (self);
    }
}

PelRelay *
pel_relay_new (const char      *listen_path,
               const char      *server,
               PelRelayCallback callback,
               gpointer         data,
               GError         **error)
{
  struct sockaddr_un address;
  socklen_t          length = fill_address (&address, listen_path);
  int                listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  PelRelay          *self;

  if (listener < 0 || bind (listener, (struct sockaddr *) &address, length) != 0 ||
      listen (listener, 64) != 0)
    {
      g_set_error (error,
                   G_IO_ERROR,
                   g_io_error_from_errno (errno),
                   "cannot listen at %s: %s",
                   listen_path,
                   g_strerror (errno));
      if (listener >= 0)
        close (listener);
      return NULL;
    }
  self = g_new0 (PelRelay, 1);
  self->listener = listener;
  self->wake = eventfd (0, EFD_CLOEXEC);
  self->server_length = fill_address (&self->server, server);
  self->callback = callback;
  self->data = data;
  self->links = g_ptr_array_new_with_free_func ((GDestroyNotify) link_free);
  self->thread = g_thread_new ("relay", run, self);
  return self;
}

void
pel_relay_free (PelRelay *self)
{
  guint64 one = 1;

  if (self == NULL)
    return;

  if (write (self->wake, &one, sizeof one) != sizeof one)
    g_error ("the relay cannot be ended");
  g_thread_join (self->thread);
  g_ptr_array_unref (self->links);
  close (self->listener);
  close (self->wake);
  g_free (self);
}
