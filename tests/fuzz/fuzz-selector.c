/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/fuzz.h"

#include "services/base/error.h"
#include "services/selector/selector.h"

#include <string.h>

/* A caller's text comes back in the message, but not all of it. */
#define MAX_MESSAGE 1024

static void
check_error (const char *text, const GError *error)
{
  JsonObject *details;
  gint64      column;

  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_SELECTOR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_cmpuint (strlen (error->message), <, MAX_MESSAGE);
  g_assert_cmpstr (pel_error_get_hint (error), !=, "");

  details = pel_error_get_details (error);
  column = json_object_get_int_member (details, "column");
  g_assert_cmpint (column, >=, 1);
  g_assert_cmpint (column, <=, (gint64) strlen (text) + 1);
  g_assert_cmpstr (json_object_get_string_member (details, "expected"), !=, "");
  g_assert_true (g_utf8_validate (json_object_get_string_member (details, "selector"), -1, NULL));
}

/* What must hold whatever the predicate says. */
static void
check_predicate (const PelSelectorPredicate *predicate)
{
  static const char *const texts[] = { "", "Save as", "aaaaaaaaaaaaaab", "Straße\n日本", NULL };

  g_assert_nonnull (predicate->text);
  if (predicate->comparison >= PEL_OPERATOR_GREATER)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    pel_selector_predicate_matches_text (predicate, texts[i]);
  if (predicate->comparison == PEL_OPERATOR_EQUAL || predicate->comparison == PEL_OPERATOR_STARTS ||
      predicate->comparison == PEL_OPERATOR_ENDS || predicate->comparison == PEL_OPERATOR_CONTAINS)
    g_assert_true (pel_selector_predicate_matches_text (predicate, predicate->text));
}

static void
check_step (const PelSelectorStep *step, gboolean is_first)
{
  if (step->kind != PEL_STEP_MATCH)
    {
      g_assert_false (is_first);
      g_assert_true ((step->kind == PEL_STEP_NTH) == (step->number != 0));
      return;
    }
  g_assert_cmpuint (step->terms->len, >, 0);
  g_assert_cmpuint (step->terms->len, <=, PEL_SELECTOR_MAX_PARTS);
  for (guint i = 0; i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);

      g_assert_true (term->n_predicates == 1 || (term->n_predicates == 2 && term->is_negated));
      for (guint k = 0; k < term->n_predicates; k++)
        check_predicate (&term->predicates[k]);
    }
}

static void
check_parts (const PelSelector *selector)
{
  g_assert_cmpuint (selector->alternatives->len, >, 0);
  g_assert_cmpuint (selector->alternatives->len, <=, PEL_SELECTOR_MAX_PARTS);
  for (guint i = 0; i < selector->alternatives->len; i++)
    {
      const PelSelectorAlternative *alternative = pel_selector_get_alternative (selector, i);

      g_assert_cmpuint (alternative->steps->len, >, 0);
      g_assert_cmpuint (alternative->steps->len, <=, PEL_SELECTOR_MAX_PARTS);
      for (guint k = 0; k < alternative->steps->len; k++)
        check_step (pel_selector_alternative_get_step (alternative, k), k == 0);
    }
}

/* What is printed must be read as the same, and printed as the same again. */
static void
check_printed (const PelSelector *selector)
{
  g_autofree char        *printed = pel_selector_to_string (selector);
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSelector) again = pel_selector_parse (printed, &error);
  g_autofree char        *twice = NULL;

  if (again == NULL)
    g_error ("what was printed is refused: %s: %s", error->message, printed);
  if (!pel_selector_equal (selector, again))
    g_error ("what was printed is read as something else: %s", printed);
  twice = pel_selector_to_string (again);
  g_assert_cmpstr (twice, ==, printed);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *input = size > 0 ? (const char *) data : "";
  /* a copy of just this size, so that a read beyond it is seen */
  g_autofree char        *text = g_strndup (input, strnlen (input, size));
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSelector) selector = pel_selector_parse (text, &error);

  if (selector == NULL)
    {
      check_error (text, error);
      return 0;
    }
  check_parts (selector);
  check_printed (selector);
  return 0;
}
