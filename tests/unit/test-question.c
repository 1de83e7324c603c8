/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the approver shows of a question: whatever agents and programs call themselves, it stays a
 * quoted text on one line. */

#include "services/approval/question.h"

#include "services/approval/approval.h"
#include "services/base/json.h"

#include <string.h>

#define FSI "\342\201\250"
#define PDI "\342\201\251"

/* clang-format off */
static const struct { const char *given, *shown; } texts[] = {
  { "OK",                         "“" FSI "OK" PDI "”" },
  { "<b>Allow</b>",               "“" FSI "<b>Allow</b>" PDI "”" },
  { "OK”\nRequester: the system", "“" FSI "OK”\\nRequester: the system" PDI "”" },
  { "a\r\tb",                     "“" FSI "a\\u{D}\\tb" PDI "”" },
  { "\342\200\256evil",           "“" FSI "\\u{202E}evil" PDI "”" },
  { PDI "out",                    "“" FSI "\\u{2069}out" PDI "”" },
  { "\342\200\213zero",           "“" FSI "\\u{200B}zero" PDI "”" },
  { "שלום",                       "“" FSI "שלום" PDI "”" },
};
/* clang-format on */

static void
test_quote (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *shown = pel_question_quote (texts[i].given);

      g_assert_cmpstr (shown, ==, texts[i].shown);
    }
}

static void
test_long (void)
{
  g_autofree char *huge = g_strnfill (1 << 20, 'x');
  g_autofree char *newlines = g_strnfill (1 << 20, '\n');
  g_autofree char *shown = pel_question_quote (huge);
  g_autofree char *escaped = pel_question_quote (newlines);

  g_assert_cmpint (g_utf8_strlen (shown, -1), <=, PEL_QUESTION_MAX_CHARS + 8);
  g_assert_cmpint (g_utf8_strlen (escaped, -1), <=, 2 * PEL_QUESTION_MAX_CHARS + 8);
  g_assert_null (strchr (escaped, '\n'));
}

static PelQuestion *
read_line (const char *text)
{
  g_autofree char       *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError)     error = NULL;
  g_autoptr (JsonObject) object = pel_json_parse_object (json, -1, &error);

  g_assert_no_error (error);
  return pel_question_new (object);
}

static void
test_line (void)
{
  g_autoptr (PelQuestion) question = read_line (
      "{'waiting': 3, 'question': {'id': 7, 'words': 'Press', 'details': 'clicks: 2',"
      " 'role': 'Button', 'name': 'Pay\\nnow', 'window': 'Shop', 'program': '/usr/bin/shop',"
      " 'risk': 'high', 'reasons': ['a', 'b'], 'calls': 3, 'own_calls': 2, 'choices': ['deny', 'once', 'nonsense'],"
      " 'bounds': {'x': 1, 'y': 2, 'width': 3, 'height': 4}, 'left_ms': 5000,"
      " 'caller': {'executable': '/usr/bin/pellucid-mcp', 'pid': 12, 'starter': '/usr/bin/robot',"
      " 'claimed_name': '<i>bank</i>'}}}");

  g_assert_cmpuint (question->id, ==, 7);
  g_assert_nonnull (strstr (question->who, "/usr/bin/pellucid-mcp"));
  g_assert_nonnull (strstr (question->who, "12"));
  g_assert_cmpstr (question->starter, ==, FSI "/usr/bin/robot" PDI);
  g_assert_cmpstr (question->claimed, ==, "“" FSI "<i>bank</i>" PDI "”");
  g_assert_cmpstr (question->element, ==, "Button “" FSI "Pay\\nnow" PDI "”");
  g_assert_true (g_str_has_suffix (question->place, "1,2 3×4"));
  g_assert_true (question->is_high);
  g_assert_cmphex (question->choices, ==, 1u << PEL_ANSWER_DENY | 1u << PEL_ANSWER_ONCE);
  g_assert_cmpuint (question->n_own, ==, 2);
  g_assert_true (g_str_has_prefix (question->calls, "3 identical calls are waiting, from several"));
  g_assert_nonnull (question->waiting);
  g_assert_null (question->crop);
}

/* What is missing or of another type is not there, and no reason to fall over. */
static void
test_odd (void)
{
  static const char *const lines[] = {
    "{'question': {}}",
    "{'question': {'id': 1, 'caller': 5, 'name': [], 'reasons': {}, 'choices': 'all', 'bounds': 1}}",
    "{'question': {'crop': 'no base64!', 'risk': 'odd'}}",
  };

  g_assert_null (read_line ("{}"));
  g_assert_null (read_line ("{'question': null}"));
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (PelQuestion) question = read_line (lines[i]);

      g_assert_nonnull (question);
      g_assert_cmphex (question->choices, ==, 1u << PEL_ANSWER_DENY);
    }
}

/* Consent is to automation, or to what is typed at one terminal, which is named. */
static void
test_terminal (void)
{
  g_autoptr (PelQuestion) automation = read_line (
      "{'question': {'id': 7, 'consent': true, 'caller': {'kind': 'agent', 'pid': 12}}}");
  g_autoptr (PelQuestion) typed =
      read_line ("{'question': {'id': 7, 'consent': true,"
                 " 'caller': {'kind': 'terminal', 'pid': 12, 'terminal': 'pts/3, session 10.1'}}}");
  g_autoptr (PelQuestion) act =
      read_line ("{'question': {'id': 7,"
                 " 'caller': {'kind': 'terminal', 'pid': 12, 'terminal': 'pts/3, session 10.1'}}}");

  g_assert_null (automation->terminal);
  g_assert_nonnull (strstr (typed->terminal, "pts/3"));
  g_assert_cmpstr (typed->title, !=, automation->title);
  g_assert_null (act->terminal);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/question/quote", test_quote);
  g_test_add_func ("/question/long", test_long);
  g_test_add_func ("/question/line", test_line);
  g_test_add_func ("/question/odd", test_odd);
  g_test_add_func ("/question/terminal", test_terminal);
  return g_test_run ();
}
