/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/hand/keyboard.h"

#include <stdlib.h>
#include <xcb/xkb.h>
#include <xkbcommon/xkbcommon-x11.h>

#define MAX_MASKS 8

void
pel_keyboard_init (PelKeyboard *self, PelServer *server)
{
  *self = (PelKeyboard){ .server = server };
  self->context =
      xkb_context_new (XKB_CONTEXT_NO_DEFAULT_INCLUDES | XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  if (self->context != NULL)
    xkb_context_set_log_level (self->context, XKB_LOG_LEVEL_CRITICAL);
}

/* The one keysym of a key at a level; 0: none. */
static xkb_keysym_t
get_keysym (PelKeyboard *self, unsigned keycode, unsigned group, unsigned level)
{
  const xkb_keysym_t *keysyms;

  if (level >= xkb_keymap_num_levels_for_key (self->keymap, keycode, group) ||
      xkb_keymap_key_get_syms_by_level (self->keymap, keycode, group, level, &keysyms) != 1)
    return XKB_KEY_NoSymbol;
  return keysyms[0];
}

static bool
is_meaningless (PelKeyboard *self, unsigned keycode)
{
  for (unsigned group = 0; group < xkb_keymap_num_layouts_for_key (self->keymap, keycode); group++)
    for (unsigned level = 0; level < xkb_keymap_num_levels_for_key (self->keymap, keycode, group);
         level++)
      if (get_keysym (self, keycode, group, level) != XKB_KEY_NoSymbol)
        return false;
  return true;
}

static bool
is_modifier (const xcb_get_modifier_mapping_reply_t *modifiers, unsigned keycode)
{
  for (int i = 0; modifiers != NULL && i < xcb_get_modifier_mapping_keycodes_length (modifiers);
       i++)
    if (xcb_get_modifier_mapping_keycodes (modifiers)[i] == keycode)
      return true;
  return false;
}

/* What a spare key was given, where it still has it: a new layout takes it away. */
static PelSpareKey
recall (PelKeyboard *self, const PelSpareKey *before, unsigned n_before, unsigned keycode)
{
  for (unsigned i = 0; i < n_before; i++)
    if (before[i].keycode == keycode && before[i].keysym != 0 &&
        get_keysym (self, keycode, 0, 0) == before[i].keysym)
      return before[i];
  return (PelSpareKey){ .keycode = keycode };
}

static void
collect_spares (PelKeyboard *self)
{
  PelSpareKey                       before[PEL_KEYBOARD_MAX_SPARES];
  unsigned                          n_before = self->n_spares;
  xcb_connection_t                 *xcb = self->server->xcb;
  xcb_get_modifier_mapping_reply_t *modifiers =
      xcb_get_modifier_mapping_reply (xcb, xcb_get_modifier_mapping (xcb), NULL);

  for (unsigned i = 0; i < n_before; i++)
    before[i] = self->spares[i];
  self->n_spares = 0;
  for (unsigned keycode = xkb_keymap_min_keycode (self->keymap);
       keycode <= xkb_keymap_max_keycode (self->keymap) && keycode < 256 &&
       self->n_spares < PEL_KEYBOARD_MAX_SPARES;
       keycode++)
    {
      PelSpareKey spare = recall (self, before, n_before, keycode);

      if (spare.keysym != 0 ||
          (is_meaningless (self, keycode) && !is_modifier (modifiers, keycode)))
        self->spares[self->n_spares++] = spare;
    }
  free (modifiers);
}

static bool
is_spare (const PelKeyboard *self, unsigned keycode)
{
  for (unsigned i = 0; i < self->n_spares; i++)
    if (self->spares[i].keycode == keycode)
      return true;
  return false;
}

/* Characters are the same whichever of their keysyms a layout has; keys are not. */
static bool
means (xkb_keysym_t keysym, xkb_keysym_t wanted)
{
  bool is_character = keysym < 0xfd00 || keysym > 0xffff;

  return keysym == wanted ||
         (is_character && keysym != XKB_KEY_NoSymbol && xkb_keysym_to_utf32 (keysym) != 0 &&
          (wanted < 0xfd00 || wanted > 0xffff) &&
          xkb_keysym_to_utf32 (keysym) == xkb_keysym_to_utf32 (wanted));
}

/* Whether the level is reached with no modifiers but these. */
static bool
takes_only (
    PelKeyboard *self, unsigned keycode, unsigned group, unsigned level, xkb_mod_mask_t mask)
{
  xkb_mod_mask_t masks[MAX_MASKS];
  size_t         n_masks =
      xkb_keymap_key_get_mods_for_level (self->keymap, keycode, group, level, masks, MAX_MASKS);

  for (size_t i = 0; i < n_masks; i++)
    if (masks[i] == mask)
      return true;
  return false;
}

static bool
find_on_layout (PelKeyboard *self, xkb_keysym_t keysym, PelKeyStroke *ret_stroke)
{
  xkb_mod_index_t shift = xkb_keymap_mod_get_index (self->keymap, XKB_MOD_NAME_SHIFT);
  xkb_mod_mask_t  masks[] = { 0, shift < 32 ? 1u << shift : 0 };

  for (unsigned level = 0; level < 2; level++)
    for (unsigned keycode = xkb_keymap_min_keycode (self->keymap);
         keycode <= xkb_keymap_max_keycode (self->keymap) && keycode < 256;
         keycode++)
      {
        unsigned n_groups = xkb_keymap_num_layouts_for_key (self->keymap, keycode);
        unsigned group = n_groups > 0 ? self->group % n_groups : 0;

        if (n_groups == 0 || is_spare (self, keycode) ||
            !means (get_keysym (self, keycode, group, level), keysym) ||
            !takes_only (self, keycode, group, level, masks[level]) ||
            (level == 1 && self->shift == 0))
          continue;
        *ret_stroke = (PelKeyStroke){ keycode, level == 1 };
        return true;
      }
  return false;
}

bool
pel_keyboard_find (PelKeyboard *self, xcb_keysym_t keysym, PelKeyStroke *ret_stroke)
{
  if (find_on_layout (self, keysym, ret_stroke))
    return true;
  for (unsigned i = 0; i < self->n_spares; i++)
    if (self->spares[i].keysym == keysym)
      {
        self->spares[i].used = ++self->n_uses;
        self->is_unread = true;
        *ret_stroke = (PelKeyStroke){ self->spares[i].keycode, false };
        return true;
      }
  return false;
}

/* As a bit; 0: it is none. */
static unsigned
find_modifier (const xcb_get_modifier_mapping_reply_t *modifiers, unsigned keycode)
{
  const xcb_keycode_t *keycodes = xcb_get_modifier_mapping_keycodes (modifiers);

  for (int i = 0; i < xcb_get_modifier_mapping_keycodes_length (modifiers); i++)
    if (keycodes[i] == keycode)
      return 1u << i / modifiers->keycodes_per_modifier;
  return 0;
}

/* The server lets no two clients grab the same: so it is grabbed by others if we may not. */
static bool
try_grab (PelServer *server, unsigned modifiers, unsigned keycode)
{
  xcb_connection_t    *xcb = server->xcb;
  xcb_window_t         root = server->screen->root;
  xcb_generic_error_t *error;
  bool                 is_grabbed;

  pel_server_grab (server);
  error = xcb_request_check (xcb,
                             xcb_grab_key_checked (xcb,
                                                   false,
                                                   root,
                                                   modifiers,
                                                   keycode,
                                                   XCB_GRAB_MODE_ASYNC,
                                                   XCB_GRAB_MODE_ASYNC));
  is_grabbed = error != NULL && error->error_code == XCB_ACCESS;
  if (error == NULL)
    xcb_ungrab_key (xcb, keycode, root, modifiers);
  pel_server_ungrab (server);
  free (error);
  return is_grabbed;
}

bool
pel_keyboard_is_grabbed (PelKeyboard *self, const xcb_keysym_t *keysyms, unsigned n_keysyms)
{
  xcb_connection_t                 *xcb = self->server->xcb;
  xcb_get_modifier_mapping_reply_t *mapping =
      xcb_get_modifier_mapping_reply (xcb, xcb_get_modifier_mapping (xcb), NULL);
  unsigned     modifiers = 0;
  PelKeyStroke stroke = { 0 };
  bool         is_known = mapping != NULL && n_keysyms > 0;

  for (unsigned i = 0; is_known && i < n_keysyms; i++)
    {
      is_known = pel_keyboard_find (self, keysyms[i], &stroke);
      if (is_known && i + 1 < n_keysyms)
        modifiers |= find_modifier (mapping, stroke.keycode);
    }
  free (mapping);
  if (stroke.takes_shift)
    modifiers |= XCB_MOD_MASK_SHIFT;
  return is_known && try_grab (self->server, modifiers, stroke.keycode);
}

bool
pel_keyboard_refresh (PelKeyboard *self)
{
  xcb_connection_t *xcb = self->server->xcb;
  unsigned          locked, pressed;
  PelKeyStroke      shift;
  int32_t           device;

  if (!self->server->has_xkb || self->context == NULL ||
      !xkb_x11_setup_xkb_extension (xcb,
                                    XKB_X11_MIN_MAJOR_XKB_VERSION,
                                    XKB_X11_MIN_MINOR_XKB_VERSION,
                                    XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS,
                                    NULL,
                                    NULL,
                                    NULL,
                                    NULL))
    return false;
  device = xkb_x11_get_core_keyboard_device_id (xcb);
  xkb_keymap_unref (self->keymap);
  self->keymap =
      xkb_x11_keymap_new_from_device (self->context, xcb, device, XKB_KEYMAP_COMPILE_NO_FLAGS);
  if (self->keymap == NULL)
    return false;
  pel_keyboard_refresh_state (self, &locked, &pressed);
  collect_spares (self);
  self->shift = find_on_layout (self, XKB_KEY_Shift_L, &shift) ? shift.keycode : 0;
  return true;
}

void
pel_keyboard_refresh_state (PelKeyboard *self, unsigned *ret_locked, unsigned *ret_pressed)
{
  xcb_connection_t          *xcb = self->server->xcb;
  xcb_xkb_get_state_reply_t *reply =
      xcb_xkb_get_state_reply (xcb, xcb_xkb_get_state (xcb, XCB_XKB_ID_USE_CORE_KBD), NULL);

  self->group = reply != NULL ? reply->group : 0;
  *ret_locked = reply != NULL ? reply->lockedMods : 0;
  *ret_pressed = reply != NULL ? reply->baseMods : 0;
  free (reply);
}

/* An empty one, or the one that was not used for the longest time before @since. */
static PelSpareKey *
choose_spare (PelKeyboard *self, uint64_t since, bool may_replace)
{
  PelSpareKey *chosen = NULL;

  for (unsigned i = 0; i < self->n_spares; i++)
    {
      PelSpareKey *spare = &self->spares[i];

      if (spare->keysym == 0)
        return spare;
      if (may_replace && spare->used < since && (chosen == NULL || spare->used < chosen->used))
        chosen = spare;
    }
  return chosen;
}

unsigned
pel_keyboard_prepare (PelKeyboard        *self,
                      const xcb_keysym_t *keysyms,
                      unsigned            n_keysyms,
                      bool                may_replace)
{
  PelKeyMeaning meanings[PEL_KEYBOARD_MAX_SPARES];
  unsigned      n_meanings = 0;
  uint64_t      since = ++self->n_uses;
  unsigned      n_ready;

  for (n_ready = 0; n_ready < n_keysyms; n_ready++)
    {
      PelKeyStroke stroke;
      PelSpareKey *spare;

      if (pel_keyboard_find (self, keysyms[n_ready], &stroke))
        continue;
      spare = choose_spare (self, since, may_replace);
      if (spare == NULL)
        break;
      meanings[n_meanings++] = (PelKeyMeaning){ spare->keycode, keysyms[n_ready] };
      *spare = (PelSpareKey){ spare->keycode, keysyms[n_ready], ++self->n_uses };
    }
  pel_server_map_keys (self->server, meanings, n_meanings);
  return n_ready;
}

void
pel_keyboard_rest (PelKeyboard *self)
{
  pel_server_unmap_all (self->server);
  for (unsigned i = 0; i < self->n_spares; i++)
    self->spares[i].keysym = 0;
  self->is_unread = false;
}
