/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/input/key-book.h"

#define HAN 0x1004e00

/* What the key at a place writes, by the keymap itself. */
static xkb_keysym_t
read_key (PelKeyBook *book, const PelKeyPlace *place)
{
  struct xkb_keymap  *keymap = pel_key_book_compile (book);
  const xkb_keysym_t *symbols;
  xkb_keysym_t        keysym = XKB_KEY_NoSymbol;

  g_assert_nonnull (keymap);
  if (xkb_keymap_key_get_syms_by_level (keymap, place->code, 0, place->needs_shift, &symbols) == 1)
    keysym = symbols[0];
  xkb_keymap_unref (keymap);
  return keysym;
}

/* clang-format off */
static const struct { xkb_keysym_t keysym; xkb_keycode_t code; gboolean needs_shift; } desk[] = {
  { XKB_KEY_a,         38, FALSE },
  { XKB_KEY_A,         38, TRUE  },
  { XKB_KEY_plus,      21, TRUE  },
  { XKB_KEY_Escape,    9,  FALSE },
  { XKB_KEY_F10,       76, FALSE },
  { XKB_KEY_Control_L, 37, FALSE },
  { XKB_KEY_Return,    36, FALSE },
};
/* clang-format on */

static void
test_desk (void)
{
  PelKeyBook *book = pel_key_book_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (desk); i++)
    {
      PelKeyPlace place = { 0 };

      g_assert_true (pel_key_book_find (book, desk[i].keysym, &place));
      g_assert_cmpuint (place.code, ==, desk[i].code);
      g_assert_cmpint (place.needs_shift, ==, desk[i].needs_shift);
      g_assert_cmpuint (read_key (book, &place), ==, desk[i].keysym);
    }
  pel_key_book_free (book);
}

/* As many as there is room for; each where the keymap has it, and nothing of the desk is gone. */
static void
test_given (void)
{
  PelKeyBook *book = pel_key_book_new ();
  PelKeyPlace place = { 0 };
  guint       n = 0;

  g_assert_false (pel_key_book_find (book, HAN, &place));
  while (pel_key_book_add (book, HAN + n))
    g_assert_cmpuint (++n, <, 256);
  g_assert_cmpuint (n, >=, 40);
  g_assert_true (pel_key_book_add (book, HAN));
  g_assert_true (pel_key_book_add (book, XKB_KEY_a));
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (pel_key_book_find (book, HAN + i, &place));
      g_assert_cmpuint (place.code, <=, 255);
      g_assert_cmpuint (read_key (book, &place), ==, HAN + i);
    }
  g_assert_true (pel_key_book_find (book, XKB_KEY_a, &place));
  g_assert_cmpuint (read_key (book, &place), ==, XKB_KEY_a);
  pel_key_book_free (book);
}

static void
test_cleared (void)
{
  PelKeyBook *book = pel_key_book_new ();
  PelKeyPlace first = { 0 }, second = { 0 };

  g_assert_false (pel_key_book_clear (book));
  pel_key_book_add (book, HAN);
  pel_key_book_find (book, HAN, &first);
  g_assert_true (pel_key_book_clear (book));
  g_assert_false (pel_key_book_find (book, HAN, &second));
  g_assert_true (pel_key_book_add (book, HAN + 1));
  g_assert_true (pel_key_book_find (book, HAN + 1, &second));
  g_assert_cmpuint (second.code, ==, first.code);
  g_assert_cmpuint (read_key (book, &second), ==, HAN + 1);
  pel_key_book_free (book);
}

/* clang-format off */
static const struct { gunichar character; xkb_keysym_t keysym; } characters[] = {
  { 'a',     XKB_KEY_a        },
  { '\n',    XKB_KEY_Return   },
  { '\t',    XKB_KEY_Tab      },
  { 0xe9,    XKB_KEY_eacute   },
  { 0x3b0,   0x10003b0        },
  { 0x20ac,  0x10020ac        },
  { 0x4e00,  HAN              },
  { 0x1f600, 0x101f600        },
  { 1,       0                },
  { 0x7f,    0                },
  { 0x85,    0                },
};
/* clang-format on */

static void
test_characters (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (characters); i++)
    g_assert_cmpuint (pel_keysym_from_character (characters[i].character),
                      ==,
                      characters[i].keysym);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/key-book/desk", test_desk);
  g_test_add_func ("/key-book/given", test_given);
  g_test_add_func ("/key-book/cleared", test_cleared);
  g_test_add_func ("/key-book/characters", test_characters);
  return g_test_run ();
}
