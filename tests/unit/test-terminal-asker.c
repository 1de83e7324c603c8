/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/cli/terminal-asker.h"

#define ALL   (1u << PEL_ANSWER_DENY | 1u << PEL_ANSWER_ONCE | 1u << PEL_ANSWER_ALWAYS)
#define NO_IT -1

/* Nothing but a number that stands there allows anything. */
static void
test_read (void)
{
  static const struct
  {
    const char *line;
    int         answer;
    const char *reason;
  } rows[] = {
    { "", PEL_ANSWER_DENY, NULL },
    { "   ", PEL_ANSWER_DENY, NULL },
    { "1", PEL_ANSWER_DENY, NULL },
    { "1 not now", PEL_ANSWER_DENY, "not now" },
    { " 2 ", PEL_ANSWER_ONCE, NULL },
    { "3", PEL_ANSWER_ALWAYS, NULL },
    { "2 please", NO_IT, NULL },
    { "4", NO_IT, NULL },
    { "0", NO_IT, NULL },
    { "2x", NO_IT, NULL },
    { "y", NO_IT, NULL },
    { "yes", NO_IT, NULL },
    { "-2", NO_IT, NULL },
    { "18446744073709551618", NO_IT, NULL },
    { "\x1b[A", NO_IT, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *reason = NULL;
      PelAnswer        answer;
      gboolean         is_read = pel_terminal_asker_read (rows[i].line, ALL, &answer, &reason);

      g_test_message ("“%s”", rows[i].line);
      g_assert_cmpint (is_read ? (int) answer : NO_IT, ==, rows[i].answer);
      g_assert_cmpstr (reason, ==, rows[i].reason);
    }
}

static void
test_choices (void)
{
  g_autofree char *text = pel_terminal_asker_dup_choices (ALL);

  g_assert_true (
      g_pattern_match_simple ("  1  Deny*\n  2  Allow once\n  3  Always allow*\n", text));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/terminal-asker/read", test_read);
  g_test_add_func ("/terminal-asker/choices", test_choices);

  return g_test_run ();
}
