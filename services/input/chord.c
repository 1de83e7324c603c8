/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/chord.h"

#include "services/base/error.h"
#include "services/base/similar.h"

#include <glib/gi18n.h>
#include <string.h>
#include <xkbcommon/xkbcommon.h>

#define MAX_BYTES 128

/* clang-format off */
static const struct { const char *name; guint32 keysym; } names[] = {
  { "ctrl",      XKB_KEY_Control_L        },
  { "control",   XKB_KEY_Control_L        },
  { "shift",     XKB_KEY_Shift_L          },
  { "alt",       XKB_KEY_Alt_L            },
  { "altgr",     XKB_KEY_ISO_Level3_Shift },
  { "super",     XKB_KEY_Super_L          },
  { "win",       XKB_KEY_Super_L          },
  { "cmd",       XKB_KEY_Super_L          },
  { "meta",      XKB_KEY_Meta_L           },
  { "enter",     XKB_KEY_Return           },
  { "return",    XKB_KEY_Return           },
  { "esc",       XKB_KEY_Escape           },
  { "escape",    XKB_KEY_Escape           },
  { "space",     XKB_KEY_space            },
  { "tab",       XKB_KEY_Tab              },
  { "backspace", XKB_KEY_BackSpace        },
  { "del",       XKB_KEY_Delete           },
  { "delete",    XKB_KEY_Delete           },
  { "ins",       XKB_KEY_Insert           },
  { "insert",    XKB_KEY_Insert           },
  { "home",      XKB_KEY_Home             },
  { "end",       XKB_KEY_End              },
  { "pgup",      XKB_KEY_Page_Up          },
  { "pageup",    XKB_KEY_Page_Up          },
  { "pgdn",      XKB_KEY_Page_Down        },
  { "pagedown",  XKB_KEY_Page_Down        },
  { "up",        XKB_KEY_Up               },
  { "down",      XKB_KEY_Down             },
  { "left",      XKB_KEY_Left             },
  { "right",     XKB_KEY_Right            },
  { "menu",      XKB_KEY_Menu             },
  { "plus",      XKB_KEY_plus             },
};
/* clang-format on */

gboolean
pel_keysym_is_modifier (guint32 keysym)
{
  return (keysym >= XKB_KEY_Shift_L && keysym <= XKB_KEY_Hyper_R) ||
         keysym == XKB_KEY_ISO_Level3_Shift || keysym == XKB_KEY_ISO_Level5_Shift ||
         keysym == XKB_KEY_Mode_switch || keysym == XKB_KEY_Num_Lock;
}

/* clang-format off */
enum { CTRL = 1 << 0, ALT = 1 << 1, SUPER = 1 << 2 };

static const struct { guint32 keysym; guint modifier; } modifiers[] = {
  { XKB_KEY_Control_L, CTRL }, { XKB_KEY_Control_R, CTRL }, { XKB_KEY_Alt_L,   ALT   }, { XKB_KEY_Alt_R,   ALT   },
  { XKB_KEY_Meta_L,    ALT  }, { XKB_KEY_Meta_R,    ALT  }, { XKB_KEY_Super_L, SUPER }, { XKB_KEY_Super_R, SUPER },
  { XKB_KEY_Hyper_L,  SUPER }, { XKB_KEY_Hyper_R,  SUPER },
};

/* @first to @last: the key that comes last; 0: any. */
static const struct { guint modifiers; guint32 first, last; } shortcuts[] = {
  { SUPER,      0,                  0                 }, /* also alone: it opens menus */
  { CTRL | ALT, 0,                  0                 },
  { ALT,        XKB_KEY_F1,         XKB_KEY_F35       },
  { ALT,        XKB_KEY_Tab,        XKB_KEY_Tab       },
  { ALT,        XKB_KEY_ISO_Left_Tab, XKB_KEY_ISO_Left_Tab },
  { ALT,        XKB_KEY_Escape,     XKB_KEY_Escape    },
  { ALT,        XKB_KEY_space,      XKB_KEY_space     },
  { ALT,        XKB_KEY_grave,      XKB_KEY_grave     },
  { CTRL,       XKB_KEY_Escape,     XKB_KEY_Escape    },
  { 0,          XKB_KEY_Print,      XKB_KEY_Print     },
  { 0,          XKB_KEY_Sys_Req,    XKB_KEY_Sys_Req   },
  { 0,          0x10080000,         0x1008ffff        }, /* XF86…: power, brightness, consoles … */
};
/* clang-format on */

