/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * PelTestInput:
 *
 * A person's hands for tests: XTest on X11, the desktop's seat on sway. Every function returns
 * after the server has processed the input, FALSE when it did not within five seconds. Positions
 * are native: root pixels on X11, logical on sway. Buttons have the numbers of X: 1 left, 2 middle,
 * 3 right, 8 back, 9 forward.
 */
typedef struct PelTestInput PelTestInput;

/* For the desktop of the environment. (transfer full) */
PelTestInput *pel_test_input_new (GError **error);
void          pel_test_input_free (PelTestInput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTestInput, pel_test_input_free)

gboolean pel_test_input_move (PelTestInput *self, double x, double y, GError **error);
gboolean pel_test_input_press (PelTestInput *self, guint button, GError **error);
gboolean pel_test_input_release (PelTestInput *self, guint button, GError **error);
gboolean pel_test_input_click (PelTestInput *self, guint button, GError **error);

/* Notches of the wheel, to the right and down. */
gboolean pel_test_input_wheel (PelTestInput *self, int right, int down, GError **error);

/* A key with its modifiers: "a", "ctrl+shift+t", "alt+F4", "Escape"; keysym names. */
gboolean pel_test_input_chord (PelTestInput *self, const char *chord, GError **error);

/* One key alone, by its keysym name, that stays pressed until it is lifted. */
gboolean pel_test_input_hold (PelTestInput *self, const char *name, GError **error);
gboolean pel_test_input_lift (PelTestInput *self, const char *name, GError **error);

/* A keyboard of another layout: "us", as at the beginning, "de", … */
gboolean pel_test_input_set_layout (PelTestInput *self, const char *layout, GError **error);

/* The person's keyboard is the one in use. sway has none after a virtual keyboard of someone else
 * has gone, and tells programs no keymap until a key is pressed: Chromium ends with a fault then.
 */
gboolean pel_test_input_wake (PelTestInput *self, GError **error);

/* ASCII text; a newline is Return. */
gboolean pel_test_input_type (PelTestInput *self, const char *text, GError **error);
