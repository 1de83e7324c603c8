/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/near-miss-reason.h"

#include "services/base/text.h"
#include "services/selector/selector-match.h"

#include <glib/gi18n.h>

#define MAX_CHARS  80 /* of a text of another program */
#define MAX_FAILED 2  /* more would hide what matters */

/* What holds, as key words, and what does not. */
typedef struct
{
  GPtrArray                  *held;   /* of char, borrowed */
  GPtrArray                  *failed; /* of char */
  const PelSelectorPredicate *first;  /* (nullable) that failed, where it is not negated */
  guint                       n_failed;
} Account;

static const char *
get_word (PelSelectorKey key)
{
  const char *word = pel_selector_key_to_string (key);

  return word != NULL ? word : "ref";
}

/* (transfer full): fit for a sentence. */
static char *
quote (const char *text)
{
  g_autofree char *escaped = NULL;

  if (g_utf8_strlen (text, -1) > MAX_CHARS)
    {
      g_autofree char *cut = g_utf8_substring (text, 0, MAX_CHARS);

      escaped = pel_text_escape (cut);
      return g_strdup_printf (_ ("“%s…”"), escaped);
    }
  escaped = pel_text_escape (text);
  return g_strdup_printf (_ ("“%s”"), escaped);
}

static gboolean
can_be_similar (const PelSelectorPredicate *predicate)
{
  return pel_selector_key_get_type (predicate->key) == PEL_KEY_IS_TEXT &&
         (predicate->comparison == PEL_OPERATOR_EQUAL ||
          predicate->comparison == PEL_OPERATOR_CONTAINS ||
          predicate->comparison == PEL_OPERATOR_STARTS ||
          predicate->comparison == PEL_OPERATOR_ENDS);
}

PelSimilarText
pel_answer_find_similar (const PelElementAnswer *answer, const PelSelectorPredicate *predicate)
{
  PelSimilarText best = { .text = answer->n_texts > 0 ? answer->texts[0] : NULL };

  for (guint i = 0; i < answer->n_texts && can_be_similar (predicate); i++)
    {
      guint         gap;
      PelSimilarity similarity = pel_similarity_get (predicate->text, answer->texts[i], &gap);

      if (similarity > best.similarity)
        best = (PelSimilarText){ answer->texts[i], similarity, gap };
    }
  return best;
}

static char *
tell_text (const PelSelectorPredicate *predicate, const PelElementAnswer *answer)
{
  const char      *word = get_word (predicate->key);
  const char      *text = pel_answer_find_similar (answer, predicate).text;
  g_autofree char *quoted = NULL;

  if (text == NULL && answer->wanted != 0)
    return g_strdup_printf (_ ("the %s is unknown"), word);
  if (text == NULL)
    return g_strdup_printf (_ ("it has no %s"), word);
  if (*text == '\0')
    return g_strdup_printf (_ ("the %s is empty"), word);
  quoted = quote (text);
  return g_strdup_printf (_ ("the %s is %s"), word, quoted);
}

static char *
tell_number (const PelSelectorPredicate *predicate, const PelElementAnswer *answer)
{
  char        number[G_ASCII_DTOSTR_BUF_SIZE];
  const char *word = get_word (predicate->key);

  if (!answer->has_number)
    return g_strdup_printf (_ ("it has no %s"), word);
  g_ascii_formatd (number, sizeof number, "%.12g", answer->number);
  return g_strdup_printf (_ ("the %s is %s"), word, number);
}

static char *
tell_pattern (const PelSelectorPredicate *predicate, const PelElementAnswer *answer)
{
  const char *name = pel_pattern_to_string (predicate->pattern);

  if ((answer->patterns & predicate->pattern) != 0)
    return g_strdup_printf (_ ("it supports %s"), name);
  return g_strdup_printf (_ ("it does not support %s"), name);
}

/* (transfer full): how it is instead. */
static char *
tell (const PelSelectorPredicate *predicate, const PelElementAnswer *answer)
{
  static const char *const choices[] = {
    [PEL_CHOICE_FALSE] = "false",
    [PEL_CHOICE_TRUE] = "true",
    [PEL_CHOICE_MIXED] = "mixed",
  };

  switch (pel_selector_key_get_type (predicate->key))
    {
    case PEL_KEY_IS_BOOLEAN:
      return g_strdup_printf ("%s=%s", get_word (predicate->key), choices[answer->choice]);
    case PEL_KEY_IS_NUMBER:
      return tell_number (predicate, answer);
    case PEL_KEY_IS_PATTERN:
      return tell_pattern (predicate, answer);
    case PEL_KEY_IS_ROLE:
      return g_strdup_printf (_ ("the %s is %s"),
                              get_word (predicate->key),
                              pel_role_to_string (answer->role));
    case PEL_KEY_IS_TEXT:
    default:
      return tell_text (predicate, answer);
    }
}

static void
account_for_term (Account *self, const PelSelectorTerm *term, PelAnswers *answers, PelElementId id)
{
  PelReadingFlags             wanted;
  const PelSelectorPredicate *predicate = &term->predicates[0];
  PelElementAnswer            answer;

  if (pel_term_match (term, answers, id, &wanted) == PEL_MATCH_YES)
    {
      const char *word = get_word (predicate->key);

      if (!term->is_negated &&
          !g_ptr_array_find_with_equal_func (self->held, word, g_str_equal, NULL))
        g_ptr_array_add (self->held, (char *) word);
      return;
    }
  if (self->n_failed++ >= MAX_FAILED)
    return;
  if (self->n_failed == 1 && !term->is_negated)
    self->first = predicate;
  answer = pel_answers_get (answers, predicate->key, id);
  g_ptr_array_add (self->failed, tell (predicate, &answer));
}

/* (transfer full): “a”, “a and b”, “a, b and c”. */
static char *
join (const GPtrArray *words)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);

      if (i == 0)
        g_string_append (text, word);
      else if (i + 1 < words->len)
        /* Translators: between the words of a list, but for the last two */
        g_string_append_printf (text, _ (", %s"), word);
      else
        /* Translators: between the last two words of a list */
        g_string_append_printf (text, _ (" and %s"), word);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* With nothing else to say, what was asked for is worth a word. */
static gboolean
has_alternative_text (const Account *self)
{
  return self->held->len == 0 && self->n_failed == 1 && self->first != NULL &&
         self->first->comparison == PEL_OPERATOR_EQUAL &&
         pel_selector_key_get_type (self->first->key) == PEL_KEY_IS_TEXT;
}

static char *
put_into_words (const Account *self)
{
  g_autofree char *failed = join (self->failed);
  g_autofree char *held = join (self->held);

  if (has_alternative_text (self))
    {
      g_autofree char *quoted = quote (self->first->text);

      /* Translators: the name is “Save as”, not “Save” */
      return g_strdup_printf (_ ("%s, not %s"), failed, quoted);
    }
  if (self->held->len == 0)
    return g_steal_pointer (&failed);
  /* Translators: role and name match, but enabled=false */
  return g_strdup_printf (ngettext ("%s matches, but %s", "%s match, but %s", self->held->len),
                          held,
                          failed);
}

char *
pel_near_miss_explain (const PelSelectorStep *step, PelAnswers *answers, PelElementId id)
{
  g_autoptr (GPtrArray) held = g_ptr_array_new ();
  g_autoptr (GPtrArray) failed = g_ptr_array_new_with_free_func (g_free);
  Account               self = { .held = held, .failed = failed };

  for (guint i = 0; i < step->terms->len; i++)
    account_for_term (&self, pel_selector_step_get_term (step, i), answers, id);
  return put_into_words (&self);
}
