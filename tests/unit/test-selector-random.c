/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Selectors that nobody wrote: what is printed is read as the same again, and whatever is read
 * either fails at a column that exists or is printed and read again. The seed is told by GTest. */

#include "services/base/error.h"
#include "services/selector/selector-parts.h"
#include "services/selector/selector-predicate.h"

#include <string.h>

#define N_SELECTORS 1000
#define N_MUTATIONS 5000

/* clang-format off */
/* What texts are made of, and what is thrown into selectors. */
static const char *const scraps[] = {
  "a", "Save", "e12", "12", " ", "  ", "\n", "\t", "\r", "\"", "\\", "/", "'", "=", "!=", "~=", "^=", "$=", ">",
  ">=", "<", "<=", ">>", "&&", "??", "&", "?", "!", "~", "^", "$", "@", "#", ".", ":", "(", ")", "*", "-", "+",
  "é", "ß", "漢", "😀", "\u202e", "\u00a0", "\001", "\177", "\xc2\x85", "role", "name", "value", "enabled", "true",
  "index", "checked", "mixed", "Button", "push button", "any:", "ocr:", "uia:", "nth", "nth(2)", "right-of", "parent",
  "name~=/a/i", "\\u{41}", "\\n", "pattern=Toggle", "1e5", "-0.25",
};

static const char *const patterns[] = {
  "a", "^a$", "(a|b)+", "\\d{2}", "\\\\", "a/b", "/", "[/]", "\\Q/\\E", " x y ", "#", "\"", "\\x{1F600}", "é+", "(?i)b",
};

static const char *const seeds[] = {
  "role=Button && name=\"Submit\"", "app=gnome-calculator >> Button:7", "id=\"submit-btn\" ?? ocr:\"Submit\"",
  "any:text=\"Invoice Total\" >> right-of >> role=Edit", "role=Row >> nth(2) >> role=Cell && index=3",
  "window~=\"Preferences\" >> role=CheckBox && name~=/^auto(save)?/i && enabled=true", "!Button:OK && !~Save*",
  "@e12", "#12", "#save-button", ".GtkSwitch", "~Save*", "\"Save \\u{E9}\"", "value>=1.5 && checked=mixed",
};
/* clang-format on */

#define PICK(table) (table)[g_test_rand_int_range (0, G_N_ELEMENTS (table))]

static char *
make_text (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int                 n = g_test_rand_int_range (0, 5);

  for (int i = 0; i < n; i++)
    g_string_append (text, PICK (scraps));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static double
make_number (void)
{
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      return g_test_rand_int_range (-3, 1000);
    case 1:
      return g_test_rand_double ();
    case 2:
      return g_test_rand_double_range (-1e300, 1e300);
    default:
      return g_test_rand_double () * 1e-300;
    }
}

static PelSelectorOperator
make_text_operator (void)
{
  static const PelSelectorOperator operators[] = {
    PEL_OPERATOR_EQUAL, PEL_OPERATOR_NOT_EQUAL, PEL_OPERATOR_CONTAINS,
    PEL_OPERATOR_REGEX, PEL_OPERATOR_STARTS,    PEL_OPERATOR_ENDS,
  };

  return PICK (operators);
}

static PelSelectorOperator
make_exact_operator (void)
{
  return g_test_rand_bit () ? PEL_OPERATOR_EQUAL : PEL_OPERATOR_NOT_EQUAL;
}

static PelSelectorOperator
make_order_operator (void)
{
  return PEL_OPERATOR_GREATER + g_test_rand_int_range (0, 4);
}

static void
set_text (PelSelectorPredicate *predicate)
{
  g_autoptr (GError) error = NULL;

  predicate->text =
      predicate->comparison == PEL_OPERATOR_REGEX ? g_strdup (PICK (patterns)) : make_text ();
  if (predicate->comparison == PEL_OPERATOR_REGEX && g_test_rand_bit ())
    predicate->regex_flags = G_REGEX_CASELESS | G_REGEX_EXTENDED;
  g_assert_true (pel_selector_predicate_prepare (predicate, &error));
  g_assert_no_error (error);
}

