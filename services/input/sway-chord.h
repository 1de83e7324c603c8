/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/chord.h"

/* Chords as sway's configuration names them. Pure. */

/* "Ctrl+Mod1+Escape"; modifiers and one other key, which sway wants. (transfer full) FALSE with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE. */
char *pel_sway_chord_write (const PelChord *chord, GError **error);

/* Whether @config, the text of a configuration, binds the keys of @chord to something, in any mode.
 * What it binds by the numbers of keys, and in files that it includes, goes unseen. */
gboolean pel_sway_chord_is_taken (const char *chord, const char *config);
