/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/atspi-peer.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* A socket that listens, of this process or of a child. */
typedef struct
{
  char *folder, *path, *abstract;
  int   path_fd, abstract_fd;
  pid_t child; /* 0: it is our own */
} Fixture;

static int
listen_at (const char *text, gboolean is_abstract)
{
  struct sockaddr_un name = { .sun_family = AF_UNIX };
  int                fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t          length =
      offsetof (struct sockaddr_un, sun_path) + strlen (text) + (is_abstract ? 1 : 0);

  g_assert_cmpuint (strlen (text), <, sizeof name.sun_path - 1);
  memcpy (name.sun_path + (is_abstract ? 1 : 0), text, strlen (text));
  g_assert_cmpint (bind (fd, (struct sockaddr *) &name, length), ==, 0);
  g_assert_cmpint (listen (fd, 8), ==, 0);
  return fd;
}

static void
listen_both (Fixture *fixture)
{
  fixture->path_fd = listen_at (fixture->path, FALSE);
  fixture->abstract_fd = listen_at (fixture->abstract, TRUE);
}

/* Ends with this process, or when it is told to. */
static void
listen_in_child (Fixture *fixture)
{
  int  is_ready[2];
  char byte = 0;

  g_assert_cmpint (pipe (is_ready), ==, 0);
  fixture->child = fork ();
  g_assert_cmpint (fixture->child, >=, 0);
  if (fixture->child == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      listen_both (fixture);
      if (write (is_ready[1], &byte, 1) == 1)
        for (;;)
          pause ();
      _exit (1);
    }
  close (is_ready[1]);
  g_assert_cmpint (read (is_ready[0], &byte, 1), ==, 1);
  close (is_ready[0]);
}

static void
set_up (Fixture *fixture, gconstpointer in_child)
{
  fixture->folder = g_dir_make_tmp ("peer-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "so cket", NULL);
  fixture->abstract = g_strdup_printf ("pellucid-test-%d", (int) getpid ());
  fixture->path_fd = fixture->abstract_fd = -1;
  if (in_child != NULL)
    listen_in_child (fixture);
  else
    listen_both (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer in_child)
{
  if (fixture->child > 0)
    {
      kill (fixture->child, SIGKILL);
      waitpid (fixture->child, NULL, 0);
    }
  if (fixture->path_fd >= 0)
    close (fixture->path_fd);
  if (fixture->abstract_fd >= 0)
    close (fixture->abstract_fd);
  g_unlink (fixture->path);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->abstract);
}

static gboolean
opens_as (const char *address, pid_t pid, uid_t uid)
{
  sd_bus  *bus = pel_atspi_peer_open (address, pid, uid);
  gboolean is_open = bus != NULL;

  sd_bus_close_unref (bus);
  return is_open;
}

static gboolean
opens (const char *address)
{
  return opens_as (address, getpid (), getuid ());
}

/* “P” and “A” of a row stand for the path and the abstract name. */
static char *
fill (Fixture *fixture, const char *pattern)
{
  GString *text = g_string_new (pattern);

  g_string_replace (text, "@P", fixture->path, 0);
  g_string_replace (text, "@A", fixture->abstract, 0);
  g_string_replace (text, "@F", fixture->folder, 0);
  return g_string_free (text, FALSE);
}

/* clang-format off */
static const struct { const char *address; gboolean is_good; } addresses[] = {
  { "unix:path=@P",                          TRUE  },
  { "unix:path=@F/so%20cket",                TRUE  },
  { "unix:path=@F/%73%6f%20%63ket",          TRUE  },
  { "unix:path=@P,guid=0123456789abcdef0123456789abcdef", TRUE },
  { "unix:guid=0123456789abcdef0123456789abcdef,path=@P", TRUE },
  { "unix:abstract=@A",                      TRUE  },
  { "unix:abstract=@A,guid=1",               TRUE  },
  { "",                                      FALSE },
  { "unix",                                  FALSE },
  { "unix:",                                 FALSE },
  { "unix:path",                             FALSE },
  { "unix:path=",                            FALSE },
  { "unix:abstract=",                        FALSE },
  { "unix:guid=1",                           FALSE },
  { "unix:pathology=@P",                     FALSE },
  { "unix:tmpdir=@F",                        FALSE },
  { "unix:dir=@F",                           FALSE },
  { "unix:runtime=yes",                      FALSE },
  { "UNIX:path=@P",                          FALSE },
  { " unix:path=@P",                         FALSE },
  { "@P",                                    FALSE },
  { "unix:path=@F/nothing",                  FALSE },
  { "unix:path=@F",                          FALSE }, /* a folder */
  { "unix:path=/dev/null",                   FALSE },
  { "unix:path=@F/so%2",                     FALSE },
  { "unix:path=@F/so%zzcket",                FALSE },
  { "unix:path=@P%00",                       FALSE },
  { "unix:abstract=@A-not",                  FALSE },
  { "unix:path=@A",                          FALSE },
  { "unix:abstract=@P",                      FALSE },
  { "unix:path=@P;unix:path=@P",             FALSE },
  { "unix:path=@P;",                         FALSE },
  { ";unix:path=@P",                         FALSE },
  { "unix:path=@P;unixexec:path=/bin/true",  FALSE },
  { "unix:path=@P,guid=1;unixexec:path=/bin/true", FALSE },
  { "unix:path=@P,guid=1;",                  FALSE },
  { "unixexec:path=/bin/true",               FALSE },
  { "unixexec:path=/bin/true;unix:path=@P",  FALSE },
  { "tcp:host=127.0.0.1,port=1",             FALSE },
  { "nonce-tcp:host=127.0.0.1,port=1",       FALSE },
  { "autolaunch:",                           FALSE },
  { "systemd:",                              FALSE },
};
/* clang-format on */

static void
test_addresses (Fixture *fixture, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autofree char *address = fill (fixture, addresses[i].address);

      g_test_message ("%s", addresses[i].address);
      g_assert_cmpint (opens (address), ==, addresses[i].is_good);
    }
}

