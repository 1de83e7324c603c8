/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Real input, as real programs get it: texts in any writing, chords, clicks, wheel and drag. */

#include "fixture-hands.h"
#include "hands-case.h"

#include "services/input/chord.h"

#define N_STRINGS 30 /* for each toolkit */
#define MAX_CHARS 24

typedef struct
{
  Hands        hands;
  PelFixture  *fixture;
  PelOracleBox first; /* where “button” is */
  char        *window_id;
  PelAddressee addressee;
} Desk;

/* Chromium's windows are not its fixture's own. */
static void
address (Desk *desk, const char *title)
{
  g_autoptr (PelDesktop) desktop = hands_look (&desk->hands);

  for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if (!g_str_equal (info->title, title))
        continue;
      desk->window_id = g_strdup (info->id);
      desk->addressee = (PelAddressee){ .window_id = desk->window_id, .pid = info->pid };
      return;
    }
  g_error ("“%s” is not listed", title);
}

static void
desk_open (Desk *desk, const char *program)
{
  g_autoptr (GError) error = NULL;

  hands_open (&desk->hands);
  desk->fixture = pel_fixture_start (&error, program, "--title", "Desk", "--rows", "100", NULL);
  g_assert_no_error (error);
  desk->first = find_widget ("button");
  address (desk, "Desk");
}

static void
desk_close (Desk *desk)
{
  pel_fixture_stop (desk->fixture);
  hands_close (&desk->hands);
  g_free (desk->window_id);
}

/* Of any widget, by where the first one is seen. */
static PelNativeRect
find_box (Desk *desk, const char *id)
{
  const FixtureWidget *button = fixture_find ("button"), *widget = fixture_find (id);

  return (PelNativeRect){ desk->first.x + widget->x - button->x,
                          desk->first.y + widget->y - button->y,
                          widget->width,
                          widget->height };
}

static PelNativePoint
find_point (Desk *desk, const char *id)
{
  PelNativeRect box = find_box (desk, id);

  return (PelNativePoint){ box.x + box.width / 2, box.y + box.height / 2 };
}

/* As a hand does it: some toolkits want to see movement inside the widget. */
static void
move_to (PelGesture *gesture, PelNativePoint point)
{
  pel_gesture_move (gesture, (PelNativePoint){ point.x - 2, point.y });
  pel_gesture_move (gesture, point);
}

static void
click (Desk *desk, PelNativePoint point, PelButton button, guint n_clicks)
{
  g_autoptr (PelGesture) gesture = pel_gesture_new ();

  move_to (gesture, point);
  pel_gesture_click (gesture, button, n_clicks, /* pause_ms= */ 50);
  hands_make (&desk->hands, gesture, desk->addressee);
}

static void
add_chord (PelGesture *gesture, const char *text)
{
  g_autoptr (GError) error = NULL;
  PelChord           chord = { 0 };

  pel_chord_parse (text, &chord, &error);
  g_assert_no_error (error);
  pel_gesture_chord (gesture, chord.keysyms, chord.n_keysyms);
}

/* texts */

/* clang-format off */
static const struct { gunichar first, last; } writings[] = {
  { 'a',     'z'     }, { 'A',     'Z'     }, { '0',     '9'     }, { '#',     '/'     },
  { 0xc0,    0xff    }, { 0x391,   0x3c9   }, { 0x410,   0x44f   }, { 0x5d0,   0x5ea   },
  { 0x20a0,  0x20bf  }, { 0x3041,  0x3096  }, { 0x4e00,  0x9fa5  }, { 0xac00,  0xd7a3  },
  { 0x1f600, 0x1f64f }, { 0x1f300, 0x1f320 },
};
/* clang-format on */

/* @last: the last one that may come. */
static gunichar
pick_character (GRand *rand, gunichar last)
{
  gunichar c;

  /* unassigned ones and accents that join others are no single keys */
  do
    {
      gint32 i = g_rand_int_range (rand, 0, G_N_ELEMENTS (writings));

      c = (gunichar) g_rand_int_range (rand,
                                       (gint32) writings[i].first,
                                       (gint32) writings[i].last + 1);
    }
  while (!g_unichar_isgraph (c) || g_unichar_ismark (c) || c > last);
  return c;
}

