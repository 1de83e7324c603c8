/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-keys.h"

struct _PelPickKeys
{
  struct xkb_keymap *keymap;
  struct xkb_state  *state;
};

/* clang-format off */
static const struct { const char *name; PelPickModifiers modifier; } modifiers[] = {
  { XKB_MOD_NAME_SHIFT, PEL_PICK_SHIFT   },
  { XKB_MOD_NAME_CTRL,  PEL_PICK_CONTROL },
};
/* clang-format on */

PelPickKeys *
pel_pick_keys_new (struct xkb_keymap *keymap)
{
  PelPickKeys *self = g_new0 (PelPickKeys, 1);

  self->keymap = keymap;
  self->state = xkb_state_new (keymap);
  return self;
}

void
pel_pick_keys_free (PelPickKeys *self)
{
  if (self == NULL)
    return;
  xkb_state_unref (self->state);
  xkb_keymap_unref (self->keymap);
  g_free (self);
}

void
pel_pick_keys_set_state (PelPickKeys *self, guint32 mask, guint32 group)
{
  xkb_state_update_mask (self->state, mask, 0, 0, group, 0, 0);
}

void
pel_pick_keys_set_x11_state (PelPickKeys *self, guint16 state)
{
  pel_pick_keys_set_state (self, state & 0xff, state >> 13 & 3);
}

guint
pel_pick_keys_get_symbol (PelPickKeys *self, guint32 code)
{
  return xkb_state_key_get_one_sym (self->state, code);
}

PelPickModifiers
pel_pick_keys_get_modifiers (PelPickKeys *self)
{
  PelPickModifiers held = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (xkb_state_mod_name_is_active (self->state, modifiers[i].name, XKB_STATE_MODS_EFFECTIVE) > 0)
      held |= modifiers[i].modifier;
  return held;
}

gboolean
pel_pick_keys_repeats (PelPickKeys *self, guint32 code)
{
  return xkb_keymap_key_repeats (self->keymap, code) == 1;
}
