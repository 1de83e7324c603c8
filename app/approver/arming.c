/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/arming.h"

/* X11 reports Alt as Meta, too. */
#define ALT   (GDK_ALT_MASK | GDK_META_MASK)
#define SUPER (GDK_SUPER_MASK | GDK_HYPER_MASK)

/* clang-format off */
static const struct { guint keyval; GdkModifierType modifier; } modifier_keys[] = {
  { GDK_KEY_Shift_L,   GDK_SHIFT_MASK   }, { GDK_KEY_Shift_R,   GDK_SHIFT_MASK   },
  { GDK_KEY_Control_L, GDK_CONTROL_MASK }, { GDK_KEY_Control_R, GDK_CONTROL_MASK },
  { GDK_KEY_Alt_L,     ALT              }, { GDK_KEY_Alt_R,     ALT              },
  { GDK_KEY_Meta_L,    ALT              }, { GDK_KEY_Meta_R,    ALT              },
  { GDK_KEY_Super_L,   SUPER            }, { GDK_KEY_Super_R,   SUPER            },
  { GDK_KEY_Hyper_L,   SUPER            }, { GDK_KEY_Hyper_R,   SUPER            },
};
/* clang-format on */

static GdkModifierType
find_modifier (guint keyval)
{
  for (gsize i = 0; i < G_N_ELEMENTS (modifier_keys); i++)
    if (modifier_keys[i].keyval == keyval)
      return modifier_keys[i].modifier;
  return 0;
}

GdkModifierType
pel_arming_get_modifiers (GdkModifierType state)
{
  return state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK | ALT | SUPER);
}

void
pel_arming_restart (PelArming *self, gint64 now)
{
  *self = (PelArming){ .since = now };
}

gboolean
pel_arming_is_done (const PelArming *self, gint64 now)
{
  return self->since != 0 && now - self->since >= PEL_ARMING_MS * G_TIME_SPAN_MILLISECOND;
}

gboolean
pel_arming_take (PelArming *self, const PelPress *press, gint64 now)
{
  if (!pel_arming_is_done (self, now) ||
      (pel_arming_get_modifiers (press->state) & ~self->held) != 0)
    {
      pel_arming_restart (self, now);
      return FALSE;
    }
  if (press->is_down)
    self->held |= find_modifier (press->keyval);
  return TRUE;
}
