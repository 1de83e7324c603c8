/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/hand/server.h"

#include <stdlib.h>
#include <string.h>
#include <xcb/randr.h>
#include <xcb/res.h>
#include <xcb/xkb.h>
#include <xcb/xtest.h>

#define MAX_BUTTON 31

/* The other process may read the book when this one has died between any two instructions. */
#define BOOK_BARRIER() __atomic_thread_fence (__ATOMIC_SEQ_CST)

static void
set_bit (uint8_t *bits, unsigned index, bool value)
{
  BOOK_BARRIER ();
  if (value)
    bits[index / 8 % 32] |= (uint8_t) (1u << index % 8);
  else
    bits[index / 8 % 32] &= (uint8_t) ~(1u << index % 8);
  BOOK_BARRIER ();
}

static bool
has_extension (PelServer *self, xcb_extension_t *extension)
{
  const xcb_query_extension_reply_t *reply = xcb_get_extension_data (self->xcb, extension);

  return reply != NULL && reply->present;
}

static xcb_atom_t
intern (PelServer *self, const char *name)
{
  xcb_intern_atom_reply_t *reply =
      xcb_intern_atom_reply (self->xcb,
                             xcb_intern_atom (self->xcb, 0, (uint16_t) strlen (name), name),
                             NULL);
  xcb_atom_t atom = reply != NULL ? reply->atom : XCB_ATOM_NONE;

  free (reply);
  return atom;
}

static void
negotiate (PelServer *self)
{
  self->has_test = has_extension (self, &xcb_test_id);
  self->has_res = has_extension (self, &xcb_res_id);
  self->has_xkb = has_extension (self, &xcb_xkb_id);
  self->has_randr = has_extension (self, &xcb_randr_id);
  if (self->has_res)
    {
      xcb_res_query_version_reply_t *reply =
          xcb_res_query_version_reply (self->xcb, xcb_res_query_version (self->xcb, 1, 2), NULL);

      self->has_res = reply != NULL && (reply->server_major > 1 || reply->server_minor >= 2);
      free (reply);
    }
  if (self->has_randr)
    xcb_discard_reply (self->xcb, xcb_randr_query_version (self->xcb, 1, 5).sequence);
  if (self->has_xkb)
    xcb_discard_reply (self->xcb,
                       xcb_xkb_use_extension (self->xcb,
                                              XCB_XKB_MAJOR_VERSION,
                                              XCB_XKB_MINOR_VERSION)
                           .sequence);
  /* or another client's grab of the server would hold up what is to be let go */
  if (self->has_test)
    xcb_test_grab_control (self->xcb, true);
}

bool
pel_server_open (PelServer *self, PelHandBook *book)
{
  int                   number = 0;
  xcb_screen_iterator_t it;

  *self = (PelServer){ .book = book };
  self->xcb = xcb_connect (NULL, &number);
  if (xcb_connection_has_error (self->xcb))
    return false;
  it = xcb_setup_roots_iterator (xcb_get_setup (self->xcb));
  for (; it.rem > 1 && number > 0; number--)
    xcb_screen_next (&it);
  self->screen = it.data;
  negotiate (self);
  self->wm_state = intern (self, "WM_STATE");
  self->wm_protocols = intern (self, "WM_PROTOCOLS");
  self->net_wm_ping = intern (self, "_NET_WM_PING");
  return pel_server_sync (self);
}

void
pel_server_grab (PelServer *self)
{
  xcb_grab_server (self->xcb);
}

void
pel_server_ungrab (PelServer *self)
{
  xcb_ungrab_server (self->xcb);
  xcb_flush (self->xcb);
}

bool
pel_server_sync (PelServer *self)
{
  xcb_get_input_focus_reply_t *reply =
      xcb_get_input_focus_reply (self->xcb, xcb_get_input_focus (self->xcb), NULL);

  if (reply == NULL)
    return false;
  free (reply);
  for (unsigned i = 0; i < sizeof self->lifted; i++)
    self->book->keys[i] &= (uint8_t) ~self->lifted[i];
  memset (self->lifted, 0, sizeof self->lifted);
  self->book->buttons &= ~self->lifted_buttons;
  self->lifted_buttons = 0;
  return true;
}

static void
fake (PelServer *self, unsigned type, unsigned detail, int x, int y)
{
  xcb_test_fake_input (self->xcb,
                       (uint8_t) type,
                       (uint8_t) detail,
                       XCB_CURRENT_TIME,
                       self->screen->root,
                       (int16_t) x,
                       (int16_t) y,
                       0);
}

void
pel_server_move (PelServer *self, int x, int y)
{
  fake (self, XCB_MOTION_NOTIFY, /* relative= */ 0, x, y);
}

