/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/key-book.h"

#define FIRST_CODE 8
#define LAST_CODE  255 /* of X */

#define N_LEVELS 2 /* alone, and with Shift */

#define UNICODE_KEYSYM 0x1000000 /* plus a character */

/* Keys that no text needs, and that no program takes for anything else: Chromium knows keys by
 * their place, does not hear of places that it does not know, and goes back to the last page for
 * some that it knows. Newer versions of xkeyboard-config give some of them multimedia symbols,
 * which are replaced. */
/* clang-format off */
static const struct { xkb_keycode_t first, last; } spare_ranges[] = {
  { 97,  102 }, /* of Japanese keyboards */
  { 130, 132 }, /* of Korean ones, and Yen */
  { 187, 188 }, /* brackets of the keypad */
  { 191, 202 }, /* F13 to F24 */
};
/* clang-format on */

typedef struct
{
  xkb_keycode_t code;
  const char   *name;              /* borrowed from the keymap */
  xkb_keysym_t  keysyms[N_LEVELS]; /* that it was given to, if it was */
} SpareKey;

struct _PelKeyBook
{
  struct xkb_context *context;
  struct xkb_keymap  *desk;    /* the keys of the American keyboard */
  GHashTable         *written; /* keysym → (level << 8 | code), on the desk */
  GHashTable         *given;   /* keysym → (level << 8 | code), on the spare keys */
  GArray             *spare;   /* of SpareKey, in the order in which they are given */
};

static const char head[] = "xkb_keymap {\n"
                           "xkb_keycodes { include \"evdev+aliases(qwerty)\" };\n"
                           "xkb_types { include \"complete\" };\n"
                           "xkb_compat { include \"complete\" };\n"
                           "xkb_symbols {\ninclude \"pc+us\"\n";
static const char tail[] = "};\n};\n";

static struct xkb_keymap *
compile (struct xkb_context *context, const char *text)
{
  return xkb_keymap_new_from_string (context,
                                     text,
                                     XKB_KEYMAP_FORMAT_TEXT_V1,
                                     XKB_KEYMAP_COMPILE_NO_FLAGS);
}

static gboolean
is_spare (xkb_keycode_t code)
{
  for (gsize i = 0; i < G_N_ELEMENTS (spare_ranges); i++)
    if (code >= spare_ranges[i].first && code <= spare_ranges[i].last)
      return TRUE;
  return FALSE;
}

/* The first key of each keysym; one that needs no Shift goes before one that does. */
static void
read_desk (PelKeyBook *self)
{
  for (xkb_level_index_t level = 0; level < 2; level++)
    for (xkb_keycode_t code = FIRST_CODE; code <= LAST_CODE; code++)
      {
        const xkb_keysym_t *symbols;
        int      n = xkb_keymap_key_get_syms_by_level (self->desk, code, 0, level, &symbols);
        gpointer key = n == 1 ? GUINT_TO_POINTER (symbols[0]) : NULL;

        if (key != NULL && !is_spare (code) && !g_hash_table_contains (self->written, key))
          g_hash_table_insert (self->written, key, GUINT_TO_POINTER (level << 8 | code));
      }
}

static void
read_spare (PelKeyBook *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (spare_ranges); i++)
    for (xkb_keycode_t code = spare_ranges[i].first; code <= spare_ranges[i].last; code++)
      {
        SpareKey key = { code, xkb_keymap_key_get_name (self->desk, code), { 0 } };

        if (key.name != NULL)
          g_array_append_val (self->spare, key);
      }
}

PelKeyBook *
pel_key_book_new (void)
{
  PelKeyBook      *self = g_new0 (PelKeyBook, 1);
  g_autofree char *text = g_strconcat (head, tail, NULL);

  self->written = g_hash_table_new (NULL, NULL);
  self->given = g_hash_table_new (NULL, NULL);
  self->spare = g_array_new (FALSE, FALSE, sizeof (SpareKey));
  self->context = xkb_context_new (XKB_CONTEXT_NO_FLAGS);
  self->desk = self->context != NULL ? compile (self->context, text) : NULL;
  if (self->desk == NULL)
    {
      pel_key_book_free (self);
      return NULL;
    }
  read_desk (self);
  read_spare (self);
  return self;
}

