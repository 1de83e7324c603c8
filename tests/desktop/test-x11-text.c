/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text typed by real input on X11: a thousand strings, in every toolkit, on any layout, and not one
 * character is lost or wrong, as the fields' own log says. */

#include "input-case.h"
#include "x11-reply.h"

#include <xcb/xkb.h>

#define N_STRINGS    200 /* in each toolkit */
#define POOL_SIZE    16  /* keys to spare there are 19 */
#define POOL_STRINGS 20
#define MAX_LENGTH   24
#define FIELD        "text entry "
#define LINE_TIMEOUT 30000

/* From which the characters of a pool are taken. */
/* clang-format off */
static const struct { gunichar first, last; } ranges[] = {
  { 0xa1, 0xac },       { 0xae, 0xff },       { 0x0391, 0x03a1 },   { 0x03b1, 0x03c9 },
  { 0x0410, 0x044f },   { 0x0430, 0x044f },   { 0x4e00, 0x4eff },   { 0x3041, 0x3096 },
  { 0xac00, 0xac40 },   { 0x2200, 0x22ff },   { 0x1f600, 0x1f64f }, { 0x20a0, 0x20bf },
  { 0x2018, 0x2026 },
};
/* clang-format on */

/* The layout has none of them. Each new one makes the window manager read the keyboard again, and
 * openbox takes a tenth of a second for it, so that some strings share a pool. */
static void
fill_pool (GRand *rand, gunichar *pool)
{
  for (guint i = 0; i < POOL_SIZE; i++)
    {
      guint range = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (ranges));

      pool[i] = (gunichar) g_rand_int_range (rand,
                                             (gint32) ranges[range].first,
                                             (gint32) ranges[range].last + 1);
    }
}

static char *
dup_random_text (GRand *rand, const gunichar *pool)
{
  GString *text = g_string_new (NULL);
  int      length = g_rand_int_range (rand, 1, MAX_LENGTH + 1);

  for (int i = 0; i < length; i++)
    g_string_append_unichar (text,
                             g_rand_boolean (rand)
                                 ? pool[g_rand_int_range (rand, 0, POOL_SIZE)]
                                 : (gunichar) g_rand_int_range (rand, ' ', '~' + 1));
  return g_string_free (text, FALSE);
}

static char *
dup_quoted (const char *text)
{
  g_autoptr (GString) quoted = g_string_new (FIELD "\"");

  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_c (quoted, '\\');
      g_string_append_c (quoted, *c);
    }
  g_string_append_c (quoted, '"');
  return g_string_free (g_steal_pointer (&quoted), FALSE);
}

static void
add_chord (PelGesture *gesture, const char *text)
{
  PelChord chord;

  g_assert_true (pel_chord_parse (text, &chord, NULL));
  pel_gesture_chord (gesture, chord.keysyms, chord.n_keysyms);
}

/* What the field says last, before the key that is pressed after the text. */
static const char *
read_field (Stage *stage)
{
  const char *line, *last = NULL;

  while ((line = pel_fixture_wait (stage->fixture, "*", LINE_TIMEOUT)) != NULL &&
         !g_str_equal (line, "key F2"))
    if (g_str_has_prefix (line, FIELD))
      last = line;
  if (line == NULL)
    g_error ("The field of %s is silent", pel_fixture_get_name (stage->fixture));
  return last;
}

static gboolean
type_and_compare (Stage *stage, const char *text)
{
  g_autofree char *expected = dup_quoted (text);
  PelGesture      *gesture = pel_gesture_new ();
  const char      *seen;

  add_chord (gesture, "ctrl+a");
  add_chord (gesture, "backspace");
  pel_gesture_type (gesture, text, 0);
  add_chord (gesture, "F2");
  make (stage, gesture);
  seen = read_field (stage);
  if (g_strcmp0 (seen, expected) == 0)
    return TRUE;
  g_test_message ("typed %s", expected);
  g_test_message ("seen  %s", seen);
  return FALSE;
}

