/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "stepper.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define SILENCE_MS 150 /* no answer within this is no answer */
#define ANSWER_MS  5000
#define MAX_PEERS  8

typedef struct
{
  pid_t       server; /* echoes every byte and every descriptor */
  const char *address;
} Fixture;

static char path_address[108];
static char abstract_address[108];

static socklen_t
fill (struct sockaddr_un *address, const char *name)
{
  memset (address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  g_strlcpy (address->sun_path, name, sizeof address->sun_path);
  if (name[0] != '@')
    return sizeof *address;
  address->sun_path[0] = '\0';
  return (socklen_t) (offsetof (struct sockaddr_un, sun_path) + strlen (name));
}

/* One byte and perhaps one descriptor. Returns what recvmsg() does. */
static ssize_t
receive (int fd, char *ret_byte, int *ret_passed)
{
  union
  {
    struct cmsghdr align;
    char           space[CMSG_SPACE (sizeof (int))];
  } control;
  struct iovec    bytes = { ret_byte, 1 };
  struct msghdr   message = { .msg_iov = &bytes,
                              .msg_iovlen = 1,
                              .msg_control = control.space,
                              .msg_controllen = sizeof control.space };
  ssize_t         n = recvmsg (fd, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = n > 0 ? CMSG_FIRSTHDR (&message) : NULL;

  *ret_passed = -1;
  if (header != NULL && header->cmsg_type == SCM_RIGHTS)
    memcpy (ret_passed, CMSG_DATA (header), sizeof (int));
  return n;
}

static void
send_byte (int fd, char byte, int passed)
{
  union
  {
    struct cmsghdr align;
    char           space[CMSG_SPACE (sizeof (int))];
  } control = { 0 };
  struct iovec  bytes = { &byte, 1 };
  struct msghdr message = { .msg_iov = &bytes, .msg_iovlen = 1 };

  if (passed >= 0)
    {
      message.msg_control = control.space;
      message.msg_controllen = sizeof control.space;
      control.align = (struct cmsghdr){ CMSG_LEN (sizeof (int)), SOL_SOCKET, SCM_RIGHTS };
      memcpy (CMSG_DATA (&control.align), &passed, sizeof (int));
    }
  if (sendmsg (fd, &message, MSG_NOSIGNAL) != 1)
    _exit (1);
}

static int
listen_at (const char *name)
{
  struct sockaddr_un address;
  socklen_t          length = fill (&address, name);
  int                fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  if (bind (fd, (struct sockaddr *) &address, length) != 0 || listen (fd, MAX_PEERS) != 0)
    _exit (1);
  return fd;
}

static void
echo (struct pollfd *peer)
{
  char byte;
  int  passed;

  if (receive (peer->fd, &byte, &passed) > 0)
    {
      send_byte (peer->fd, byte, passed);
      if (passed >= 0)
        close (passed);
      return;
    }
  close (peer->fd);
  peer->fd = -1;
}

static void G_GNUC_NORETURN
be_echo_server (const char *path, const char *abstract, int ready_fd)
{
  struct pollfd fds[2 + MAX_PEERS] = { { .fd = listen_at (path), .events = POLLIN },
                                       { .fd = listen_at (abstract), .events = POLLIN } };

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  for (int i = 2; i < 2 + MAX_PEERS; i++)
    fds[i] = (struct pollfd){ .fd = -1, .events = POLLIN };
  close (ready_fd);
  while (poll (fds, G_N_ELEMENTS (fds), -1) >= 0)
    {
      for (int i = 0; i < 2; i++)
        {
          for (int free_slot = 2; fds[i].revents != 0 && free_slot < 2 + MAX_PEERS; free_slot++)
            {
              if (fds[free_slot].fd >= 0)
                continue;
              fds[free_slot] = (struct pollfd){ accept (fds[i].fd, NULL, NULL), POLLIN, 0 };
              break;
            }
        }
      for (int i = 2; i < 2 + MAX_PEERS; i++)
        {
          if (fds[i].fd >= 0 && fds[i].revents != 0)
            echo (&fds[i]);
        }
    }
  _exit (0);
}

static int
connect_to (PelStepper *stepper)
{
  struct sockaddr_un address;
  socklen_t          length = fill (&address, pel_stepper_get_path (stepper));
  int                fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, length), ==, 0);
  return fd;
}

