/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create */

#include "config.h"

#include "services/input/wlr-keyboard.h"

#include "services/input/key-book.h"

#include "virtual-keyboard-unstable-v1-client-protocol.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EVDEV_OFFSET 8 /* XKB numbers keys as X does */
#define SETTLE_MS    200

typedef struct
{
  guint32       keysym;
  xkb_keycode_t code;
} HeldKey;

struct _PelWlrKeyboard
{
  struct zwp_virtual_keyboard_v1 *proxy;
  PelKeyBook                     *book;
  gboolean                        is_uploaded; /* the book, as it is */
  struct xkb_state               *state;
  GArray                         *held;     /* of HeldKey, in the order of their pressing */
  gint64                          key_time; /* of the last one */
};

static void
send_modifiers (PelWlrKeyboard *self)
{
  zwp_virtual_keyboard_v1_modifiers (self->proxy,
                                     xkb_state_serialize_mods (self->state,
                                                               XKB_STATE_MODS_DEPRESSED),
                                     xkb_state_serialize_mods (self->state, XKB_STATE_MODS_LATCHED),
                                     xkb_state_serialize_mods (self->state, XKB_STATE_MODS_LOCKED),
                                     xkb_state_serialize_layout (self->state,
                                                                 XKB_STATE_LAYOUT_EFFECTIVE));
}

/* A state in which the held keys are down, and nothing else is. */
static void
renew_state (PelWlrKeyboard *self, struct xkb_keymap *keymap)
{
  struct xkb_state *state = xkb_state_new (keymap);

  for (guint i = 0; i < self->held->len; i++)
    xkb_state_update_key (state, g_array_index (self->held, HeldKey, i).code, XKB_KEY_DOWN);
  g_clear_pointer (&self->state, xkb_state_unref);
  self->state = state;
  send_modifiers (self);
}

static gboolean
upload (PelWlrKeyboard *self)
{
  g_autofree char   *text = pel_key_book_to_text (self->book);
  struct xkb_keymap *keymap = pel_key_book_compile (self->book);
  gsize              size = strlen (text) + 1;
  int                fd = memfd_create ("pellucid-keymap", MFD_CLOEXEC);

  self->is_uploaded = keymap != NULL && fd >= 0 && write (fd, text, size) == (gssize) size;
  if (self->is_uploaded)
    {
      zwp_virtual_keyboard_v1_keymap (self->proxy,
                                      WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1,
                                      fd,
                                      (guint32) size);
      renew_state (self, keymap);
    }
  xkb_keymap_unref (keymap);
  if (fd >= 0)
    close (fd);
  return self->is_uploaded;
}

PelWlrKeyboard *
pel_wlr_keyboard_new (struct zwp_virtual_keyboard_v1 *proxy)
{
  PelWlrKeyboard *self = g_new0 (PelWlrKeyboard, 1);

  self->proxy = proxy;
  self->held = g_array_new (FALSE, FALSE, sizeof (HeldKey));
  self->book = pel_key_book_new ();
  if (self->book != NULL && upload (self))
    return self;
  pel_wlr_keyboard_free (self);
  return NULL;
}

void
pel_wlr_keyboard_free (PelWlrKeyboard *self)
{
  if (self == NULL)
    return;
  zwp_virtual_keyboard_v1_destroy (self->proxy);
  pel_key_book_free (self->book);
  xkb_state_unref (self->state);
  g_array_unref (self->held);
  g_free (self);
}

guint
pel_wlr_keyboard_learn (PelWlrKeyboard *self, const guint32 *keysyms, guint n_keysyms)
{
  guint n = 0;

  for (; n < n_keysyms; n++)
    {
      PelKeyPlace unused;

      if (pel_key_book_find (self->book, keysyms[n], &unused))
        continue;
      if (!pel_key_book_add (self->book, keysyms[n]))
        break;
      self->is_uploaded = FALSE;
    }
  return self->is_uploaded || upload (self) ? n : 0;
}

guint
pel_wlr_keyboard_get_settle_ms (PelWlrKeyboard *self)
{
  gint64 passed = (g_get_monotonic_time () - self->key_time) / G_TIME_SPAN_MILLISECOND;

  return passed < SETTLE_MS ? SETTLE_MS - (guint) passed : 0;
}

gboolean
pel_wlr_keyboard_forget (PelWlrKeyboard *self)
{
  self->is_uploaded = FALSE;
  return pel_key_book_clear (self->book);
}

static void
strike (PelWlrKeyboard *self, xkb_keycode_t code, enum xkb_key_direction direction)
{
  gint64 now = g_get_monotonic_time ();

  zwp_virtual_keyboard_v1_key (self->proxy,
                               (guint32) (now / G_TIME_SPAN_MILLISECOND),
                               code - EVDEV_OFFSET,
                               direction == XKB_KEY_DOWN ? WL_KEYBOARD_KEY_STATE_PRESSED
                                                         : WL_KEYBOARD_KEY_STATE_RELEASED);
  if (xkb_state_update_key (self->state, code, direction) != 0)
    send_modifiers (self);
  self->key_time = now;
}

static void
press (PelWlrKeyboard *self, guint32 keysym, xkb_keycode_t code)
{
  HeldKey held = { keysym, code };

  g_array_append_val (self->held, held);
  strike (self, code, XKB_KEY_DOWN);
}

static gboolean
has_shift (PelWlrKeyboard *self)
{
  return xkb_state_mod_name_is_active (self->state, XKB_MOD_NAME_SHIFT, XKB_STATE_MODS_DEPRESSED) >
         0;
}

void
pel_wlr_keyboard_press (PelWlrKeyboard *self, guint32 keysym)
{
  PelKeyPlace place, shift;

  g_return_if_fail (self->is_uploaded && pel_key_book_find (self->book, keysym, &place));

  /* known by the key it is pressed for, and so released with it */
  if (place.needs_shift && !has_shift (self) &&
      pel_key_book_find (self->book, XKB_KEY_Shift_L, &shift))
    press (self, keysym, shift.code);
  press (self, keysym, place.code);
}

void
pel_wlr_keyboard_release (PelWlrKeyboard *self, guint32 keysym)
{
  for (guint i = self->held->len; i > 0; i--)
    {
      HeldKey held = g_array_index (self->held, HeldKey, i - 1);

      if (held.keysym != keysym)
        continue;
      g_array_remove_index (self->held, i - 1);
      strike (self, held.code, XKB_KEY_UP);
    }
}

void
pel_wlr_keyboard_release_all (PelWlrKeyboard *self)
{
  while (self->held->len > 0)
    pel_wlr_keyboard_release (self,
                              g_array_index (self->held, HeldKey, self->held->len - 1).keysym);
  if (xkb_state_serialize_mods (self->state, XKB_STATE_MODS_EFFECTIVE) != 0)
    renew_state (self, xkb_state_get_keymap (self->state));
}

gboolean
pel_wlr_keyboard_has_held (PelWlrKeyboard *self)
{
  return self->held->len > 0;
}
