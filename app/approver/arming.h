/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gdk/gdk.h>

/* How long no key and no button may come before anything can be answered: who is typing somewhere
 * else does not mean this. */
#define PEL_ARMING_MS 500

/* A key or a button that goes down or up. A value. */
typedef struct
{
  gboolean        is_down;
  guint           keyval; /* 0: a button, or a touch */
  GdkModifierType state;
} PelPress;

/**
 * PelArming:
 *
 * Whether a dialog may take an answer: once it has been there, as it is and where it is, for half a
 * second in which the person pressed nothing. What they press before that is none, and does not
 * even move the keyboard focus; neither is what they press with a modifier that was down before. A
 * value; zeros: it is not there. Pure; the clock is given in microseconds.
 */
typedef struct
{
  gint64          since; /* 0: not at all */
  GdkModifierType held;  /* modifiers that went down while it was armed */
} PelArming;

/* It is new, or has changed: everything begins again. */
void pel_arming_restart (PelArming *self, gint64 now);

gboolean pel_arming_is_done (const PelArming *self, gint64 now);

/* FALSE: @press is to reach nothing, and everything begins again. */
gboolean pel_arming_take (PelArming *self, const PelPress *press, gint64 now);

/* The modifiers that change what @state means. */
GdkModifierType pel_arming_get_modifiers (GdkModifierType state);
