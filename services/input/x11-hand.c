/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create */

#include "config.h"

#include "services/input/x11-hand.h"

#include "services/base/error.h"
#include "services/base/guard.h"
#include "services/base/helper.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define PROGRAM    "pellucid-hand"
#define GRACE_MS   1000
#define MAX_DEATHS 5 /* one after another, without an answer in between */

/* A process, from its start until it has ended; it may outlive its owner. */
typedef struct
{
  PelX11Hand  *owner; /* (nullable) */
  GSubprocess *process;
  pid_t        pid;
} Child;

struct _PelX11Hand
{
  char          *path;
  int            book_fd;
  PelHandBook   *book;
  Child         *child;     /* NULL: none runs */
  int            socket;    /* -1: it was told to end, or none runs */
  guint          socket_id; /* source */
  guint          grace_id;
  guint          failure_id;
  guint          n_deaths;
  PelHandRequest request;
  gboolean       is_sent; /* the request */
  PelX11HandFunc func;    /* NULL: no one waits */
  gpointer       user_data;
};

static gboolean start (PelX11Hand *self);

/* It may have been a secret. */
static void
forget_text (PelX11Hand *self)
{
  explicit_bzero (self->request.text, sizeof self->request.text);
}

static void
answer (PelX11Hand *self, const PelHandAnswer *told)
{
  PelX11HandFunc func = self->func;

  self->func = NULL;
  forget_text (self);
  if (func != NULL)
    func (told, self->user_data);
}

static void
hang_up (PelX11Hand *self)
{
  g_clear_handle_id (&self->socket_id, g_source_remove);
  if (self->socket >= 0)
    close (self->socket);
  self->socket = -1;
}

static gboolean
is_book_empty (const PelX11Hand *self)
{
  static const PelHandBook empty;

  return memcmp (self->book, &empty, sizeof empty) == 0;
}

static void
send_request (PelX11Hand *self)
{
  self->is_sent = TRUE;
  /* where it fails, the process has ended, and that is told */
  if (send (self->socket, &self->request, sizeof self->request, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
    g_debug ("%s does not take a request: %s", PROGRAM, g_strerror (errno));
}

static gboolean
failure_cb (gpointer data)
{
  PelX11Hand *self = data;

  self->failure_id = 0;
  answer (self, NULL);
  return G_SOURCE_REMOVE;
}

/* A question that came while the last process was ending goes to the next one. */
static void
start_for_request (PelX11Hand *self)
{
  if (start (self))
    send_request (self);
  else if (self->failure_id == 0)
    self->failure_id = g_idle_add (failure_cb, self);
}

/* What it did not put back, its successor does, at once. */
static void
take_end (PelX11Hand *self)
{
  hang_up (self);
  g_clear_handle_id (&self->grace_id, g_source_remove);
  self->child = NULL;
  self->n_deaths++;
  if (self->func != NULL && !self->is_sent)
    {
      start_for_request (self);
      return;
    }
  if (!is_book_empty (self) && self->n_deaths < MAX_DEATHS)
    start (self);
  answer (self, NULL);
}

static void
ended_cb (GObject *process, GAsyncResult *result, gpointer user_data)
{
  g_autofree Child *child = user_data;

  g_subprocess_wait_finish (G_SUBPROCESS (process), result, NULL);
  pel_guard_remove_process (child->pid);
  if (child->owner != NULL)
    take_end (child->owner);
  g_object_unref (child->process);
}

static gboolean
received_cb (int fd, GIOCondition condition, gpointer data)
{
  PelX11Hand   *self = data;
  PelHandAnswer told;
  ssize_t       size = recv (fd, &told, sizeof told, MSG_DONTWAIT);

  if (size < 0 && (errno == EAGAIN || errno == EINTR))
    return G_SOURCE_CONTINUE;
  if (size != sizeof told)
    {
      self->socket_id = 0; /* its end is told when it has ended */
      return G_SOURCE_REMOVE;
    }
  self->n_deaths = 0;
  answer (self, &told);
  return G_SOURCE_CONTINUE;
}

static gboolean
start (PelX11Hand *self)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GError)              error = NULL;
  int                             pair[2];
  GSubprocess                    *process;
  const char                     *identifier;

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return FALSE;
  g_subprocess_launcher_take_fd (launcher, pair[1], PEL_HAND_SOCKET_FD);
  g_subprocess_launcher_take_fd (launcher, dup (self->book_fd), PEL_HAND_BOOK_FD);
  process = g_subprocess_launcher_spawn (launcher, &error, self->path, NULL);
  if (process == NULL)
    {
      g_debug ("%s: %s", self->path, error->message);
      close (pair[0]);
      return FALSE;
    }
  identifier = g_subprocess_get_identifier (process);
  if (identifier == NULL) /* it has ended already */
    {
      g_object_unref (process);
      close (pair[0]);
      return FALSE;
    }
  self->child = g_new0 (Child, 1);
  *self->child = (Child){ self, process, atoi (identifier) };
  pel_guard_add_process (self->child->pid);
  g_subprocess_wait_async (process, NULL, ended_cb, self->child);
  self->socket = pair[0];
  self->socket_id = g_unix_fd_add (self->socket, G_IO_IN | G_IO_HUP, received_cb, self);
  return TRUE;
}

