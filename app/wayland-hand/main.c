/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pellucid-wayland-hand
 *
 * Hears from a session what it holds down (services/input/wlr-hand.h). When the session is gone, it
 * releases what is left: a compositor made with wlroots would keep buttons and modifiers down. */

#define _GNU_SOURCE /* memfd_create */

#include "config.h"

#include "services/base/privacy.h"
#include "services/input/wlr-hand.h"

#include "virtual-keyboard-unstable-v1-client-protocol.h"
#include "wlr-virtual-pointer-unstable-v1-client-protocol.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-client.h>

#define MAX_HELD     8
#define SHIFT        1 /* its bit */
#define N_ASSURANCES 5
#define ASSURANCE_MS 100

typedef struct
{
  struct wl_display                      *display;
  struct wl_registry                     *registry;
  struct wl_seat                         *seat;
  struct zwlr_virtual_pointer_manager_v1 *pointers;
  struct zwp_virtual_keyboard_manager_v1 *keyboards;
  guint32                                 held[MAX_HELD];
  guint                                   n_held;
} Hand;

static const char keymap[] = "xkb_keymap {\n"
                             "xkb_keycodes { include \"evdev+aliases(qwerty)\" };\n"
                             "xkb_types { include \"complete\" };\n"
                             "xkb_compat { include \"complete\" };\n"
                             "xkb_symbols { include \"pc+us\" };\n"
                             "};\n";

static void
global_cb (void               *data,
           struct wl_registry *registry,
           uint32_t            name,
           const char         *interface,
           uint32_t            version)
{
  Hand *hand = data;

  if (hand->seat == NULL && g_str_equal (interface, wl_seat_interface.name))
    hand->seat = wl_registry_bind (registry, name, &wl_seat_interface, 1);
  else if (g_str_equal (interface, zwlr_virtual_pointer_manager_v1_interface.name))
    hand->pointers =
        wl_registry_bind (registry, name, &zwlr_virtual_pointer_manager_v1_interface, 1);
  else if (g_str_equal (interface, zwp_virtual_keyboard_manager_v1_interface.name))
    hand->keyboards =
        wl_registry_bind (registry, name, &zwp_virtual_keyboard_manager_v1_interface, 1);
}

static void
global_remove_cb (void *data, struct wl_registry *registry, uint32_t name)
{
}

static const struct wl_registry_listener registry_listener = {
  .global = global_cb,
  .global_remove = global_remove_cb,
};

/* In advance: when it is needed there may be no time, and no room. */
static gboolean
connect_hand (Hand *hand)
{
  hand->display = wl_display_connect (NULL);
  if (hand->display == NULL)
    return FALSE;
  hand->registry = wl_display_get_registry (hand->display);
  wl_registry_add_listener (hand->registry, &registry_listener, hand);
  return wl_display_roundtrip (hand->display) >= 0 && hand->seat != NULL &&
         hand->pointers != NULL && hand->keyboards != NULL;
}

static void
note (Hand *hand, const PelWlrHandNote *note)
{
  guint i = 0;

  while (i < hand->n_held && hand->held[i] != note->what)
    i++;
  if (note->is_held && i == hand->n_held && i < MAX_HELD)
    hand->held[hand->n_held++] = note->what;
  else if (!note->is_held && i < hand->n_held)
    hand->held[i] = hand->held[--hand->n_held];
}

/* The compositor reports to programs the modifiers of the keyboard that was used last: one that
 * holds none takes over. Only changes are reported, so Shift is touched. The compositor may hear of
 * the end of the session after us, and then uses the session's keyboard once more to release its
 * keys.
 */
