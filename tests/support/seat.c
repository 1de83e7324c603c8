/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * seat SOCKET FD
 *
 * A pointer and a keyboard for a headless compositor. Its seat offers programs neither until a
 * device exists, and takes them away when the last one goes, so one process holds both for as long
 * as the desktop lives. A client connects, sends one line and reads one line: "ok", sent after the
 * compositor has done it, or what went wrong. */

#include "wayland-client-connection.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon.h>

#define CLIENT_S   2
#define SUBPIXELS  256 /* the protocol takes integers, but of any extent */
#define WHEEL_STEP 15
#define SHIFT_MASK 1

typedef struct
{
  PelWayland                     *wayland;
  struct zwlr_virtual_pointer_v1 *pointer;
  struct zwp_virtual_keyboard_v1 *keyboard;
  struct xkb_state               *state;
} PelSeat;

typedef struct
{
  const char *name;
  int         n_numbers;
  void (*run) (PelSeat *seat, const double *numbers);
} PelSeatCommand;

static uint32_t
now_ms (void)
{
  return (uint32_t) (g_get_monotonic_time () / 1000);
}

/* The compositor spreads the extents over the box around all outputs, which may start below 0. */
static void
run_move (PelSeat *seat, const double *to)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < seat->wayland->outputs->len; i++)
    {
      const PelWaylandOutput *output = g_ptr_array_index (seat->wayland->outputs, i);

      left = MIN (left, output->x);
      top = MIN (top, output->y);
      right = MAX (right, output->x + output->width);
      bottom = MAX (bottom, output->y + output->height);
    }
  zwlr_virtual_pointer_v1_motion_absolute (seat->pointer,
                                           now_ms (),
                                           (uint32_t) ((CLAMP (to[0], left, right) - left) *
                                                           SUBPIXELS +
                                                       .5),
                                           (uint32_t) ((CLAMP (to[1], top, bottom) - top) *
                                                           SUBPIXELS +
                                                       .5),
                                           (uint32_t) (right - left) * SUBPIXELS,
                                           (uint32_t) (bottom - top) * SUBPIXELS);
  zwlr_virtual_pointer_v1_frame (seat->pointer);
}

static void
run_button (PelSeat *seat, const double *numbers)
{
  zwlr_virtual_pointer_v1_button (seat->pointer,
                                  now_ms (),
                                  (uint32_t) numbers[0],
                                  (uint32_t) numbers[1]);
  zwlr_virtual_pointer_v1_frame (seat->pointer);
}

static void
run_wheel (PelSeat *seat, const double *steps)
{
  const uint32_t axes[] = { WL_POINTER_AXIS_HORIZONTAL_SCROLL, WL_POINTER_AXIS_VERTICAL_SCROLL };

  for (gsize i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      if ((int) steps[i] == 0)
        continue;
      zwlr_virtual_pointer_v1_axis_source (seat->pointer, WL_POINTER_AXIS_SOURCE_WHEEL);
      zwlr_virtual_pointer_v1_axis_discrete (seat->pointer,
                                             now_ms (),
                                             axes[i],
                                             wl_fixed_from_int ((int) steps[i] * WHEEL_STEP),
                                             (int) steps[i]);
      zwlr_virtual_pointer_v1_frame (seat->pointer);
    }
}

static void
run_key (PelSeat *seat, const double *numbers)
{
  uint32_t key = (uint32_t) numbers[0];
  gboolean is_pressed = numbers[1] > 0;

  zwp_virtual_keyboard_v1_key (seat->keyboard, now_ms (), key, is_pressed);
  xkb_state_update_key (seat->state, key + 8, is_pressed ? XKB_KEY_DOWN : XKB_KEY_UP);
  zwp_virtual_keyboard_v1_modifiers (seat->keyboard,
                                     xkb_state_serialize_mods (seat->state,
                                                               XKB_STATE_MODS_DEPRESSED),
                                     xkb_state_serialize_mods (seat->state, XKB_STATE_MODS_LATCHED),
                                     xkb_state_serialize_mods (seat->state, XKB_STATE_MODS_LOCKED),
                                     xkb_state_serialize_layout (seat->state,
                                                                 XKB_STATE_LAYOUT_EFFECTIVE));
}

/* Nothing is pressed, and the compositor takes this keyboard for the one in use. */
static void
run_wake (PelSeat *seat, const double *unused)
{
  zwp_virtual_keyboard_v1_modifiers (seat->keyboard, SHIFT_MASK, 0, 0, 0);
  zwp_virtual_keyboard_v1_modifiers (seat->keyboard, 0, 0, 0, 0);
}

