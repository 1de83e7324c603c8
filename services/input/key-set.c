/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/key-set.h"

#include <xkbcommon/xkbcommon-keysyms.h>

#define N_CODES 256

struct _PelKeySet
{
  PelChord chord; /* of no keys: none */
  guint32  keysyms[N_CODES];
  gboolean is_down[N_CODES];
};

static const struct
{
  guint32 right, left;
} twins[] = {
  { XKB_KEY_Control_R, XKB_KEY_Control_L }, { XKB_KEY_Shift_R, XKB_KEY_Shift_L },
  { XKB_KEY_Alt_R, XKB_KEY_Alt_L },         { XKB_KEY_Super_R, XKB_KEY_Super_L },
  { XKB_KEY_Meta_R, XKB_KEY_Meta_L },
};

static guint32
simplify (guint32 keysym)
{
  for (gsize i = 0; i < G_N_ELEMENTS (twins); i++)
    if (twins[i].right == keysym)
      return twins[i].left;
  return keysym;
}

PelKeySet *
pel_key_set_new (void)
{
  return g_new0 (PelKeySet, 1);
}

void
pel_key_set_free (PelKeySet *self)
{
  g_free (self);
}

void
pel_key_set_set_chord (PelKeySet *self, const PelChord *chord)
{
  self->chord = chord != NULL ? *chord : (PelChord){ 0 };
  for (guint i = 0; i < self->chord.n_keysyms; i++)
    self->chord.keysyms[i] = simplify (self->chord.keysyms[i]);
}

void
pel_key_set_take_mapping (
    PelKeySet *self, guint first, const guint32 *keysyms, guint n_keysyms, guint n_levels)
{
  for (guint i = 0; i < n_keysyms / n_levels && first + i < N_CODES; i++)
    self->keysyms[first + i] = simplify (keysyms[i * n_levels]);
}

static gboolean
is_keysym_down (const PelKeySet *self, guint32 keysym)
{
  for (guint code = 0; code < N_CODES; code++)
    if (self->is_down[code] && self->keysyms[code] == keysym)
      return TRUE;
  return FALSE;
}

static gboolean
is_complete (const PelKeySet *self)
{
  for (guint i = 0; i < self->chord.n_keysyms; i++)
    if (!is_keysym_down (self, self->chord.keysyms[i]))
      return FALSE;
  return self->chord.n_keysyms > 0;
}

gboolean
pel_key_set_press (PelKeySet *self, guint code)
{
  if (code >= N_CODES || self->is_down[code])
    return FALSE;
  self->is_down[code] = TRUE;
  for (guint i = 0; i < self->chord.n_keysyms; i++)
    if (self->chord.keysyms[i] == self->keysyms[code])
      return is_complete (self);
  return FALSE;
}

void
pel_key_set_release (PelKeySet *self, guint code)
{
  if (code < N_CODES)
    self->is_down[code] = FALSE;
}
