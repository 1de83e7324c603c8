/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/gesture-words.h"

#include <xkbcommon/xkbcommon.h>

static void
add_key (GString *words, const char *what, guint32 keysym)
{
  char name[64] = "";

  xkb_keysym_get_name (keysym, name, sizeof name);
  g_string_append_printf (words, "%s %s", what, name);
}

static void
add_stroke (GString *words, const PelStroke *stroke)
{
  switch (stroke->kind)
    {
    case PEL_STROKE_MOVE:
      g_string_append_printf (words, "move %g,%g", stroke->point.x, stroke->point.y);
      break;
    case PEL_STROKE_BUTTON_DOWN:
      g_string_append_printf (words, "down %d", stroke->button);
      break;
    case PEL_STROKE_BUTTON_UP:
      g_string_append_printf (words, "up %d", stroke->button);
      break;
    case PEL_STROKE_DROP:
      g_string_append_printf (words, "drop %d", stroke->button);
      break;
    case PEL_STROKE_WITNESS:
      g_string_append (words, "witness");
      break;
    case PEL_STROKE_WHEEL:
      g_string_append_printf (words, "wheel %d,%d", stroke->x, stroke->y);
      break;
    case PEL_STROKE_KEY_DOWN:
      add_key (words, "press", stroke->keysym);
      break;
    case PEL_STROKE_KEY_UP:
      add_key (words, "release", stroke->keysym);
      break;
    case PEL_STROKE_TEXT:
      g_string_append_printf (words, "type %s/%u", stroke->text, stroke->pause_ms);
      break;
    case PEL_STROKE_PAUSE:
      g_string_append_printf (words, "pause %u", stroke->pause_ms);
      break;
    case PEL_N_STROKES:
      g_assert_not_reached ();
    }
}

char *
gesture_dup_words (const PelGesture *gesture)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < pel_gesture_get_n_strokes (gesture); i++)
    {
      if (i > 0)
        g_string_append (words, "; ");
      add_stroke (words, pel_gesture_get_stroke (gesture, i));
    }
  return g_string_free (words, FALSE);
}
