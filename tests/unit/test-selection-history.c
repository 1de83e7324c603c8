/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/selection-history.h"

/* A row is a day of somebody: a letter goes to a place (of program :1.1, with the letter as its
 * ref), “<” and “>” go back and forward, “-x” ends x and “+x” brings it back. After all of that the
 * person is at @here, back would lead to @back and forward to @forward; “.” is nowhere. */
/* clang-format off */
static const struct { const char *day; char here, back, forward; } days[] = {
  { "",               '.', '.', '.' },
  { "a",              'a', '.', '.' },
  { "aaa",            'a', '.', '.' },
  { "ab",             'b', 'a', '.' },
  { "ab<",            'a', '.', 'b' },
  { "ab<<",           'a', '.', 'b' },
  { "ab<>",           'b', 'a', '.' },
  { "ab<>>",          'b', 'a', '.' },
  { "abc<<",          'a', '.', 'b' },
  { "abc<<>",         'b', 'a', 'c' },
  { "abc<<d",         'd', 'a', '.' },
  { "abc<b",          'b', 'a', 'c' }, /* the tree tells where the history has led to */
  { "abc-b<",         'a', '.', 'c' },
  { "abc-b<>",        'c', 'a', '.' },
  { "abc-a-b",        'c', '.', '.' },
  { "abc-a-b<",       'c', '.', '.' },
  { "abc-b+b<",       'b', 'a', 'c' },
  { "aba-b",          'a', '.', '.' }, /* going to where one is would be no step */
  { "aba-b<",         'a', '.', '.' },
  { "caba-b<",        'c', '.', 'a' },
  { "ab-b<>",         'a', '.', '.' },
};
/* clang-format on */

static gboolean
is_there (const PelElementPlace *place, gpointer data)
{
  const gboolean *is_gone = data;

  g_assert_cmpstr (place->bus_name, ==, ":1.1");
  return !is_gone[place->ref];
}

static char
name (const PelElementPlace *place)
{
  return place != NULL ? (char) place->ref : '.';
}

static void
test_days (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (days); i++)
    {
      g_autoptr (PelSelectionHistory) history = pel_selection_history_new ();
      gboolean                        is_gone[128] = { FALSE };
      char                            here = '.';

      g_test_message ("%s", days[i].day);
      for (const char *c = days[i].day; *c != '\0'; c++)
        if (*c == '-' || *c == '+')
          {
            is_gone[(guint) c[1]] = *c == '-';
            c++;
          }
        else if (*c == '<' || *c == '>')
          {
            PelHistoryWay          way = *c == '<' ? PEL_HISTORY_BACK : PEL_HISTORY_FORWARD;
            const PelElementPlace *place =
                pel_selection_history_go (history, way, is_there, is_gone);

            here = place != NULL ? name (place) : here;
          }
        else
          {
            here = *c;
            pel_selection_history_add (history, &(PelElementPlace){ (char *) ":1.1", (guint) *c });
          }
      g_assert_cmpint (here, ==, days[i].here);
      g_assert_cmpint (name (pel_selection_history_find (history,
                                                         PEL_HISTORY_BACK,
                                                         is_there,
                                                         is_gone)),
                       ==,
                       days[i].back);
      g_assert_cmpint (name (pel_selection_history_find (history,
                                                         PEL_HISTORY_FORWARD,
                                                         is_there,
                                                         is_gone)),
                       ==,
                       days[i].forward);
    }
}

/* The newest ones are kept. */
static void
test_bound (void)
{
  g_autoptr (PelSelectionHistory) history = pel_selection_history_new ();
  gboolean                        is_gone[1000] = { FALSE };
  guint                           n = 0;

  for (guint i = 0; i < 1000; i++)
    pel_selection_history_add (history, &(PelElementPlace){ (char *) ":1.1", i });
  while (pel_selection_history_go (history, PEL_HISTORY_BACK, is_there, is_gone) != NULL)
    n++;
  g_assert_cmpuint (n, ==, PEL_SELECTION_HISTORY_MAX - 1);
  g_assert_cmpuint (pel_selection_history_find (history, PEL_HISTORY_FORWARD, is_there, is_gone)
                        ->ref,
                    ==,
                    1000 - PEL_SELECTION_HISTORY_MAX + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selection-history/days", test_days);
  g_test_add_func ("/selection-history/bound", test_bound);
  return g_test_run ();
}
