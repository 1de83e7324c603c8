/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-lexer.h"

#include "services/base/error.h"
#include "services/base/text.h"

#include <glib/gi18n.h>
#include <string.h>

/* Of a text in a message. */
#define MAX_SHOWN_BYTES 80

typedef struct
{
  const char         *text;
  PelSelectorSign     sign;
  PelSelectorOperator comparison;
} SignInfo;

/* clang-format off */
/* Those of two characters come first. */
static const SignInfo sign_table[] = {
  { "&&", PEL_SIGN_AND },
  { ">>", PEL_SIGN_INSIDE },
  { "??", PEL_SIGN_ELSE },
  { "!=", PEL_SIGN_COMPARISON, PEL_OPERATOR_NOT_EQUAL },
  { "~=", PEL_SIGN_COMPARISON, PEL_OPERATOR_CONTAINS },
  { "^=", PEL_SIGN_COMPARISON, PEL_OPERATOR_STARTS },
  { "$=", PEL_SIGN_COMPARISON, PEL_OPERATOR_ENDS },
  { ">=", PEL_SIGN_COMPARISON, PEL_OPERATOR_GREATER_EQUAL },
  { "<=", PEL_SIGN_COMPARISON, PEL_OPERATOR_LESS_EQUAL },
  { "=",  PEL_SIGN_COMPARISON, PEL_OPERATOR_EQUAL },
  { ">",  PEL_SIGN_COMPARISON, PEL_OPERATOR_GREATER },
  { "<",  PEL_SIGN_COMPARISON, PEL_OPERATOR_LESS },
};
/* clang-format on */

gboolean
pel_selector_span_is_empty (PelSelectorSpan self)
{
  return self.start == self.end;
}

char *
pel_selector_span_dup (PelSelectorSpan self)
{
  return g_strndup (self.start, self.end - self.start);
}

char *
pel_selector_span_dup_shown (PelSelectorSpan self)
{
  g_autofree char *cut = pel_text_repair (self.start, self.end - self.start, MAX_SHOWN_BYTES);

  return pel_text_escape (cut);
}

gboolean
pel_selector_is_stray_control (gunichar c)
{
  return g_unichar_iscntrl (c) && !g_unichar_isspace (c);
}

/* The text may be one that turned out not to be UTF-8 at @at. */
static JsonObject *
new_details (const char *text, guint column, const char *expected)
{
  JsonObject      *details = json_object_new ();
  g_autofree char *selector = pel_text_repair (text, -1, PEL_SELECTOR_MAX_BYTES);

  json_object_set_int_member (details, "column", column);
  json_object_set_string_member (details, "expected", expected);
  json_object_set_string_member (details, "selector", selector);
  return details;
}

gboolean
pel_selector_lexer_fail (const PelSelectorLexer *self,
                         const char             *at,
                         const char             *expected,
                         const char             *hint,
                         const char             *complaint,
                         GError                **error)
{
  guint              column = g_utf8_pointer_to_offset (self->text, at) + 1;
  gunichar           c = g_utf8_get_char_validated (at, -1);
  g_autoptr (GError) own = NULL;

  /* whatever was expected there, this is what is wrong */
  if (c != (gunichar) -1 && c != (gunichar) -2 && c != 0 && pel_selector_is_stray_control (c))
    {
      hint = _ ("Write it as \\u{…} inside quotes");
      complaint = _ ("control character outside quotes");
    }
  if (complaint != NULL)
    /* Translators: %u counts characters, %s says what is wrong there */
    pel_set_error (&own, PEL_ERROR_INVALID_SELECTOR, hint, _ ("column %u: %s"), column, complaint);
  else
    pel_set_error (&own,
                   PEL_ERROR_INVALID_SELECTOR,
                   hint,
                   /* Translators: %s says what should stand there, such as “a number” */
                   _ ("column %u: expected %s"),
                   column,
                   expected);
  pel_error_take_details (own, new_details (self->text, column, expected));
  g_propagate_error (error, g_steal_pointer (&own));
  return FALSE;
}

const char *
pel_selector_operator_to_string (PelSelectorOperator comparison)
{
  if (comparison == PEL_OPERATOR_REGEX)
    comparison = PEL_OPERATOR_CONTAINS;
  for (guint i = 0; i < G_N_ELEMENTS (sign_table); i++)
    if (sign_table[i].sign == PEL_SIGN_COMPARISON && sign_table[i].comparison == comparison)
      return sign_table[i].text;
  return NULL;
}