void
pel_key_book_free (PelKeyBook *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->written);
  g_hash_table_unref (self->given);
  g_array_unref (self->spare);
  xkb_keymap_unref (self->desk);
  xkb_context_unref (self->context);
  g_free (self);
}

gboolean
pel_key_book_find (const PelKeyBook *self, xkb_keysym_t keysym, PelKeyPlace *ret_place)
{
  gpointer key = GUINT_TO_POINTER (keysym);
  guint    place = GPOINTER_TO_UINT (g_hash_table_lookup (self->written, key));

  if (place == 0)
    place = GPOINTER_TO_UINT (g_hash_table_lookup (self->given, key));
  if (place == 0)
    return FALSE;
  *ret_place = (PelKeyPlace){ place & 0xff, place >> 8 != 0 };
  return TRUE;
}

/* First all alone, then all with Shift. */
gboolean
pel_key_book_add (PelKeyBook *self, xkb_keysym_t keysym)
{
  guint       n_given = g_hash_table_size (self->given);
  PelKeyPlace unused;
  SpareKey   *key;
  guint       level;

  g_return_val_if_fail (keysym != XKB_KEY_NoSymbol, FALSE);

  if (pel_key_book_find (self, keysym, &unused))
    return TRUE;
  if (n_given >= self->spare->len * N_LEVELS)
    return FALSE;
  key = &g_array_index (self->spare, SpareKey, n_given % self->spare->len);
  level = n_given / self->spare->len;
  key->keysyms[level] = keysym;
  g_hash_table_insert (self->given,
                       GUINT_TO_POINTER (keysym),
                       GUINT_TO_POINTER (level << 8 | key->code));
  return TRUE;
}

gboolean
pel_key_book_clear (PelKeyBook *self)
{
  gboolean is_empty = g_hash_table_size (self->given) == 0;

  g_hash_table_remove_all (self->given);
  for (guint i = 0; i < self->spare->len; i++)
    for (guint level = 0; level < N_LEVELS; level++)
      g_array_index (self->spare, SpareKey, i).keysyms[level] = XKB_KEY_NoSymbol;
  return !is_empty;
}

char *
pel_key_book_to_text (const PelKeyBook *self)
{
  g_autoptr (GString) text = g_string_new (head);

  for (guint i = 0; i < self->spare->len; i++)
    {
      const SpareKey *key = &g_array_index (self->spare, SpareKey, i);

      if (key->keysyms[0] != XKB_KEY_NoSymbol)
        g_string_append_printf (text,
                                "replace key <%s> { [ 0x%x, 0x%x ] };\n",
                                key->name,
                                key->keysyms[0],
                                key->keysyms[1]);
    }
  g_string_append (text, tail);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

struct xkb_keymap *
pel_key_book_compile (const PelKeyBook *self)
{
  g_autofree char *text = pel_key_book_to_text (self);

  return compile (self->context, text);
}

/* Beyond Latin 1 not by the older keysyms: Chromium does not hear of some of them (0x7ba, “ΰ”) on
 * newer compositors. */
xkb_keysym_t
pel_keysym_from_character (gunichar character)
{
  xkb_keysym_t keysym;

  if (character == '\n' || character == '\r')
    return XKB_KEY_Return;
  if (character == '\t')
    return XKB_KEY_Tab;
  if (character < 0x20 || (character >= 0x7f && character < 0xa0))
    return XKB_KEY_NoSymbol;
  keysym = xkb_utf32_to_keysym (character);
  return keysym != XKB_KEY_NoSymbol && character > 0xff ? UNICODE_KEYSYM | character : keysym;
}
