/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* What the hand is told, one packet each, before something is pressed and after it is released. */
typedef struct
{
  guint32 what; /* the kernel's code of a button, or keys, no matter which */
  guint32 is_held;
} PelWlrHandNote;

#define PEL_WLR_HAND_KEYS 0
#define PEL_WLR_HAND_FD   3 /* where it hears it */

/**
 * PelWlrHand:
 *
 * A process (app/wayland-hand/) that knows what is held down, and releases it when this process
 * dies.
 */
typedef struct _PelWlrHand PelWlrHand;

/* Starts it. (nullable) */
PelWlrHand *pel_wlr_hand_new (const char *path, GError **error);

/* It ends by itself. */
void pel_wlr_hand_free (PelWlrHand *self);

/* FALSE: it is gone. */
gboolean pel_wlr_hand_is_alive (PelWlrHand *self);

/* Never waits. FALSE with PEL_ERROR_CAPABILITY_UNAVAILABLE: it cannot be told. */
gboolean pel_wlr_hand_tell (PelWlrHand *self, PelWlrHandNote note, GError **error);
