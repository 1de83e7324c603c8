/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When the dialog takes an answer: each row is what a person does before the last press, and
 * whether that reaches anything. */

#include "app/approver/arming.h"

#define MS G_TIME_SPAN_MILLISECOND

typedef struct
{
  guint           at_ms;
  guint           keyval; /* 0: a button; GDK_KEY_VoidSymbol: it is shown, or changes */
  gboolean        is_up;
  GdkModifierType state;
} Step;

/* clang-format off */
static const struct { const char *name; gboolean is_taken; Step steps[8]; } cases[] = {
  { "never shown",    FALSE, { { 900, GDK_KEY_Return } } },
  { "at once",        FALSE, { { 0, GDK_KEY_VoidSymbol }, { 10, GDK_KEY_Return } } },
  { "quiet",          TRUE,  { { 0, GDK_KEY_VoidSymbol }, { 500, GDK_KEY_Return } } },
  { "not quiet",      FALSE, { { 0, GDK_KEY_VoidSymbol }, { 499, GDK_KEY_a }, { 900, GDK_KEY_Return } } },
  { "a key goes up",  FALSE, { { 0, GDK_KEY_VoidSymbol }, { 499, GDK_KEY_a, TRUE }, { 900, GDK_KEY_Return } } },
  { "a button",       FALSE, { { 0, GDK_KEY_VoidSymbol }, { 499, 0 }, { 900, GDK_KEY_Return } } },
  { "typing on",      FALSE, { { 0, GDK_KEY_VoidSymbol }, { 400, GDK_KEY_a }, { 800, GDK_KEY_Tab }, { 1200, GDK_KEY_4 }, { 1600, GDK_KEY_Return } } },
  { "quiet again",    TRUE,  { { 0, GDK_KEY_VoidSymbol }, { 400, GDK_KEY_a }, { 900, GDK_KEY_Return } } },
  { "it stays so",    TRUE,  { { 0, GDK_KEY_VoidSymbol }, { 600, GDK_KEY_Tab }, { 700, GDK_KEY_Tab, TRUE }, { 720, GDK_KEY_Return } } },
  { "it changes",     FALSE, { { 0, GDK_KEY_VoidSymbol }, { 600, GDK_KEY_Tab }, { 800, GDK_KEY_VoidSymbol }, { 1200, GDK_KEY_Return } } },
  { "a modifier",     TRUE,  { { 0, GDK_KEY_VoidSymbol }, { 600, GDK_KEY_Alt_L }, { 650, GDK_KEY_a, FALSE, GDK_ALT_MASK | GDK_META_MASK } } },
  { "held before",    FALSE, { { 0, GDK_KEY_VoidSymbol }, { 900, GDK_KEY_a, FALSE, GDK_ALT_MASK } } },
  { "pressed before", FALSE, { { 0, GDK_KEY_VoidSymbol }, { 100, GDK_KEY_Alt_L }, { 900, GDK_KEY_a, FALSE, GDK_ALT_MASK } } },
  { "another one",    FALSE, { { 0, GDK_KEY_VoidSymbol }, { 600, GDK_KEY_Shift_L }, { 900, GDK_KEY_a, FALSE, GDK_ALT_MASK } } },
  { "after a change", FALSE, { { 0, GDK_KEY_VoidSymbol }, { 600, GDK_KEY_Alt_L }, { 700, GDK_KEY_VoidSymbol }, { 1300, GDK_KEY_a, FALSE, GDK_ALT_MASK } } },
  { "locks",          TRUE,  { { 0, GDK_KEY_VoidSymbol }, { 600, GDK_KEY_a, FALSE, GDK_LOCK_MASK } } },
};
/* clang-format on */

static void
test_cases (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PelArming arming = { 0 };
      gboolean  is_taken = FALSE;

      g_test_message ("%s", cases[i].name);
      for (const Step *step = cases[i].steps; step->at_ms != 0 || step->keyval != 0; step++)
        {
          const PelPress press = { !step->is_up, step->keyval, step->state };
          gint64         now = (1000 + step->at_ms) * MS;

          if (step->keyval == GDK_KEY_VoidSymbol)
            pel_arming_restart (&arming, now);
          else
            is_taken = pel_arming_take (&arming, &press, now);
        }
      g_assert_cmpint (is_taken, ==, cases[i].is_taken);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/arming/cases", test_cases);

  return g_test_run ();
}