static char *
make_text (GRand *rand, gunichar last)
{
  GString *text = g_string_new (NULL);
  gint32   n = g_rand_int_range (rand, 1, MAX_CHARS);

  for (gint32 i = 0; i < n; i++)
    {
      if (i > 0 && i < n - 1 && g_rand_int_range (rand, 0, 6) == 0)
        g_string_append_c (text, ' ');
      g_string_append_unichar (text, pick_character (rand, last));
    }
  return g_string_free (text, FALSE);
}

/* The patterns of a log are globs. */
static char *
escape_pattern (const char *text)
{
  GString *pattern = g_string_new (text);

  g_string_replace (pattern, "*", "?", 0);
  return g_string_free (pattern, FALSE);
}

static void
try_texts (Desk *desk)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  /* Chromium on Wayland takes 16 bits of a character: emoji are beyond them */
  gboolean has_16_bits = g_str_equal (pel_fixture_get_name (desk->fixture), "fixture-web");
  gunichar last = has_16_bits ? 0xffff : 0x10ffff;

  click (desk, find_point (desk, "entry"), PEL_BUTTON_LEFT, 1);
  for (guint i = 0; i < N_STRINGS; i++)
    {
      g_autoptr (PelGesture) gesture = pel_gesture_new ();
      g_autofree char       *text = make_text (rand, last);
      g_autofree char       *escaped = escape_pattern (text);
      g_autofree char       *line = g_strdup_printf ("text entry \"%s\"", escaped);

      g_test_message ("%s", text);
      pel_fixture_forget (desk->fixture);
      add_chord (gesture, "ctrl+a");
      pel_gesture_type (gesture, text, /* pause_ms= */ 0);
      hands_make (&desk->hands, gesture, desk->addressee);
      pel_fixture_expect (desk->fixture, line);
    }
}

/* Tab and line ends are keys, whatever else is typed with them. */
static void
try_lines (Desk *desk)
{
  g_autoptr (PelGesture) gesture = pel_gesture_new ();

  click (desk, find_point (desk, "multiline"), PEL_BUTTON_LEFT, 1);
  pel_gesture_type (gesture, "Ö\nж\n中", /* pause_ms= */ 20);
  hands_make (&desk->hands, gesture, desk->addressee);
  pel_fixture_expect (desk->fixture, "text multiline \"Ö\\nж\\n中\"");
}

/* chords */

/* clang-format off */
static const struct { const char *chord, *line; } chords[] = {
  { "ctrl+k",     "key ctrl+\"k\"" },
  { "alt+F2",     "key alt+F2"     },
  { "ctrl+alt+k", "key ctrl+alt+\"k\"" },
  { "F2",         "key F2"         },
  { "Escape",     "key Escape"     },
  { "shift+Left", "key Left"       },
  { "ctrl+Home",  "key ctrl+Home"  },
};
/* clang-format on */

static void
try_chords (Desk *desk)
{
  click (desk, find_point (desk, "entry"), PEL_BUTTON_LEFT, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (chords); i++)
    {
      g_autoptr (PelGesture) gesture = pel_gesture_new ();

      g_test_message ("%s", chords[i].chord);
      add_chord (gesture, chords[i].chord);
      hands_make (&desk->hands, gesture, desk->addressee);
      pel_fixture_expect (desk->fixture, chords[i].line);
    }
}

/* What shortcuts do: cut and paste, and Shift with arrows selects. */
static void
try_shortcuts (Desk *desk)
{
  g_autoptr (PelGesture) gesture = pel_gesture_new ();

  click (desk, find_point (desk, "entry"), PEL_BUTTON_LEFT, 1);
  pel_gesture_type (gesture, "abcd", 0);
  add_chord (gesture, "shift+Left");
  add_chord (gesture, "shift+Left");
  pel_gesture_type (gesture, "É", 0);
  hands_make (&desk->hands, gesture, desk->addressee);
  pel_fixture_expect (desk->fixture, "text entry \"abÉ\"");
}

