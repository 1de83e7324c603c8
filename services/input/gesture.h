/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

typedef enum
{
  PEL_STROKE_MOVE,        /* the pointer to @point */
  PEL_STROKE_BUTTON_DOWN, /* @button, where the pointer is */
  PEL_STROKE_BUTTON_UP,
  PEL_STROKE_DROP,    /* @button goes up where the pointer was moved to while it was down */
  PEL_STROKE_WITNESS, /* asks whether what was just pressed is what was meant */
  PEL_STROKE_WHEEL,   /* @x and @y notches, to the right and down */
  PEL_STROKE_KEY_DOWN,
  PEL_STROKE_KEY_UP,
  PEL_STROKE_TEXT,  /* @text, @pause_ms between its characters */
  PEL_STROKE_PAUSE, /* @pause_ms */
  PEL_N_STROKES
} PelStrokeKind;

typedef enum
{
  PEL_BUTTON_LEFT = 1,
  PEL_BUTTON_MIDDLE = 2,
  PEL_BUTTON_RIGHT = 3,
} PelButton;

/* One thing that a hand does. */
typedef struct
{
  PelStrokeKind  kind;
  PelNativePoint point;
  PelButton      button;
  int            x, y;
  guint32        keysym;
  char          *text;
  guint          pause_ms;
} PelStroke;

/**
 * PelGesture:
 *
 * What a hand does, one stroke after another: a click, a chord, a string. Whatever it presses it
 * also releases.
 */
typedef struct _PelGesture PelGesture;

PelGesture *pel_gesture_new (void);
PelGesture *pel_gesture_ref (PelGesture *self);
void        pel_gesture_unref (PelGesture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelGesture, pel_gesture_unref)

void pel_gesture_move (PelGesture *self, PelNativePoint point);

/* Moves there, and a little to and fro, as a hand that comes to rest: since version 3.24.52, GTK 3
 * takes a click into a menu that has just opened for the end of the click that opened it, unless it
 * has seen three movements in the menu before. */
void pel_gesture_approach (PelGesture *self, PelNativePoint point);

/* @n_clicks of @button where the pointer is then, @pause_ms between them. The witness is asked
 * during the first: what that did may well have changed what is there. */
void pel_gesture_click (PelGesture *self, PelButton button, guint n_clicks, guint pause_ms);

/* Down at the first point, in steps that a program sees as a drag to the second, and up. The
 * witness is asked before the first step. */
void pel_gesture_drag (PelGesture *self, PelButton button, PelNativePoint from, PelNativePoint to);
void pel_gesture_wheel (PelGesture *self, int x, int y);

/* Down in their order, up in the opposite one. */
void pel_gesture_hold (PelGesture *self, const guint32 *keysyms, guint n_keysyms);
void pel_gesture_let_go (PelGesture *self, const guint32 *keysyms, guint n_keysyms);
void pel_gesture_chord (PelGesture *self, const guint32 *keysyms, guint n_keysyms);

/* Valid UTF-8; line ends are the Return key, tabs the Tab key. */
void pel_gesture_type (PelGesture *self, const char *text, guint pause_ms);
void pel_gesture_pause (PelGesture *self, guint pause_ms);

guint            pel_gesture_get_n_strokes (const PelGesture *self);
const PelStroke *pel_gesture_get_stroke (const PelGesture *self, guint index);

/* Whether any of it goes to where the keyboard is. */
gboolean pel_gesture_has_keys (const PelGesture *self);