void
pel_server_press_button (PelServer *self, unsigned button)
{
  self->lifted_buttons &= ~(1u << button % 32);
  self->book->buttons |= 1u << button % 32;
  BOOK_BARRIER ();
  fake (self, XCB_BUTTON_PRESS, button, 0, 0);
}

void
pel_server_release_button (PelServer *self, unsigned button)
{
  fake (self, XCB_BUTTON_RELEASE, button, 0, 0);
  self->lifted_buttons |= 1u << button % 32;
}

void
pel_server_press_key (PelServer *self, unsigned keycode)
{
  set_bit (self->lifted, keycode, false);
  set_bit (self->book->keys, keycode, true);
  fake (self, XCB_KEY_PRESS, keycode, 0, 0);
}

void
pel_server_release_key (PelServer *self, unsigned keycode)
{
  fake (self, XCB_KEY_RELEASE, keycode, 0, 0);
  set_bit (self->lifted, keycode, true);
}

bool
pel_server_is_key_down (const PelServer *self, unsigned keycode)
{
  return pel_bit_get (self->book->keys, keycode);
}

bool
pel_server_is_button_down (const PelServer *self)
{
  return self->book->buttons != 0;
}

bool
pel_server_is_holding (const PelServer *self)
{
  static const uint8_t none[sizeof self->book->keys];

  return self->book->buttons != 0 || memcmp (self->book->keys, none, sizeof none) != 0;
}

/* What a keycode of the map means, as it stands in requests and replies; its keysyms follow. */
typedef xcb_xkb_key_sym_map_t Entry;

/* The type that is the third one by the protocol: it takes Shift and Caps Lock for itself, so that
 * nobody makes a capital letter of what both its levels mean. */
#define ALPHABETIC 2

static xcb_xkb_get_map_reply_t *
get_map (PelServer *self, unsigned first, unsigned n_keys)
{
  return xcb_xkb_get_map_reply (self->xcb,
                                xcb_xkb_get_map (self->xcb,
                                                 XCB_XKB_ID_USE_CORE_KBD,
                                                 /* full= */ 0,
                                                 /* partial= */ XCB_XKB_MAP_PART_KEY_SYMS,
                                                 0,
                                                 0,
                                                 (xcb_keycode_t) first,
                                                 (uint8_t) n_keys,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 0),
                                NULL);
}

static const PelKeyMeaning *
find_meaning (const PelKeyMeaning *meanings, unsigned n_meanings, unsigned keycode)
{
  for (unsigned i = 0; i < n_meanings; i++)
    if (meanings[i].keycode == keycode)
      return &meanings[i];
  return NULL;
}

static size_t
write_entry (uint8_t *place, xcb_keysym_t keysym)
{
  const xcb_keysym_t keysyms[] = { keysym, keysym };
  Entry              entry = { .kt_index = { ALPHABETIC, ALPHABETIC, ALPHABETIC, ALPHABETIC },
                               .groupInfo = 1,
                               .width = 2,
                               .nSyms = 2 };

  if (keysym == 0)
    {
      memset (place, 0, sizeof entry);
      return sizeof entry;
    }
  memcpy (place, &entry, sizeof entry);
  memcpy (place + sizeof entry, keysyms, sizeof keysyms);
  return sizeof entry + sizeof keysyms;
}

/* Copies the map with other meanings for some of its keys; false: it is not as it should be. */
static bool
rewrite (const xcb_xkb_get_map_reply_t *reply,
         const PelKeyMeaning           *meanings,
         unsigned                       n_meanings,
         uint8_t                       *target,
         unsigned                      *ret_n_syms)
{
  const uint8_t *source = xcb_xkb_get_map_map (reply);
  const uint8_t *end = (const uint8_t *) reply + 32 + (size_t) reply->length * 4;

  *ret_n_syms = 0;
  for (unsigned i = 0; i < reply->nKeySyms; i++)
    {
      const PelKeyMeaning *meaning = find_meaning (meanings, n_meanings, reply->firstKeySym + i);
      Entry                entry;
      size_t               size;

      if (source + sizeof entry > end)
        return false;
      memcpy (&entry, source, sizeof entry);
      size = sizeof entry + entry.nSyms * sizeof (xcb_keysym_t);
      if (source + size > end)
        return false;
      if (meaning == NULL)
        memcpy (target, source, size);
      source += size;
      if (meaning != NULL)
        size = write_entry (target, meaning->keysym);
      target += size;
      *ret_n_syms += (unsigned) ((size - sizeof entry) / sizeof (xcb_keysym_t));
    }
  return true;
}

/* In one request: each change of the map makes every program read it again, and window managers
 * their bindings. */
