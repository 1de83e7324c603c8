/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/gesture.h"

#include "services/base/privacy.h"

#define DRAG_STEPS     8
#define APPROACH_STEPS 4  /* that GTK 3 counts at least three of, whatever it merges or forgets */
#define FRAME_MS       20 /* less is one movement for a program */

struct _PelGesture
{
  gatomicrefcount n_refs;
  GArray         *strokes; /* of PelStroke */
};

static void
stroke_clear (PelStroke *stroke)
{
  pel_privacy_wipe (stroke->text);
  g_clear_pointer (&stroke->text, g_free);
}

PelGesture *
pel_gesture_new (void)
{
  PelGesture *self = g_new0 (PelGesture, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->strokes = g_array_new (FALSE, FALSE, sizeof (PelStroke));
  g_array_set_clear_func (self->strokes, (GDestroyNotify) stroke_clear);
  return self;
}

PelGesture *
pel_gesture_ref (PelGesture *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
pel_gesture_unref (PelGesture *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;
  g_array_unref (self->strokes);
  g_free (self);
}

static void
add (PelGesture *self, PelStroke stroke)
{
  g_array_append_val (self->strokes, stroke);
}

void
pel_gesture_move (PelGesture *self, PelNativePoint point)
{
  add (self, (PelStroke){ .kind = PEL_STROKE_MOVE, .point = point });
}

void
pel_gesture_approach (PelGesture *self, PelNativePoint point)
{
  pel_gesture_move (self, point);
  for (int i = 1; i <= APPROACH_STEPS; i++)
    {
      pel_gesture_pause (self, FRAME_MS);
      pel_gesture_move (self, (PelNativePoint){ point.x - i % 2, point.y });
    }
}

void
pel_gesture_pause (PelGesture *self, guint pause_ms)
{
  if (pause_ms > 0)
    add (self, (PelStroke){ .kind = PEL_STROKE_PAUSE, .pause_ms = pause_ms });
}

void
pel_gesture_click (PelGesture *self, PelButton button, guint n_clicks, guint pause_ms)
{
  for (guint i = 0; i < n_clicks; i++)
    {
      if (i > 0)
        pel_gesture_pause (self, pause_ms);
      add (self, (PelStroke){ .kind = PEL_STROKE_BUTTON_DOWN, .button = button });
      if (i == 0)
        add (self, (PelStroke){ .kind = PEL_STROKE_WITNESS });
      add (self, (PelStroke){ .kind = PEL_STROKE_BUTTON_UP, .button = button });
    }
}

void
pel_gesture_drag (PelGesture *self, PelButton button, PelNativePoint from, PelNativePoint to)
{
  pel_gesture_move (self, from);
  add (self, (PelStroke){ .kind = PEL_STROKE_BUTTON_DOWN, .button = button });
  add (self, (PelStroke){ .kind = PEL_STROKE_WITNESS });
  for (int i = 1; i <= DRAG_STEPS; i++)
    {
      double part = (double) i / DRAG_STEPS;

      pel_gesture_pause (self, FRAME_MS);
      pel_gesture_move (self,
                        (PelNativePoint){ from.x + (to.x - from.x) * part,
                                          from.y + (to.y - from.y) * part });
    }
  pel_gesture_pause (self, FRAME_MS);
  add (self, (PelStroke){ .kind = PEL_STROKE_DROP, .button = button });
}

void
pel_gesture_wheel (PelGesture *self, int x, int y)
{
  add (self, (PelStroke){ .kind = PEL_STROKE_WHEEL, .x = x, .y = y });
}

void
pel_gesture_hold (PelGesture *self, const guint32 *keysyms, guint n_keysyms)
{
  for (guint i = 0; i < n_keysyms; i++)
    add (self, (PelStroke){ .kind = PEL_STROKE_KEY_DOWN, .keysym = keysyms[i] });
}

void
pel_gesture_let_go (PelGesture *self, const guint32 *keysyms, guint n_keysyms)
{
  for (guint i = n_keysyms; i > 0; i--)
    add (self, (PelStroke){ .kind = PEL_STROKE_KEY_UP, .keysym = keysyms[i - 1] });
}

void
pel_gesture_chord (PelGesture *self, const guint32 *keysyms, guint n_keysyms)
{
  pel_gesture_hold (self, keysyms, n_keysyms);
  pel_gesture_let_go (self, keysyms, n_keysyms);
}

void
pel_gesture_type (PelGesture *self, const char *text, guint pause_ms)
{
  g_return_if_fail (g_utf8_validate (text, -1, NULL));

  add (self, (PelStroke){ .kind = PEL_STROKE_TEXT, .text = g_strdup (text), .pause_ms = pause_ms });
}

guint
pel_gesture_get_n_strokes (const PelGesture *self)
{
  return self->strokes->len;
}

const PelStroke *
pel_gesture_get_stroke (const PelGesture *self, guint index)
{
  g_return_val_if_fail (index < self->strokes->len, NULL);

  return &g_array_index (self->strokes, PelStroke, index);
}

gboolean
pel_gesture_has_keys (const PelGesture *self)
{
  for (guint i = 0; i < self->strokes->len; i++)
    {
      PelStrokeKind kind = g_array_index (self->strokes, PelStroke, i).kind;

      if (kind == PEL_STROKE_KEY_DOWN || kind == PEL_STROKE_TEXT)
        return TRUE;
    }
  return FALSE;
}