/* pointer */

static void
try_clicks (Desk *desk)
{
  g_autoptr (PelGesture) escape = pel_gesture_new ();

  click (desk, find_point (desk, "button"), PEL_BUTTON_LEFT, 1);
  pel_fixture_expect (desk->fixture, "clicked button");
  click (desk, find_point (desk, "check"), PEL_BUTTON_LEFT, 1);
  pel_fixture_expect (desk->fixture, "toggled check on");
  pel_fixture_forget (desk->fixture);
  click (desk, find_point (desk, "button"), PEL_BUTTON_LEFT, 2);
  pel_fixture_expect (desk->fixture, "clicked button");
  pel_fixture_expect (desk->fixture, "clicked button");
  click (desk, find_point (desk, "context"), PEL_BUTTON_RIGHT, 1);
  pel_fixture_expect (desk->fixture, "context-menu shown");
  add_chord (escape, "Escape");
  hands_make (&desk->hands, escape, desk->addressee);
  pel_fixture_expect (desk->fixture, "context-menu hidden");
}

/* The first pixel of a widget and the last one. Some toolkits cut what is less than a pixel, others
 * round it. */
static void
try_exact (Desk *desk)
{
  PelNativeRect box;
  char          line[64];

  box = find_box (desk, "button");
  click (desk, (PelNativePoint){ box.x + .25, box.y + .25 }, PEL_BUTTON_LEFT, 1);
  pel_fixture_expect (desk->fixture, "pointer press button 0,0 1");
  click (desk,
         (PelNativePoint){ box.x + box.width - .75, box.y + box.height - .75 },
         PEL_BUTTON_LEFT,
         1);
  g_snprintf (line, sizeof line, "pointer press button %g,%g 1", box.width - 1, box.height - 1);
  pel_fixture_expect (desk->fixture, line);
}

static void
try_wheel (Desk *desk)
{
  g_autoptr (PelGesture) gesture = pel_gesture_new ();

  move_to (gesture, find_point (desk, "list"));
  pel_gesture_wheel (gesture, 0, 2);
  hands_make (&desk->hands, gesture, desk->addressee);
  pel_fixture_expect (desk->fixture, "scrolled list *");
}

static void
try_drag (Desk *desk)
{
  g_autoptr (PelGesture) gesture = pel_gesture_new ();
  PelNativeRect          box;

  box = find_box (desk, "slider");
  pel_gesture_drag (gesture,
                    PEL_BUTTON_LEFT,
                    (PelNativePoint){ box.x + box.width / 2, box.y + box.height / 2 },
                    (PelNativePoint){ box.x + box.width - 2, box.y + box.height / 2 });
  hands_make (&desk->hands, gesture, desk->addressee);
  pel_fixture_expect (desk->fixture, "value slider *");
}

/* clang-format off */
static const struct { const char *name; void (*run) (Desk *desk); } cases[] = {
  { "clicks",    try_clicks    },
  { "exact",     try_exact     },
  { "wheel",     try_wheel     },
  { "drag",      try_drag      },
  { "chords",    try_chords    },
  { "shortcuts", try_shortcuts },
  { "lines",     try_lines     },
  { "texts",     try_texts     },
};
/* clang-format on */

static void
test_program (gconstpointer program)
{
  Desk desk = { 0 };

  desk_open (&desk, program);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].name);
      pel_fixture_forget (desk.fixture);
      cases[i].run (&desk);
    }
  desk_close (&desk);
}

static const char *const programs[] = {
  "fixture-web", "fixture-gtk3", "fixture-gtk4", "fixture-qt5", "fixture-qt6",
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/wayland-typing/", programs[i], NULL);

      if (pel_fixture_is_built (programs[i]))
        g_test_add_data_func (path, programs[i], test_program);
    }
  return g_test_run ();
}
