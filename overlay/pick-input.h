/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/monitor-layout.h"

#include <gio/gio.h>

/* What is held while something happens. */
typedef enum
{
  PEL_PICK_SHIFT = 1 << 0,
  PEL_PICK_CONTROL = 1 << 1,
} PelPickModifiers;

typedef enum
{
  PEL_PICK_MOVED, /* the pointer is at @point; also once at the beginning, without a motion */
  PEL_PICK_CLICK, /* @button was pressed and released; 1: the first */
  PEL_PICK_WHEEL, /* by @steps: less than 0 is up, away from the person */
  PEL_PICK_KEY,   /* @keysym was pressed, or repeats itself */
} PelPickEventKind;

typedef struct
{
  PelPickEventKind kind;
  PelNativePoint   point; /* where the pointer is, with every kind but PEL_PICK_KEY */
  guint            button;
  int              steps;
  guint            keysym; /* XKB_KEY_…, as the person's layout says */
  PelPickModifiers modifiers;
} PelPickEvent;

/* How much comes to us. */
typedef enum
{
  PEL_PICK_NOTHING, /* not yet */
  PEL_PICK_HOVERS,  /* another program holds the pointer or the keys, most often with a menu: we
                       hear of both, and so does it. A click is not told. Ctrl alone, pressed and
                       released, is told as XKB_KEY_Control_L: it picks instead of a click. */
  PEL_PICK_CATCHES, /* everything comes to us alone */
} PelPickReach;

typedef void (*PelPickGoneFunc) (gpointer user_data);

/**
 * PelPickInput:
 *
 * The pointer and the keys while a person points at something, on all monitors. Made for one
 * picking, at whose end it lets go of them: all goes to the programs again, as it does when this
 * process ends in whatever way. What was pressed while it caught is released to no one else: it
 * lets go once nothing is held any more, after a second at the latest.
 *
 * Signals: "event" (PelPickEvent, for the call); "notify::reach"; "failed" (GError) once, when it
 * catches nothing any more and never will.
 */
#define PEL_TYPE_PICK_INPUT (pel_pick_input_get_type ())
G_DECLARE_DERIVABLE_TYPE (PelPickInput, pel_pick_input, PEL, PICK_INPUT, GObject)

struct _PelPickInputClass
{
  GObjectClass parent_class;

  void (*let_go) (PelPickInput *self, PelPickGoneFunc gone, gpointer user_data);
};

PelPickReach pel_pick_input_get_reach (PelPickInput *self);

/* From now on nothing is told of it any more. @gone (nullable) is called once the window system has
 * given everything back, or does not answer; not before this returns. To free it does the same. */
void pel_pick_input_let_go (PelPickInput *self, PelPickGoneFunc gone, gpointer user_data);

/* For implementations. */
void pel_pick_input_emit_event (PelPickInput *self, const PelPickEvent *event);
void pel_pick_input_set_reach (PelPickInput *self, PelPickReach reach);
void pel_pick_input_emit_failed (PelPickInput *self, const GError *error);