static void
test_strings (gconstpointer program)
{
  Stage             stage = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261116);
  gunichar          pool[POOL_SIZE];
  guint             n_wrong = 0;
  gint64            start;

  stage_open (&stage, program);
  enter_field (&stage, "entry");
  start = g_get_monotonic_time ();
  for (guint i = 0; i < N_STRINGS; i++)
    {
      g_autofree char *text = NULL;

      if (i % POOL_STRINGS == 0)
        fill_pool (rand, pool);
      text = dup_random_text (rand, pool);
      n_wrong += type_and_compare (&stage, text) ? 0 : 1;
    }
  g_test_message ("%u of %d strings are wrong, %.1f ms each",
                  n_wrong,
                  N_STRINGS,
                  (g_get_monotonic_time () - start) / 1000.0 / N_STRINGS);
  g_assert_cmpuint (n_wrong, ==, 0);
  stage_close (&stage);
}

/* A keyboard as somebody may have it: which of its groups is on, and whether Caps Lock is. */
/* clang-format off */
static const struct { const char *layout, *variant; guint group; gboolean has_caps; } keyboards[] = {
  { "us",    "",       0, FALSE }, /* as at the beginning */
  { "us",    "",       0, TRUE  },
  { "de",    "",       0, FALSE },
  { "de",    "",       0, TRUE  },
  { "fr",    "",       0, FALSE },
  { "fr",    "",       0, TRUE  },
  { "ru",    "",       0, FALSE },
  { "us",    "dvorak", 0, FALSE },
  { "us",    "intl",   0, FALSE }, /* with dead keys */
  { "us,ru", "",       1, FALSE },
  { "us,ru", "",       1, TRUE  },
};
/* clang-format on */

static const char *const phrases[] = {
  "The quick brown fox, 0123456789",      "HELLO World! @#$%^&*()_+-=[]{};:'\",.<>/?\\|`~",
  "Zoë naïve façade Straße ÄÖÜ",          "Жёлтый ЖУК ёж",
  "e\xcc\x81 漢字 🙂🚀 Ω≈ç√",
};

static void
set_keyboard (guint index)
{
  const char *argv[] = {
    "setxkbmap", "-layout", keyboards[index].layout, "-variant", keyboards[index].variant, NULL
  };
  g_autoptr (GError) error = NULL;
  xcb_connection_t  *xcb = pel_x11_connect (&error);
  int                status = 0;

  g_assert_no_error (error);
  g_spawn_sync (NULL,
                (char **) argv,
                NULL,
                G_SPAWN_SEARCH_PATH,
                NULL,
                NULL,
                NULL,
                NULL,
                &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  xcb_discard_reply (xcb, xcb_xkb_use_extension (xcb, 1, 0).sequence);
  xcb_xkb_latch_lock_state (xcb,
                            XCB_XKB_ID_USE_CORE_KBD,
                            XCB_MOD_MASK_LOCK,
                            keyboards[index].has_caps ? XCB_MOD_MASK_LOCK : 0,
                            TRUE,
                            (guint8) keyboards[index].group,
                            0,
                            0,
                            0);
  g_assert_true (pel_x11_sync (xcb, &error));
  xcb_disconnect (xcb);
}

static void
test_keyboards (gconstpointer program)
{
  Stage stage = { 0 };
  guint n_wrong = 0;

  stage_open (&stage, program);
  enter_field (&stage, "entry");
  for (guint i = 0; i < G_N_ELEMENTS (keyboards); i++)
    {
      set_keyboard (i);
      for (guint j = 0; j < G_N_ELEMENTS (phrases); j++)
        if (!type_and_compare (&stage, phrases[j]))
          {
            g_test_message ("on row %u", i);
            n_wrong++;
          }
    }
  set_keyboard (0);
  g_assert_cmpuint (n_wrong, ==, 0);
  stage_close (&stage);
}

static const struct
{
  const char *name;
  void (*test) (gconstpointer program);
  guint n_toolkits; /* the first ones */
} tests[] = {
  { "strings", test_strings, G_N_ELEMENTS (toolkits) },
  { "keyboards", test_keyboards, 1 },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (guint j = 0; toolkits[j] != NULL; j++)
      {
        g_autofree char *path =
            g_strdup_printf ("/x11-text/%s/%s", tests[i].name, toolkits[j] + strlen ("fixture-"));

        if (pel_fixture_is_built (toolkits[j]) && j < tests[i].n_toolkits)
          g_test_add_data_func (path, toolkits[j], tests[i].test);
      }
  return g_test_run ();
}
