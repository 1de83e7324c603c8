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
  PelSelectorOperator operator;
} SignInfo;

/* clang-format off */
/* Those of two characters come first. */
static const SignInfo sign_table[] = {
  { "&&", PEL_SIGN_AND },
  { ">>", PEL_SIGN_INSIDE },
  { "?" "?", PEL_SIGN_ELSE },
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

static const struct { char letter; char meaning; } escape_table[] = {
  { '"', '"' }, { '\\', '\\' }, { 'n', '\n' }, { 't', '\t' }, { 'r', '\r' },
};

static const struct { char letter; GRegexCompileFlags flag; } flag_table[] = {
  { 'i', G_REGEX_CASELESS }, { 'm', G_REGEX_MULTILINE },
  { 's', G_REGEX_DOTALL   }, { 'x', G_REGEX_EXTENDED  },
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

static gboolean
is_stray_control (gunichar c)
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
  if (c != (gunichar) -1 && c != (gunichar) -2 && c != 0 && is_stray_control (c))
    {
      hint = _ ("Write it as \\u{…} inside quotes");
      complaint = _ ("a control character stands outside quotes");
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
                                    _ ("a text in UTF-8"),
                                    NULL,
                                    _ ("the text is not UTF-8"),
                                    error);
  pel_selector_lexer_skip_space (self);
  if (*self->at == '\0')
    return pel_selector_lexer_fail (self,
                                    self->at,
                                    _ ("a selector"),
                                    _ ("Try for example Button:OK"),
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
    *ret_operator = info->operator;
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

      if (g_unichar_isspace (c) || is_stray_control (c))
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

/* Behind \u: a character in braces. */
static gboolean
take_code (PelSelectorLexer *self, GString *out, GError **error)
{
  const char *start = self->at - strlen ("\\u");
  char       *end = NULL;
  guint64     code = 0;

  if (self->at[0] == '{' && g_ascii_isxdigit (self->at[1]))
    code = g_ascii_strtoull (self->at + 1, &end, 16);
  if (end == NULL || *end != '}' || code == 0 || code > 0x10ffff || !g_unichar_validate (code))
    return pel_selector_lexer_fail (self,
                                    start,
                                    _ ("a character such as \\u{E9}"),
                                    NULL,
                                    NULL,
                                    error);
  g_string_append_unichar (out, code);
  self->at = end + 1;
  return TRUE;
}

/* Behind a backslash. */
static gboolean
take_escape (PelSelectorLexer *self, GString *out, GError **error)
{
  char letter = *self->at;

  for (guint i = 0; i < G_N_ELEMENTS (escape_table); i++)
    if (letter == escape_table[i].letter)
      {
        g_string_append_c (out, escape_table[i].meaning);
        self->at++;
        return TRUE;
      }
  if (letter != 'u')
    return pel_selector_lexer_fail (self,
                                    self->at - 1,
                                    _ ("one of \\\" \\\\ \\n \\t \\r \\u{…}"),
                                    _ ("A backslash itself is written \\\\"),
                                    NULL,
                                    error);
  self->at++;
  return take_code (self, out, error);
}

char *
pel_selector_lexer_take_quoted (PelSelectorLexer *self, GError **error)
{
  const char         *quote = self->at++;
  g_autoptr (GString) out = g_string_new (NULL);

  while (*self->at != '"')
    {
      gsize length = strcspn (self->at, "\\\"");

      g_string_append_len (out, self->at, length);
      self->at += length;
      if (self->at[0] == '\0' || (self->at[0] == '\\' && self->at[1] == '\0'))
        {
          pel_selector_lexer_fail (self,
                                   quote,
                                   _ ("“\"” at the end of the text"),
                                   NULL,
                                   _ ("the quote is not closed"),
                                   error);
          return NULL;
        }
      if (*self->at == '\\')
        {
          self->at++;
          if (!take_escape (self, out, error))
            return NULL;
        }
    }
  self->at++;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static gboolean
take_flags (PelSelectorLexer *self, GRegexCompileFlags *ret_flags, GError **error)
{
  GRegexCompileFlags flags = 0;

  for (; g_ascii_isalnum (*self->at); self->at++)
    {
      GRegexCompileFlags flag = 0;

      for (guint i = 0; i < G_N_ELEMENTS (flag_table); i++)
        if (*self->at == flag_table[i].letter)
          flag = flag_table[i].flag;
      if (flag == 0)
        return pel_selector_lexer_fail (self,
                                        self->at,
                                        /* Translators: of a regular expression; not translated */
                                        _ ("one of the flags i m s x"),
                                        NULL,
                                        NULL,
                                        error);
      flags |= flag;
    }
  *ret_flags = flags;
  return TRUE;
}

char *
pel_selector_lexer_take_regex (PelSelectorLexer   *self,
                               GRegexCompileFlags *ret_flags,
                               GError            **error)
{
  const char         *slash = self->at++;
  g_autoptr (GString) out = g_string_new (NULL);

  while (*self->at != '/')
    {
      const char *start = self->at;

      /* what is escaped does not end it; only the slash loses its backslash */
      if (*start == '\\' && start[1] != '\0')
        {
          self->at++;
          if (*self->at == '/')
            start++;
        }
      if (*self->at == '\0')
        {
          pel_selector_lexer_fail (self,
                                   slash,
                                   _ ("“/” at the end of the regular expression"),
                                   NULL,
                                   _ ("the regular expression is not closed"),
                                   error);
          return NULL;
        }
      if (is_stray_control (g_utf8_get_char (self->at)))
        {
          pel_selector_lexer_fail (self, self->at, _ ("a regular expression"), NULL, NULL, error);
          return NULL;
        }
      self->at = g_utf8_next_char (self->at);
      g_string_append_len (out, start, self->at - start);
    }
  self->at++;
  if (!take_flags (self, ret_flags, error))
    return NULL;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const char *
pel_selector_lexer_find_in_regex (const char *slash, gsize n_characters)
{
  const char *at = slash + 1;
  gboolean    is_escaped = FALSE;

  for (gsize i = 0; i < n_characters && *at != '\0' && (is_escaped || *at != '/'); i++)
    {
      if (!is_escaped && at[0] == '\\' && at[1] == '/')
        at++;
      else
        is_escaped = !is_escaped && *at == '\\';
      at = g_utf8_next_char (at);
    }
  return at;
}