static guint
get_modifier (guint32 keysym)
{
  for (gsize i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (modifiers[i].keysym == keysym)
      return modifiers[i].modifier;
  return 0;
}

gboolean
pel_chord_is_shortcut (const PelChord *self)
{
  guint32 last = self->n_keysyms > 0 ? self->keysyms[self->n_keysyms - 1] : XKB_KEY_NoSymbol;
  guint   held = 0;

  for (guint i = 0; i < self->n_keysyms; i++)
    held |= get_modifier (self->keysyms[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    if ((held & shortcuts[i].modifiers) == shortcuts[i].modifiers &&
        (shortcuts[i].first == 0 || (last >= shortcuts[i].first && last <= shortcuts[i].last)))
      return TRUE;
  return FALSE;
}

static guint32
find_name (const char *word)
{
  guint32 keysym;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (names[i].name, word) == 0)
      return names[i].keysym;
  keysym = xkb_keysym_from_name (word, XKB_KEYSYM_NO_FLAGS);
  if (keysym == XKB_KEY_NoSymbol)
    keysym = xkb_keysym_from_name (word, XKB_KEYSYM_CASE_INSENSITIVE);
  return keysym != XKB_KEY_VoidSymbol ? keysym : XKB_KEY_NoSymbol;
}

static const char *
find_similar (const char *word)
{
  const char *candidates[G_N_ELEMENTS (names) + 1];

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    candidates[i] = names[i].name;
  candidates[G_N_ELEMENTS (names)] = NULL;
  return pel_similar_find (word, candidates);
}

static gboolean
refuse_word (const char *word, GError **error)
{
  const char      *similar = find_similar (word);
  g_autofree char *hint = NULL;

  if (similar != NULL)
    hint = g_strdup_printf (_ ("Did you mean “%s”?"), similar);
  else
    hint = g_strdup (_ ("Write keys as in “ctrl+s”, “enter”, “F5” or “ctrl+alt+Escape”"));
  pel_set_error (error, PEL_ERROR_INVALID_ARGUMENT, hint, _ ("Unknown key “%s”"), word);
  return FALSE;
}

/* @has_others: it is pressed together with modifiers. */
static gboolean
parse_key (const char *word, gboolean has_others, guint32 *ret_keysym, GError **error)
{
  gunichar character = g_utf8_get_char (word);

  if (g_utf8_strlen (word, -1) == 1)
    *ret_keysym = xkb_utf32_to_keysym (has_others ? g_unichar_tolower (character) : character);
  else
    *ret_keysym = find_name (word);
  return *ret_keysym != XKB_KEY_NoSymbol || refuse_word (word, error);
}

static gboolean
add_key (PelChord *chord, guint32 keysym, const char *text, GError **error)
{
  const char *hint = NULL;

  if (chord->n_keysyms == PEL_CHORD_MAX_KEYS)
    hint = _ ("Press fewer keys at once");
  else if (chord->n_keysyms > 0 && !pel_keysym_is_modifier (chord->keysyms[chord->n_keysyms - 1]))
    hint = _ ("Put modifiers first, then one key; press other keys one after another");
  for (guint i = 0; i < chord->n_keysyms; i++)
    if (chord->keysyms[i] == keysym)
      hint = _ ("Name each key once");
  if (hint == NULL)
    {
      chord->keysyms[chord->n_keysyms++] = keysym;
      return TRUE;
    }
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 hint,
                 _ ("The keys “%s” cannot be pressed together"),
                 text);
  return FALSE;
}

/* The words between the “+”; the last one may itself be “+”. (transfer full) */
static char **
split (const char *text)
{
  gsize                 length = strlen (text);
  gboolean              ends_in_plus = length >= 2 && g_str_has_suffix (text, "++");
  g_autofree char      *front = g_strndup (text, ends_in_plus ? length - 2 : length);
  g_auto (GStrv)        words = NULL;
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  if (g_str_equal (text, "+"))
    return g_strdupv ((char *[]){ (char *) "plus", NULL });
  words = g_strsplit (front, "+", -1);
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (all, g_strdup (g_strstrip (words[i])));
  if (ends_in_plus)
    g_ptr_array_add (all, g_strdup ("plus"));
  g_ptr_array_add (all, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&all), FALSE);
}

gboolean
pel_chord_parse (const char *text, PelChord *ret_chord, GError **error)
{
  g_auto (GStrv) words = NULL;
  PelChord       chord = { .n_keysyms = 0 };

  g_return_val_if_fail (text != NULL, FALSE);

  if (strlen (text) > MAX_BYTES || !g_utf8_validate (text, -1, NULL))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("Write keys as in “ctrl+s”, “enter”, “F5” or “ctrl+alt+Escape”"),
                     _ ("Keys must be valid text of at most %d bytes"),
                     MAX_BYTES);
      return FALSE;
    }
  words = split (text);
  if (words[0] == NULL)
    return refuse_word (text, error);
  for (guint i = 0; words[i] != NULL; i++)
    {
      guint32 keysym;

      if (!parse_key (words[i], i > 0, &keysym, error) || !add_key (&chord, keysym, text, error))
        return FALSE;
    }
  *ret_chord = chord;
  return TRUE;
}
