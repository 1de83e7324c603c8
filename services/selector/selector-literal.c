/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-literal.h"

#include <glib/gi18n.h>
#include <string.h>

/* clang-format off */
static const struct { char letter; char meaning; } escape_table[] = {
  { '"', '"' }, { '\\', '\\' }, { 'n', '\n' }, { 't', '\t' }, { 'r', '\r' },
};

static const struct { char letter; GRegexCompileFlags flag; } flag_table[] = {
  { 'i', G_REGEX_CASELESS }, { 'm', G_REGEX_MULTILINE },
  { 's', G_REGEX_DOTALL   }, { 'x', G_REGEX_EXTENDED  },
};
/* clang-format on */

/* Behind \u: a character in braces. */
static gboolean
take_code (PelSelectorLexer *lexer, GString *out, GError **error)
{
  const char *start = lexer->at - strlen ("\\u");
  const char *digits = lexer->at + 1;
  gsize       length = *lexer->at == '{' ? strspn (digits, "0123456789abcdefABCDEF") : 0;
  guint64     code = length > 0 ? g_ascii_strtoull (digits, NULL, 16) : 0;

  /* one that is too large for the conversion is G_MAXUINT64 */
  if (length == 0 || digits[length] != '}' || code == 0 || code > 0x10ffff ||
      !g_unichar_validate (code))
    return pel_selector_lexer_fail (lexer,
                                    start,
                                    _ ("a character such as \\u{E9}"),
                                    NULL,
                                    NULL,
                                    error);
  g_string_append_unichar (out, code);
  lexer->at = digits + length + 1;
  return TRUE;
}

/* Behind a backslash. */
static gboolean
take_escape (PelSelectorLexer *lexer, GString *out, GError **error)
{
  char letter = *lexer->at;

  for (guint i = 0; i < G_N_ELEMENTS (escape_table); i++)
    if (letter == escape_table[i].letter)
      {
        g_string_append_c (out, escape_table[i].meaning);
        lexer->at++;
        return TRUE;
      }
  if (letter != 'u')
    return pel_selector_lexer_fail (lexer,
                                    lexer->at - 1,
                                    _ ("one of \\\" \\\\ \\n \\t \\r \\u{…}"),
                                    _ ("Write a backslash as \\\\"),
                                    NULL,
                                    error);
  lexer->at++;
  return take_code (lexer, out, error);
}

char *
pel_selector_take_quoted (PelSelectorLexer *lexer, GError **error)
{
  const char         *quote = lexer->at++;
  g_autoptr (GString) out = g_string_new (NULL);

  while (*lexer->at != '"')
    {
      gsize length = strcspn (lexer->at, "\\\"");

      g_string_append_len (out, lexer->at, length);
      lexer->at += length;
      if (lexer->at[0] == '\0' || (lexer->at[0] == '\\' && lexer->at[1] == '\0'))
        {
          pel_selector_lexer_fail (lexer,
                                   quote,
                                   _ ("a closing “\"”"),
                                   NULL,
                                   _ ("the quote is not closed"),
                                   error);
          return NULL;
        }
      if (*lexer->at == '\\')
        {
          lexer->at++;
          if (!take_escape (lexer, out, error))
            return NULL;
        }
    }
  lexer->at++;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static gboolean
take_flags (PelSelectorLexer *lexer, GRegexCompileFlags *ret_flags, GError **error)
{
  GRegexCompileFlags flags = 0;

  for (; g_ascii_isalnum (*lexer->at); lexer->at++)
    {
      GRegexCompileFlags flag = 0;

      for (guint i = 0; i < G_N_ELEMENTS (flag_table); i++)
        if (*lexer->at == flag_table[i].letter)
          flag = flag_table[i].flag;
      if (flag == 0)
        return pel_selector_lexer_fail (lexer,
                                        lexer->at,
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
pel_selector_take_regex (PelSelectorLexer *lexer, GRegexCompileFlags *ret_flags, GError **error)
{
  const char         *slash = lexer->at++;
  g_autoptr (GString) out = g_string_new (NULL);

  while (*lexer->at != '/')
    {
      const char *start = lexer->at;

      /* what is escaped does not end it; only the slash loses its backslash */
      if (*start == '\\' && start[1] != '\0')
        {
          lexer->at++;
          if (*lexer->at == '/')
            start++;
        }
      if (*lexer->at == '\0')
        {
          pel_selector_lexer_fail (lexer,
                                   slash,
                                   _ ("a closing “/”"),
                                   NULL,
                                   _ ("the regular expression is not closed"),
                                   error);
          return NULL;
        }
      if (pel_selector_is_stray_control (g_utf8_get_char (lexer->at)))
        {
          pel_selector_lexer_fail (lexer, lexer->at, _ ("a regular expression"), NULL, NULL, error);
          return NULL;
        }
      lexer->at = g_utf8_next_char (lexer->at);
      g_string_append_len (out, start, lexer->at - start);
    }
  lexer->at++;
  if (!take_flags (lexer, ret_flags, error))
    return NULL;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const char *
pel_selector_find_in_regex (const char *slash, gsize n_characters)
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

char *
pel_selector_flags_to_string (GRegexCompileFlags flags)
{
  g_autoptr (GString) letters = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (flag_table); i++)
    if ((flags & flag_table[i].flag) != 0)
      g_string_append_c (letters, flag_table[i].letter);
  return g_string_free (g_steal_pointer (&letters), FALSE);
}