static void
give_keymap (PelSeat *seat, const char *layout)
{
  struct xkb_rule_names names = { "evdev", "pc105", layout, "", "" };
  struct xkb_context   *context = xkb_context_new (XKB_CONTEXT_NO_FLAGS);
  struct xkb_keymap    *keymap = xkb_keymap_new_from_names (context, &names, 0);
  char                 *text = xkb_keymap_get_as_string (keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
  gsize                 size = strlen (text) + 1;
  int                   fd = memfd_create ("pel-test-keymap", MFD_CLOEXEC);

  if (fd < 0 || write (fd, text, size) != (ssize_t) size)
    g_error ("no memory for a keymap");
  zwp_virtual_keyboard_v1_keymap (seat->keyboard,
                                  WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1,
                                  fd,
                                  (uint32_t) size);
  g_clear_pointer (&seat->state, xkb_state_unref);
  seat->state = xkb_state_new (keymap);
  close (fd);
  free (text);
  xkb_keymap_unref (keymap);
  xkb_context_unref (context);
}

/* clang-format off */
static const PelSeatCommand commands[] = {
  { "button", 2, run_button }, /* evdev code, state */
  { "key",    2, run_key    }, /* evdev code, state */
  { "move",   2, run_move   }, /* logical position */
  { "wake",   0, run_wake   },
  { "wheel",  2, run_wheel  }, /* steps right, steps down */
};
/* clang-format on */

static gboolean
obey (PelSeat *seat, const char *line, GError **error)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  double         numbers[4];

  /* First, so that a move goes by the outputs as they are now. */
  if (!pel_wayland_roundtrip (seat->wayland, error))
    return FALSE;
  if (g_strv_length (words) == 2 && strcmp (words[0], "layout") == 0)
    {
      give_keymap (seat, words[1]);
      return pel_wayland_roundtrip (seat->wayland, error);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (strcmp (words[0], commands[i].name) != 0 ||
          (int) g_strv_length (words) != commands[i].n_numbers + 1)
        continue;
      for (int n = 0; n < commands[i].n_numbers; n++)
        numbers[n] = g_ascii_strtod (words[n + 1], NULL);
      commands[i].run (seat, numbers);
      return pel_wayland_roundtrip (seat->wayland, error);
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "“%s” is no command", line);
  return FALSE;
}

static void
serve (PelSeat *seat, int listener)
{
  struct timeval     patience = { .tv_sec = CLIENT_S };
  g_autoptr (GError) error = NULL;
  char               line[256] = { 0 };
  gsize              length = 0;
  int                fd = accept4 (listener, NULL, NULL, SOCK_CLOEXEC);

  if (fd < 0)
    return;
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  while (length < sizeof line - 1 && memchr (line, '\n', length) == NULL)
    {
      ssize_t n = recv (fd, line + length, sizeof line - 1 - length, 0);

      if (n <= 0)
        break;
      length += (gsize) n;
    }
  if (length > 0)
    {
      obey (seat, g_strchomp (line), &error);
      dprintf (fd, "%s\n", error != NULL ? error->message : "ok");
    }
  close (fd);
}

/* Nearly off the screen, since a headless compositor paints the pointer into every picture. */
static void
park_pointer (PelSeat *seat)
{
  const PelWaylandOutput *output = g_ptr_array_index (seat->wayland->outputs, 0);

  run_move (seat, (double[]){ output->x, output->y + output->height - 1 });
}

static int
listen_at (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int                fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  if (bind (fd, (struct sockaddr *) &address, sizeof address) != 0 || listen (fd, 16) != 0)
    g_error ("cannot listen at %s", path);
  return fd;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  PelSeat            seat = { NULL };
  struct pollfd      fds[2];

  if (argc != 3)
    g_error ("usage: seat SOCKET FD");
  seat.wayland = pel_wayland_new (&error);
  if (seat.wayland == NULL)
    g_error ("%s", error->message);
  if (seat.wayland->pointers == NULL || seat.wayland->keyboards == NULL)
    g_error ("the compositor has no virtual pointer or keyboard");
  seat.pointer = zwlr_virtual_pointer_manager_v1_create_virtual_pointer (seat.wayland->pointers,
                                                                         seat.wayland->seat);
  seat.keyboard = zwp_virtual_keyboard_manager_v1_create_virtual_keyboard (seat.wayland->keyboards,
                                                                           seat.wayland->seat);
  give_keymap (&seat, "us");
  park_pointer (&seat);
  if (!pel_wayland_roundtrip (seat.wayland, &error))
    g_error ("%s", error->message);

  fds[0] = (struct pollfd){ .fd = listen_at (argv[1]), .events = POLLIN };
  fds[1] = (struct pollfd){ .fd = wl_display_get_fd (seat.wayland->display), .events = POLLIN };
  dprintf (atoi (argv[2]), "ready\n");
  while (poll (fds, G_N_ELEMENTS (fds), -1) > 0)
    {
      if (fds[0].revents != 0)
        serve (&seat, fds[0].fd);
      else if (!pel_wayland_dispatch (seat.wayland, g_get_monotonic_time (), NULL))
        break;
    }
  return 0;
}
