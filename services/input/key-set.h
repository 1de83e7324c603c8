/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/chord.h"

/**
 * PelKeySet:
 *
 * The keys that are down on a keyboard, and whether they are a certain chord. Left and right of a
 * modifier are the same; whatever else is down does not matter. Pure.
 */
typedef struct _PelKeySet PelKeySet;

PelKeySet *pel_key_set_new (void);
void       pel_key_set_free (PelKeySet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelKeySet, pel_key_set_free)

/* @chord: (nullable): none. */
void pel_key_set_set_chord (PelKeySet *self, const PelChord *chord);

/* What the keys from @first on mean: @n_levels keysyms each, @n_keysyms in all. */
void pel_key_set_take_mapping (
    PelKeySet *self, guint first, const guint32 *keysyms, guint n_keysyms, guint n_levels);

/* TRUE: with this key the chord is complete. A key that repeats itself completes nothing. */
gboolean pel_key_set_press (PelKeySet *self, guint code);
void     pel_key_set_release (PelKeySet *self, guint code);