/* '\0' when nothing came. */
static char
hear (int fd, int timeout_ms)
{
  struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
  char          byte;
  int           passed;

  if (poll (&poll_fd, 1, timeout_ms) != 1 || receive (fd, &byte, &passed) != 1)
    return '\0';
  g_assert_cmpint (passed, ==, -1);
  return byte;
}

static char
read_state (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *stat = NULL;

  g_assert_true (g_file_get_contents (path, &stat, NULL, NULL));
  return strrchr (stat, ')')[2];
}

static gboolean
await_running (pid_t pid)
{
  gint64 end = g_get_monotonic_time () + ANSWER_MS * 1000;

  while (read_state (pid) == 'T' && g_get_monotonic_time () < end)
    g_usleep (1000);
  return read_state (pid) != 'T';
}

static PelStepper *
new_stepper (const Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  PelStepper        *stepper = pel_stepper_new (fixture->address, &error);

  g_assert_no_error (error);
  return stepper;
}

static void
test_relay_echo (gconstpointer data)
{
  g_autoptr (PelStepper) stepper = new_stepper (data);
  int                    first = connect_to (stepper);
  int                    second = connect_to (stepper);

  send_byte (first, 'a', -1);
  send_byte (second, 'b', -1);
  g_assert_cmpint (hear (second, ANSWER_MS), ==, 'b');
  g_assert_cmpint (hear (first, ANSWER_MS), ==, 'a');
  g_assert_cmpuint (pel_stepper_get_n_steps (stepper), ==, 4);
  g_assert_false (pel_stepper_has_stopped (stepper));
  close (first);
  send_byte (second, 'c', -1);
  g_assert_cmpint (hear (second, ANSWER_MS), ==, 'c');
  close (second);
}

static void
test_relay_descriptors (gconstpointer data)
{
  g_autoptr (PelStepper) stepper = new_stepper (data);
  int                    fd = connect_to (stepper);
  int                    sent = memfd_create ("passed", MFD_CLOEXEC);
  int                    back = -1;
  char                   byte, text[8] = "";

  g_assert_cmpint (write (sent, "hello", 5), ==, 5);
  send_byte (fd, 'x', sent);
  g_assert_cmpint (receive (fd, &byte, &back), ==, 1);
  g_assert_cmpint (byte, ==, 'x');
  g_assert_cmpint (back, >=, 0);
  g_assert_cmpint (pread (back, text, 5, 0), ==, 5);
  g_assert_cmpstr (text, ==, "hello");
  close (sent);
  close (back);
  close (fd);
}

/* At the request: it never answers. At the answer: it does, but goes no further. */
static void
test_stop_each_step (gconstpointer data)
{
  const Fixture         *fixture = data;
  g_autoptr (PelStepper) stepper = new_stepper (fixture);
  int                    fd = connect_to (stepper);

  for (guint step = 0; step <= 2; step++)
    {
      char answer;

      g_test_message ("step %u", step);
      pel_stepper_arm (stepper, step, fixture->server);
      g_assert_cmpint (pel_stepper_has_stopped (stepper), ==, step == 0);
      send_byte (fd, 'q', -1);
      g_assert_true (pel_stepper_await_stop (stepper, ANSWER_MS));
      g_assert_cmpint (read_state (fixture->server), ==, 'T');
      answer = hear (fd, step == 2 ? ANSWER_MS : SILENCE_MS);
      g_assert_cmpint (answer, ==, step == 2 ? 'q' : '\0');
      pel_stepper_resume (stepper);
      if (step < 2)
        g_assert_cmpint (hear (fd, ANSWER_MS), ==, 'q');
    }

  pel_stepper_arm (stepper, 3, fixture->server);
  send_byte (fd, 'r', -1);
  g_assert_cmpint (hear (fd, ANSWER_MS), ==, 'r');
  g_assert_false (pel_stepper_has_stopped (stepper));
  g_assert_cmpuint (pel_stepper_get_n_steps (stepper), ==, 2);
  close (fd);
}

static void
test_stop_freed (gconstpointer data)
{
  const Fixture *fixture = data;
  PelStepper    *stepper = new_stepper (fixture);

  pel_stepper_arm (stepper, 0, fixture->server);
  g_assert_cmpint (read_state (fixture->server), ==, 'T');
  pel_stepper_free (stepper);
  g_assert_true (await_running (fixture->server));
}