static void
set_role (PelSelectorPredicate *predicate)
{
  predicate->role = g_test_rand_int_range (0, PEL_N_ROLES);
  predicate->text = g_strdup (pel_role_to_string (predicate->role));
}

static void
make_text_predicate (PelSelectorPredicate *predicate)
{
  if (predicate->key == PEL_KEY_VALUE && g_test_rand_bit ())
    {
      predicate->comparison = make_order_operator ();
      pel_selector_predicate_set_number (predicate, make_number ());
      return;
    }
  predicate->comparison = make_text_operator ();
  if (predicate->key == PEL_KEY_NAME && g_test_rand_int_range (0, 4) == 0)
    predicate->comparison = PEL_OPERATOR_WILDCARD;
  set_text (predicate);
}

static void
make_role_predicate (PelSelectorPredicate *predicate)
{
  predicate->comparison = make_text_operator ();
  if (predicate->comparison <= PEL_OPERATOR_NOT_EQUAL)
    set_role (predicate);
  else
    set_text (predicate);
}

static void
make_number_predicate (PelSelectorPredicate *predicate)
{
  if (!pel_selector_key_is_comparable (predicate->key))
    {
      pel_selector_predicate_set_number (predicate, (guint) g_test_rand_int () | 1);
      return;
    }
  predicate->comparison = g_test_rand_bit () ? make_exact_operator () : make_order_operator ();
  pel_selector_predicate_set_number (predicate, make_number ());
}

static void
make_predicate (PelSelectorPredicate *predicate)
{
  static const char *const words[] = { "false", "true", "mixed" };

  predicate->key = g_test_rand_int_range (0, PEL_N_KEYS);
  switch (pel_selector_key_get_type (predicate->key))
    {
    case PEL_KEY_IS_TEXT:
      make_text_predicate (predicate);
      break;
    case PEL_KEY_IS_ROLE:
      make_role_predicate (predicate);
      break;
    case PEL_KEY_IS_NUMBER:
      make_number_predicate (predicate);
      break;
    case PEL_KEY_IS_BOOLEAN:
      predicate->comparison = make_exact_operator ();
      predicate->choice = g_test_rand_int_range (0, predicate->key == PEL_KEY_CHECKED ? 3 : 2);
      predicate->text = g_strdup (words[predicate->choice]);
      break;
    case PEL_KEY_IS_PATTERN:
      predicate->comparison = make_exact_operator ();
      predicate->pattern = 1u << g_test_rand_int_range (0, PEL_N_PATTERNS);
      predicate->text = g_strdup (pel_pattern_to_string (predicate->pattern));
      break;
    }
}

static void
make_term (GArray *terms)
{
  PelSelectorTerm term = { .is_negated = g_test_rand_bit (), .n_predicates = 1 };

  if (term.is_negated && g_test_rand_bit ())
    {
      term.n_predicates = 2;
      term.predicates[0].key = PEL_KEY_ROLE;
      set_role (&term.predicates[0]);
      term.predicates[1].key = PEL_KEY_NAME;
      set_text (&term.predicates[1]);
    }
  else
    make_predicate (&term.predicates[0]);
  g_array_append_val (terms, term);
}

static void
make_step (GArray *steps)
{
  PelSelectorStep     step;
  PelSelectorStepKind kind = PEL_STEP_MATCH;

  if (steps->len > 0 && g_test_rand_int_range (0, 3) == 0)
    kind = g_test_rand_int_range (PEL_STEP_MATCH + 1, PEL_N_STEP_KINDS);
  pel_selector_step_init (&step, kind);
  if (kind == PEL_STEP_NTH)
    step.number =
        g_test_rand_bit () ? g_test_rand_int_range (1, G_MAXINT) : -g_test_rand_int_range (1, 5);
  if (kind == PEL_STEP_MATCH)
    {
      step.driver = g_test_rand_int_range (0, PEL_N_SELECTOR_DRIVERS);
      do
        make_term (step.terms);
      while (g_test_rand_bit ());
    }
  g_array_append_val (steps, step);
}