gboolean
pel_selector_lexer_init (PelSelectorLexer *self, const char *text, GError **error)
{
  gsize       length = strnlen (text, PEL_SELECTOR_MAX_BYTES + 1);
  const char *end = NULL;

  *self = (PelSelectorLexer){ .text = text, .at = text };
  g_utf8_validate (text, length, &end);
  if (length > PEL_SELECTOR_MAX_BYTES)
    return pel_selector_lexer_fail (self,
                                    end,
                                    _ ("the end of the selector"),
                                    NULL,
                                    _ ("the selector is too long"),
                                    error);
  if (*end != '\0')
    return pel_selector_lexer_fail (self,
                                    end,
                                    _ ("valid UTF-8"),
                                    NULL,
                                    _ ("the selector is not valid UTF-8"),
                                    error);
  pel_selector_lexer_skip_space (self);
  if (*self->at == '\0')
    return pel_selector_lexer_fail (self,
                                    self->at,
                                    _ ("a selector"),
                                    _ ("Try, for example, Button:OK"),
                                    NULL,
                                    error);
  return TRUE;
}

void
pel_selector_lexer_skip_space (PelSelectorLexer *self)
{
  while (g_unichar_isspace (g_utf8_get_char (self->at)))
    self->at = g_utf8_next_char (self->at);
}

/* (nullable) where no sign stands at @at. */
static const SignInfo *
find_sign (const char *at)
{
  /* nearly always none does */
  if (strchr ("&>?!~^$<=", *at) == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (sign_table); i++)
    if (at[0] == sign_table[i].text[0] &&
        (sign_table[i].text[1] == '\0' || at[1] == sign_table[i].text[1]))
      return &sign_table[i];
  return NULL;
}

PelSelectorSign
pel_selector_lexer_peek (PelSelectorLexer *self, PelSelectorOperator *ret_operator)
{
  const SignInfo *info;

  pel_selector_lexer_skip_space (self);
  if (*self->at == '\0')
    return PEL_SIGN_END;
  info = find_sign (self->at);
  if (info == NULL)
    return PEL_SIGN_NONE;
  if (info->sign == PEL_SIGN_COMPARISON && ret_operator != NULL)
    *ret_operator = info->comparison;
  return info->sign;
}

const char *
pel_selector_lexer_take_sign (PelSelectorLexer *self)
{
  const SignInfo *info = find_sign (self->at);

  g_assert (info != NULL);
  self->at += strlen (info->text);
  return info->text;
}

PelSelectorSpan
pel_selector_lexer_take_word (PelSelectorLexer *self)
{
  const char *start = self->at;

  while (*self->at != '\0' && *self->at != '"' && find_sign (self->at) == NULL)
    {
      gunichar c = g_utf8_get_char (self->at);

      if (g_unichar_isspace (c) || pel_selector_is_stray_control (c))
        break;
      self->at = g_utf8_next_char (self->at);
    }
  return (PelSelectorSpan){ start, self->at };
}

PelSelectorSpan
pel_selector_lexer_take_phrase (PelSelectorLexer *self, PelSelectorSpan *ret_last)
{
  PelSelectorSpan phrase, word;

  pel_selector_lexer_skip_space (self);
  phrase = (PelSelectorSpan){ self->at, self->at };
  if (ret_last != NULL)
    *ret_last = phrase;
  while (TRUE)
    {
      word = pel_selector_lexer_take_word (self);
      if (pel_selector_span_is_empty (word))
        return phrase;
      phrase.end = word.end;
      if (ret_last != NULL)
        *ret_last = word;
      pel_selector_lexer_skip_space (self);
    }
}

/* There is no “||”, but who writes it means that the name ends there. */
static gboolean
ends_name (const char *at)
{
  return at[0] != '\0' && at[0] == at[1] && strchr ("&|?>", at[0]) != NULL;
}

PelSelectorSpan
pel_selector_lexer_take_name (PelSelectorLexer *self)
{
  PelSelectorSpan name;

  pel_selector_lexer_skip_space (self);
  name = (PelSelectorSpan){ self->at, self->at };
  while (*self->at != '\0' && !ends_name (self->at))
    {
      gunichar c = g_utf8_get_char (self->at);

      if (pel_selector_is_stray_control (c))
        break;
      self->at = g_utf8_next_char (self->at);
      if (!g_unichar_isspace (c))
        name.end = self->at;
    }
  return name;
}