PelX11Hand *
pel_x11_hand_new (const char *path, GError **error)
{
  PelX11Hand *self = g_new0 (PelX11Hand, 1);

  self->path = path != NULL ? g_strdup (path) : pel_helper_dup_path (PROGRAM);
  self->socket = -1;
  self->book = MAP_FAILED;
  self->book_fd = memfd_create (PROGRAM, MFD_CLOEXEC);
  if (self->book_fd >= 0 && ftruncate (self->book_fd, sizeof *self->book) == 0)
    self->book =
        mmap (NULL, sizeof *self->book, PROT_READ | PROT_WRITE, MAP_SHARED, self->book_fd, 0);
  if (self->book != MAP_FAILED)
    return self;
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 NULL,
                 _ ("Not enough memory for real input: %s"),
                 g_strerror (errno));
  pel_x11_hand_free (self);
  return NULL;
}

void
pel_x11_hand_free (PelX11Hand *self)
{
  hang_up (self);
  forget_text (self);
  g_clear_handle_id (&self->grace_id, g_source_remove);
  g_clear_handle_id (&self->failure_id, g_source_remove);
  if (self->child != NULL)
    self->child->owner = NULL;
  if (self->book != MAP_FAILED)
    munmap (self->book, sizeof *self->book);
  if (self->book_fd >= 0)
    close (self->book_fd);
  g_free (self->path);
  g_free (self);
}

void
pel_x11_hand_ask (PelX11Hand           *self,
                  const PelHandRequest *request,
                  PelX11HandFunc        func,
                  gpointer              user_data)
{
  g_return_if_fail (self->func == NULL);

  self->request = *request;
  self->func = func;
  self->user_data = user_data;
  self->is_sent = FALSE;
  if (self->child == NULL)
    start_for_request (self);
  else if (self->socket >= 0)
    send_request (self);
}

static gboolean
grace_cb (gpointer data)
{
  PelX11Hand *self = data;

  self->grace_id = 0;
  g_subprocess_force_exit (self->child->process);
  return G_SOURCE_REMOVE;
}

void
pel_x11_hand_give_up (PelX11Hand *self)
{
  self->func = NULL;
  forget_text (self);
  g_clear_handle_id (&self->failure_id, g_source_remove);
  if (self->child == NULL || self->socket < 0)
    return;
  hang_up (self);
  self->grace_id = g_timeout_add (GRACE_MS, grace_cb, self);
}

pid_t
pel_x11_hand_get_pid (PelX11Hand *self)
{
  return self->child != NULL ? self->child->pid : 0;
}