/* The place for a name ends: neither cut nor run over. */
static void
test_lengths (Fixture *fixture, gconstpointer unused)
{
  static const guint lengths[] = { 106, 107, 108, 109, 500, 100000 };

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *name = g_strnfill (lengths[i], 'n');
      g_autofree char *path = g_strconcat ("unix:path=/", name + 1, NULL);
      g_autofree char *abstract = g_strconcat ("unix:abstract=", name, NULL);

      g_assert_false (opens (path));
      g_assert_false (opens (abstract));
    }
}

/* The longest path that a socket can have. */
static void
test_longest (Fixture *fixture, gconstpointer unused)
{
  struct sockaddr_un name;
  g_autofree char   *filler = g_strnfill (sizeof name.sun_path, 'n');
  g_autofree char   *path = g_strdup_printf ("%s/%s", fixture->folder, filler);
  g_autofree char   *address = NULL;
  int                fd;

  path[sizeof name.sun_path - 2] = '\0';
  fd = listen_at (path, FALSE);
  address = g_strconcat ("unix:path=", path, NULL);
  g_assert_true (opens (address));
  close (fd);
  g_unlink (path);
}

static void
test_owner (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *address = fill (fixture, "unix:path=@P");

  g_assert_true (opens_as (address, getpid (), getuid ()));
  g_assert_false (opens_as (address, getppid (), getuid ()));
  g_assert_false (opens_as (address, 1, getuid ()));
  g_assert_false (opens_as (address, 0, getuid ()));
  g_assert_false (opens_as (address, -1, getuid ()));
  g_assert_false (opens_as (address, getpid (), getuid () + 1));
}

/* Another program's socket: its own pid is right for it, and no other. */
static void
test_owner_child (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *path = fill (fixture, "unix:path=@P");
  g_autofree char *abstract = fill (fixture, "unix:abstract=@A");

  g_assert_true (opens_as (path, fixture->child, getuid ()));
  g_assert_true (opens_as (abstract, fixture->child, getuid ()));
  g_assert_false (opens (path));
  g_assert_false (opens (abstract));
}

static void
close_bus (gpointer bus)
{
  sd_bus_close_unref (bus);
}

/* Nobody takes the connection: the call does not wait for it. */
static void
test_full_queue (Fixture *fixture, gconstpointer unused)
{
  g_autofree char      *address = fill (fixture, "unix:path=@P");
  g_autoptr (GPtrArray) buses = g_ptr_array_new_with_free_func (close_bus);
  gboolean              is_full = FALSE;

  for (guint i = 0; i < 1000 && !is_full; i++)
    {
      sd_bus *bus = pel_atspi_peer_open (address, getpid (), getuid ());

      is_full = bus == NULL;
      if (bus != NULL)
        g_ptr_array_add (buses, bus);
    }
  g_assert_true (is_full);
}

#define ADD(path, func) g_test_add ("/atspi-peer/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("address/kinds", test_addresses);
  ADD ("address/too-long", test_lengths);
  ADD ("address/longest", test_longest);
  ADD ("owner/this-process", test_owner);
  g_test_add ("/atspi-peer/owner/a-child", Fixture, "child", set_up, test_owner_child, tear_down);
  ADD ("full-queue", test_full_queue);
  return g_test_run ();
}