static PelSelector *
make_selector (void)
{
  PelSelector *selector = pel_selector_new ();

  do
    {
      PelSelectorAlternative alternative;

      pel_selector_alternative_init (&alternative);
      do
        make_step (alternative.steps);
      while (g_test_rand_bit ());
      g_array_append_val (selector->alternatives, alternative);
    }
  while (g_test_rand_int_range (0, 3) == 0);
  return selector;
}

static void
test_made (void)
{
  for (guint i = 0; i < N_SELECTORS; i++)
    {
      g_autoptr (PelSelector) selector = make_selector ();
      g_autofree char        *printed = pel_selector_to_string (selector);
      g_autoptr (GError)      error = NULL;
      g_autoptr (PelSelector) again = NULL;
      g_autofree char        *twice = NULL;

      g_test_message ("%s", printed);
      again = pel_selector_parse (printed, &error);
      if (strlen (printed) > PEL_SELECTOR_MAX_BYTES)
        {
          g_assert_null (again);
          continue;
        }
      g_assert_no_error (error);
      g_assert_true (pel_selector_equal (selector, again));
      twice = pel_selector_to_string (again);
      g_assert_cmpstr (twice, ==, printed);
    }
}

static void
check_refused (const char *text, const GError *error)
{
  JsonObject *details;
  gint64      column;

  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_SELECTOR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  details = pel_error_get_details (error);
  column = json_object_get_int_member (details, "column");
  g_assert_cmpint (column, >=, 1);
  if (g_utf8_validate (text, -1, NULL))
    g_assert_cmpint (column, <=, g_utf8_strlen (text, -1) + 1);
}

static void
check_text (const char *text)
{
  g_autoptr (GError)      error = NULL, second_error = NULL;
  g_autoptr (PelSelector) selector = pel_selector_parse (text, &error);
  g_autoptr (PelSelector) again = NULL;
  g_autofree char        *printed = NULL, *twice = NULL;

  if (selector == NULL)
    {
      check_refused (text, error);
      return;
    }
  printed = pel_selector_to_string (selector);
  again = pel_selector_parse (printed, &second_error);
  g_assert_no_error (second_error);
  g_assert_true (pel_selector_equal (selector, again));
  twice = pel_selector_to_string (again);
  g_assert_cmpstr (twice, ==, printed);
}

static void
mutate (GString *text)
{
  gsize at = g_test_rand_int_range (0, text->len + 1);
  gsize length = g_test_rand_int_range (0, 5);

  switch (g_test_rand_int_range (0, 5))
    {
    case 0: /* may cut a character in two */
      g_string_erase (text, at, MIN (length, text->len - at));
      break;
    case 1:
      g_string_truncate (text, at);
      break;
    case 2:
      if (at < text->len)
        text->str[at] = g_test_rand_int_range (1, 256);
      break;
    default:
      g_string_insert (text, at, PICK (scraps));
      break;
    }
}

static void
test_mutated (void)
{
  for (guint i = 0; i < N_MUTATIONS; i++)
    {
      g_autoptr (GString) text = g_string_new (PICK (seeds));
      int                 n = g_test_rand_int_range (1, 6);
      g_autofree char    *escaped = NULL;

      for (int k = 0; k < n; k++)
        mutate (text);
      escaped = g_strescape (text->str, NULL);
      g_test_message ("%s", escaped);
      check_text (text->str);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selector/random/made", test_made);
  g_test_add_func ("/selector/random/mutated", test_mutated);
  return g_test_run ();
}