static void
release_keys (Hand *hand)
{
  struct zwp_virtual_keyboard_v1 *keyboard =
      zwp_virtual_keyboard_manager_v1_create_virtual_keyboard (hand->keyboards, hand->seat);
  int fd = memfd_create ("pellucid-keymap", MFD_CLOEXEC);

  if (fd >= 0 && write (fd, keymap, sizeof keymap) == sizeof keymap)
    zwp_virtual_keyboard_v1_keymap (keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, fd, sizeof keymap);
  for (guint i = 0; fd >= 0 && i < N_ASSURANCES; i++)
    {
      zwp_virtual_keyboard_v1_modifiers (keyboard, SHIFT, 0, 0, 0);
      zwp_virtual_keyboard_v1_modifiers (keyboard, 0, 0, 0, 0);
      wl_display_roundtrip (hand->display);
      g_usleep (ASSURANCE_MS * 1000);
    }
  if (fd >= 0)
    close (fd);
  zwp_virtual_keyboard_v1_destroy (keyboard);
}

/* Any pointer may release what another one pressed. */
static void
release_button (Hand *hand, guint32 code)
{
  struct zwlr_virtual_pointer_v1 *pointer =
      zwlr_virtual_pointer_manager_v1_create_virtual_pointer (hand->pointers, hand->seat);

  zwlr_virtual_pointer_v1_button (pointer,
                                  (guint32) (g_get_monotonic_time () / G_TIME_SPAN_MILLISECOND),
                                  code,
                                  WL_POINTER_BUTTON_STATE_RELEASED);
  zwlr_virtual_pointer_v1_frame (pointer);
  wl_display_roundtrip (hand->display);
  zwlr_virtual_pointer_v1_destroy (pointer);
}

/* Buttons first: with a new keyboard, programs lose the focus for a moment, and with it the
 * release. */
static void
release_all (Hand *hand)
{
  for (guint i = 0; i < hand->n_held; i++)
    if (hand->held[i] != PEL_WLR_HAND_KEYS)
      release_button (hand, hand->held[i]);
  for (guint i = 0; i < hand->n_held; i++)
    if (hand->held[i] == PEL_WLR_HAND_KEYS)
      release_keys (hand);
}

static void
disconnect_hand (Hand *hand)
{
  g_clear_pointer (&hand->keyboards, zwp_virtual_keyboard_manager_v1_destroy);
  g_clear_pointer (&hand->pointers, zwlr_virtual_pointer_manager_v1_destroy);
  g_clear_pointer (&hand->seat, wl_seat_destroy);
  g_clear_pointer (&hand->registry, wl_registry_destroy);
  g_clear_pointer (&hand->display, wl_display_disconnect);
}

/* FALSE: the session is gone, and nothing of what it said is left. */
static gboolean
hear (Hand *hand)
{
  PelWlrHandNote heard;
  ssize_t        n = recv (PEL_WLR_HAND_FD, &heard, sizeof heard, 0);

  if (n == sizeof heard)
    note (hand, &heard);
  return n > 0 || (n < 0 && errno == EINTR);
}

/* Until the session is gone, or the compositor, and with it all that was held. */
static void
run (Hand *hand)
{
  struct pollfd fds[] = { { .fd = PEL_WLR_HAND_FD, .events = POLLIN },
                          { .fd = wl_display_get_fd (hand->display), .events = POLLIN } };
  gboolean      is_told = TRUE, is_connected = TRUE;

  while (is_told && is_connected)
    {
      wl_display_flush (hand->display);
      if (poll (fds, G_N_ELEMENTS (fds), /* timeout= */ -1) < 0)
        continue;
      if (fds[0].revents != 0)
        is_told = hear (hand);
      if (fds[1].revents != 0)
        is_connected = wl_display_dispatch (hand->display) >= 0;
    }
  if (is_connected)
    release_all (hand);
}

int
main (int argc, char **argv)
{
  Hand     hand = { 0 };
  gboolean is_connected;

  pel_privacy_seal ();

  /* the session may be told to end together with us; what counts is that it has ended */
  signal (SIGHUP, SIG_IGN);
  signal (SIGINT, SIG_IGN);
  signal (SIGTERM, SIG_IGN);
  is_connected = connect_hand (&hand);
  if (argc == 2 && g_str_equal (argv[1], "--check")) /* for the doctor */
    {
      disconnect_hand (&hand);
      return is_connected ? 0 : 1;
    }
  if (is_connected)
    run (&hand);
  disconnect_hand (&hand);
  return 0;
}