static void
set_map (PelServer *self, const PelKeyMeaning *meanings, unsigned n_meanings)
{
  const xcb_setup_t       *setup = xcb_get_setup (self->xcb);
  xcb_xkb_get_map_reply_t *reply;
  unsigned                 first = 255, last = 0, n_syms;
  uint8_t                 *map;

  for (unsigned i = 0; i < n_meanings; i++)
    {
      first = meanings[i].keycode < first ? meanings[i].keycode : first;
      last = meanings[i].keycode > last ? meanings[i].keycode : last;
    }
  reply = get_map (self, first, last - first + 1);
  map = reply != NULL ? malloc ((size_t) reply->length * 4 +
                                n_meanings * 2 * sizeof (xcb_keysym_t) + sizeof (Entry))
                      : NULL;
  if (map != NULL && rewrite (reply, meanings, n_meanings, map, &n_syms))
    xcb_xkb_set_map (self->xcb,
                     XCB_XKB_ID_USE_CORE_KBD,
                     XCB_XKB_MAP_PART_KEY_SYMS,
                     /* flags= */ 0,
                     setup->min_keycode,
                     setup->max_keycode,
                     0,
                     0,
                     reply->firstKeySym,
                     reply->nKeySyms,
                     (uint16_t) n_syms,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     0,
                     map);
  free (map);
  free (reply);
}

void
pel_server_map_keys (PelServer *self, const PelKeyMeaning *meanings, unsigned n_meanings)
{
  if (n_meanings == 0)
    return;
  for (unsigned i = 0; i < n_meanings; i++)
    if (meanings[i].keysym != 0)
      set_bit (self->book->spares, meanings[i].keycode, true);
  set_map (self, meanings, n_meanings);
  if (!pel_server_sync (self))
    return;
  for (unsigned i = 0; i < n_meanings; i++)
    if (meanings[i].keysym == 0)
      set_bit (self->book->spares, meanings[i].keycode, false);
}

static void
change_locks (PelServer *self, unsigned affected, unsigned locked)
{
  xcb_xkb_latch_lock_state (self->xcb,
                            XCB_XKB_ID_USE_CORE_KBD,
                            (uint8_t) affected,
                            (uint8_t) locked,
                            /* lockGroup= */ 0,
                            /* groupLock= */ 0,
                            /* affectModLatches= */ 0,
                            /* latchGroup= */ 0,
                            /* groupLatch= */ 0);
}

void
pel_server_unlock (PelServer *self, unsigned modifiers)
{
  self->book->locks |= modifiers;
  BOOK_BARRIER ();
  change_locks (self, modifiers, 0);
}

void
pel_server_lock_again (PelServer *self)
{
  unsigned locks = self->book->locks;

  if (locks == 0)
    return;
  change_locks (self, locks, locks);
  if (pel_server_sync (self))
    self->book->locks = 0;
}

void
pel_server_release_all (PelServer *self)
{
  for (unsigned i = 0; i <= MAX_BUTTON; i++)
    if ((self->book->buttons >> i & 1) != 0)
      pel_server_release_button (self, i);
  for (unsigned i = 0; i < 256; i++)
    if (pel_bit_get (self->book->keys, i))
      pel_server_release_key (self, i);
  pel_server_lock_again (self);
  pel_server_sync (self);
}

void
pel_server_unmap_all (PelServer *self)
{
  PelKeyMeaning meanings[256];
  unsigned      n_meanings = 0;

  for (unsigned i = 0; i < 256; i++)
    if (pel_bit_get (self->book->spares, i))
      meanings[n_meanings++] = (PelKeyMeaning){ i, 0 };
  pel_server_map_keys (self, meanings, n_meanings);
}

/* If nothing reports monitors, the screen counts as one. */
bool
pel_server_shows_point (PelServer *self, int x, int y)
{
  xcb_randr_get_monitors_reply_t   *reply = NULL;
  xcb_randr_monitor_info_iterator_t it;
  bool                              is_shown = false;

  if (self->has_randr)
    reply = xcb_randr_get_monitors_reply (self->xcb,
                                          xcb_randr_get_monitors (self->xcb,
                                                                  self->screen->root,
                                                                  /* get_active= */ 1),
                                          NULL);
  if (reply == NULL || reply->nMonitors == 0)
    {
      free (reply);
      return x >= 0 && y >= 0 && x < self->screen->width_in_pixels &&
             y < self->screen->height_in_pixels;
    }
  for (it = xcb_randr_get_monitors_monitors_iterator (reply); it.rem > 0;
       xcb_randr_monitor_info_next (&it))
    is_shown = is_shown || (x >= it.data->x && y >= it.data->y && x < it.data->x + it.data->width &&
                            y < it.data->y + it.data->height);
  free (reply);
  return is_shown;
}