/* A test that is killed cannot clean up, and must not leave a peer stopped either. */
static void
test_stop_killed (gconstpointer data)
{
  const Fixture *fixture = data;
  siginfo_t      info;
  pid_t          pid;
  int            fds[2];
  char           byte;

  g_assert_cmpint (pipe (fds), ==, 0);
  pid = fork ();
  if (pid == 0)
    {
      PelStepper *stepper = pel_stepper_new (fixture->address, NULL);

      pel_stepper_arm (stepper, 0, fixture->server);
      if (write (fds[1], "!", 1) == 1)
        pause ();
      _exit (1);
    }
  g_assert_cmpint (read (fds[0], &byte, 1), ==, 1);
  g_assert_cmpint (read_state (fixture->server), ==, 'T');
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitid (P_PID, (id_t) pid, &info, WEXITED), ==, 0);
  g_assert_true (await_running (fixture->server));
  close (fds[0]);
  close (fds[1]);
}

static GVariant *
get_bus_id (GDBusConnection *bus, int timeout_ms, GError **error)
{
  return g_dbus_connection_call_sync (bus,
                                      "org.freedesktop.DBus",
                                      "/",
                                      "org.freedesktop.DBus",
                                      "GetId",
                                      NULL,
                                      NULL,
                                      G_DBUS_CALL_FLAGS_NONE,
                                      timeout_ms,
                                      NULL,
                                      error);
}

static void
test_relay_bus (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelStepper) stepper = pel_stepper_new (g_getenv ("DBUS_SESSION_BUS_ADDRESS"), &error);
  g_autofree char       *address = NULL;
  g_autoptr (GDBusConnection) bus = NULL;
  g_autoptr (GVariant)        answer = NULL;
  pid_t                       bus_pid = atoi (g_getenv ("PEL_DESKTOP_BUS_PID"));

  g_assert_no_error (error);
  address = pel_stepper_dup_address (stepper);
  bus = g_dbus_connection_new_for_address_sync (address,
                                                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                    G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                NULL,
                                                NULL,
                                                &error);
  g_assert_no_error (error);
  pel_stepper_arm (stepper, 1, bus_pid);
  g_assert_null (get_bus_id (bus, SILENCE_MS, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  g_assert_true (pel_stepper_has_stopped (stepper));
  g_clear_error (&error);
  pel_stepper_resume (stepper);
  answer = get_bus_id (bus, ANSWER_MS, &error);
  g_assert_no_error (error);
  g_assert_true (g_dbus_connection_close_sync (bus, NULL, &error));
}

int
main (int argc, char **argv)
{
  g_autofree char *dir = g_dir_make_tmp ("stepper-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "echo", NULL);
  g_autofree char *abstract = g_strdup_printf ("@pel-echo-%d", getpid ());
  Fixture          by_path = { .address = path_address }, by_name = { .address = abstract_address };
  int              fds[2], code;
  char             byte;
  pid_t            server;

  g_snprintf (path_address, sizeof path_address, "unix:path=%s,guid=0", path);
  g_snprintf (abstract_address, sizeof abstract_address, "unix:abstract=%s", abstract + 1);
  g_assert_cmpint (pipe (fds), ==, 0);
  server = fork ();
  if (server == 0)
    be_echo_server (path, abstract, fds[1]);
  close (fds[1]);
  g_assert_cmpint (read (fds[0], &byte, 1), ==, 0); /* it closes its end when it listens */
  by_path.server = by_name.server = server;

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/stepper/relay/path", &by_path, test_relay_echo);
  g_test_add_data_func ("/stepper/relay/abstract", &by_name, test_relay_echo);
  g_test_add_data_func ("/stepper/relay/descriptors", &by_path, test_relay_descriptors);
  g_test_add_func ("/stepper/relay/bus", test_relay_bus);
  g_test_add_data_func ("/stepper/stop/each-step", &by_path, test_stop_each_step);
  g_test_add_data_func ("/stepper/stop/freed", &by_path, test_stop_freed);
  g_test_add_data_func ("/stepper/stop/killed", &by_path, test_stop_killed);
  code = g_test_run ();
  kill (server, SIGKILL);
  waitpid (server, NULL, 0);
  g_unlink (path);
  g_rmdir (dir);
  return code;
}
