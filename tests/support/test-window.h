/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* A rectangle of one colour, in native pixels of the window. */
typedef struct
{
  int     x, y, width, height;
  guint32 rgb;
} PelTestPatch;

/**
 * PelTestWindow:
 *
 * A window without a toolkit and without decorations: X11 or Wayland, whichever the desktop is. Its
 * patches are drawn in the device pixels of the output, never scaled by anybody else. It remembers
 * everything that happens to it as a line of text:
 *
 *   focus · move X,Y · press BUTTON · release BUTTON · wheel RIGHT,DOWN · key KEYSYM-NAME ·
 *   lifted KEYSYM-NAME
 */
typedef struct PelTestWindow PelTestWindow;

/* Shown when it returns. @name is its title and application id. (transfer full) */
PelTestWindow *pel_test_window_new (const char         *name,
                                    int                 width,
                                    int                 height,
                                    const PelTestPatch *patches,
                                    gsize               n_patches,
                                    GError            **error);
void           pel_test_window_free (PelTestWindow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelTestWindow, pel_test_window_free)

/* Moves its top left corner to a native position, on an output with this scale (1 on X11). */
gboolean pel_test_window_place (PelTestWindow *self, int x, int y, double scale, GError **error);

/* From now on also: modifiers MASK, as X numbers them, when they change. On Wayland only. */
void pel_test_window_tell_modifiers (PelTestWindow *self);

/* Waits until @event has happened, or had happened since the last forget. */
gboolean pel_test_window_expect (PelTestWindow *self, const char *event, int timeout_ms);

/* What has happened since the last forget, one event a line, for messages. */
const char *pel_test_window_get_events (PelTestWindow *self);
void        pel_test_window_forget (PelTestWindow *self);
