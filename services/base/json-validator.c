/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json-validator.h"

#include "services/base/error.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* json-glib recurses (it overflows the stack at some 55,000 brackets) and accepts a good deal that
 * is not JSON, so no text of others reaches it before it has passed here. */

typedef struct
{
  const char *start;
  const char *at;
  const char *end;
  GPtrArray  *keys; /* of GHashTable: of each open object, NULL for an array */
  guint       max_depth;
  GError    **error;
} Validator;

static void
validator_clear (Validator *v)
{
  g_ptr_array_unref (v->keys);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Validator, validator_clear)

static void
keys_free (gpointer keys)
{
  g_clear_pointer ((GHashTable **) &keys, g_hash_table_unref);
}

static GHashTable *
get_keys (Validator *v)
{
  return g_ptr_array_index (v->keys, v->keys->len - 1);
}

static gboolean
fail (Validator *v, const char *message)
{
  guint       line = 1;
  const char *line_start = v->start;

  for (const char *p = v->start; p < v->at; p++)
    if (*p == '\n')
      {
        line++;
        line_start = p + 1;
      }
  pel_set_error (v->error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Send one JSON value as RFC 8259 defines it"),
                 /* Translators: %s says what was expected or is wrong */
                 _ ("Not valid JSON at line %u, column %u: %s"),
                 line,
                 (guint) (v->at - line_start) + 1,
                 message);
  return FALSE;
}

static int
peek (Validator *v)
{
  return v->at < v->end ? (guchar) *v->at : -1;
}

static void
skip_space (Validator *v)
{
  while (v->at < v->end && strchr (" \t\n\r", *v->at) != NULL && *v->at != '\0')
    v->at++;
}

static gboolean
read_literal (Validator *v, const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (v->end - v->at) < length || memcmp (v->at, word, length) != 0)
    return fail (v, _ ("expected a value"));
  v->at += length;
  return TRUE;
}

static gsize
skip_digits (Validator *v)
{
  const char *from = v->at;

  while (v->at < v->end && g_ascii_isdigit (*v->at))
    v->at++;
  return v->at - from;
}

static gboolean
number_fits (const char *text, gsize length, gboolean is_integer)
{
  g_autofree char *copy = g_strndup (text, length);

  errno = 0;
  if (is_integer)
    {
      g_ascii_strtoll (copy, NULL, 10);
      return errno != ERANGE;
    }
  return isfinite (g_ascii_strtod (copy, NULL));
}

static gboolean
read_number (Validator *v)
{
  const char *from = v->at;
  gboolean    is_integer = TRUE;

  if (peek (v) == '-')
    v->at++;
  if (peek (v) == '0')
    v->at++;
  else if (skip_digits (v) == 0)
    return fail (v, _ ("expected a digit"));
  if (g_ascii_isdigit (peek (v)))
    return fail (v, _ ("a number must not start with 0"));
  if (peek (v) == '.')
    {
      is_integer = FALSE;
      v->at++;
      if (skip_digits (v) == 0)
        return fail (v, _ ("expected a digit after the decimal point"));
    }
  if (peek (v) == 'e' || peek (v) == 'E')
    {
      is_integer = FALSE;
      v->at++;
      if (peek (v) == '+' || peek (v) == '-')
        v->at++;
      if (skip_digits (v) == 0)
        return fail (v, _ ("expected a digit in the exponent"));
    }
  if (number_fits (from, v->at - from, is_integer))
    return TRUE;
  v->at = from;
  return fail (v, _ ("the number is too large"));
}

static gboolean
read_hex4 (Validator *v, guint *ret_value)
{
  guint value = 0;

  if (v->end - v->at < 4)
    return fail (v, _ ("expected four hexadecimal digits"));
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (v->at[i]);

      if (digit < 0)
        return fail (v, _ ("expected four hexadecimal digits"));
      value = value * 16 + digit;
    }
  v->at += 4;
  *ret_value = value;
  return TRUE;
}

static gboolean
read_unicode_escape (Validator *v, GString *decoded)
{
  guint unit, low;

  if (!read_hex4 (v, &unit))
    return FALSE;
  if (unit == 0)
    return fail (v, _ ("U+0000 is not allowed in a string"));
  if (unit >= 0xdc00 && unit <= 0xdfff)
    return fail (v, _ ("unpaired surrogate"));
  if (unit >= 0xd800 && unit <= 0xdbff)
    {
      if (v->end - v->at < 2 || v->at[0] != '\\' || v->at[1] != 'u')
        return fail (v, _ ("unpaired surrogate"));
      v->at += 2;
      if (!read_hex4 (v, &low))
        return FALSE;
      if (low < 0xdc00 || low > 0xdfff)
        return fail (v, _ ("unpaired surrogate"));
      unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }
  g_string_append_unichar (decoded, unit);
  return TRUE;
}

static gboolean
read_escape (Validator *v, GString *decoded)
{
  static const char names[] = "\"\\/bfnrt";
  static const char values[] = "\"\\/\b\f\n\r\t";
  int               c = peek (v);
  const char       *name = c > 0 ? strchr (names, c) : NULL;

  if (c == 'u')
    {
      v->at++;
      return read_unicode_escape (v, decoded);
    }
  if (name == NULL)
    return fail (v, _ ("unknown escape sequence in a string"));
  v->at++;
  g_string_append_c (decoded, values[name - names]);
  return TRUE;
}

/* @decoded receives the string's value, so that two spellings of one key are seen as one. */
static gboolean
read_string (Validator *v, GString *decoded)
{
  v->at++;
  while (peek (v) != '"')
    {
      int c = peek (v);

      if (c < 0)
        return fail (v, _ ("unterminated string"));
      if (c < 0x20)
        return fail (v, _ ("a control character must be escaped"));
      v->at++;
      if (c != '\\')
        g_string_append_c (decoded, c);
      else if (!read_escape (v, decoded))
        return FALSE;
    }
  v->at++;
  return TRUE;
}

static gboolean
read_key (Validator *v)
{
  g_autoptr (GString) key = g_string_new (NULL);
  const char         *from = v->at;

  if (peek (v) != '"')
    return fail (v, _ ("expected a key in double quotes"));
  if (!read_string (v, key))
    return FALSE;
  if (!g_hash_table_add (get_keys (v), g_strdup (key->str)))
    {
      v->at = from;
      return fail (v, _ ("duplicate key in an object"));
    }
  skip_space (v);
  if (peek (v) != ':')
    return fail (v, _ ("expected “:”"));
  v->at++;
  return TRUE;
}

static gboolean
open_container (Validator *v, gboolean is_object)
{
  if (v->keys->len == v->max_depth)
    return fail (v, _ ("nested too deeply"));
  v->at++;
  g_ptr_array_add (v->keys,
                   is_object ? g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL)
                             : NULL);
  return TRUE;
}

static gboolean
in_object (Validator *v)
{
  return get_keys (v) != NULL;
}

static gboolean
at_close (Validator *v)
{
  return peek (v) == (in_object (v) ? '}' : ']');
}

static void
close_container (Validator *v)
{
  v->at++;
  g_ptr_array_remove_index (v->keys, v->keys->len - 1);
}

static gboolean
read_scalar (Validator *v)
{
  g_autoptr (GString) unused = NULL;

  switch (peek (v))
    {
    case '"':
      unused = g_string_new (NULL);
      return read_string (v, unused);
    case 't':
      return read_literal (v, "true");
    case 'f':
      return read_literal (v, "false");
    case 'n':
      return read_literal (v, "null");
    default:
      if (peek (v) == '-' || g_ascii_isdigit (peek (v)))
        return read_number (v);
      return fail (v, _ ("expected a value"));
    }
}

/* What follows a finished value: closing brackets, then a comma, or the end of the text.
 * *ret_done is set once the outermost value is complete. */
static gboolean
after_value (Validator *v, gboolean *ret_done)
{
  for (;;)
    {
      skip_space (v);
      *ret_done = v->keys->len == 0;
      if (*ret_done)
        return TRUE;
      if (at_close (v))
        {
          close_container (v);
          continue;
        }
      if (peek (v) != ',')
        return fail (v, in_object (v) ? _ ("expected “,” or “}”") : _ ("expected “,” or “]”"));
      v->at++;
      skip_space (v);
      return in_object (v) ? read_key (v) : TRUE;
    }
}

static gboolean
read_value (Validator *v)
{
  gboolean done = FALSE;

  while (!done)
    {
      skip_space (v);
      if (peek (v) == '{' || peek (v) == '[')
        {
          if (!open_container (v, peek (v) == '{'))
            return FALSE;
          skip_space (v);
          if (!at_close (v))
            {
              if (in_object (v) && !read_key (v))
                return FALSE;
              continue;
            }
        }
      else if (!read_scalar (v))
        return FALSE;
      if (!after_value (v, &done))
        return FALSE;
    }
  return TRUE;
}

gboolean
pel_json_validate (const char *text, gsize length, guint max_depth, GError **error)
{
  return pel_json_validate_within (text, length, max_depth, PEL_JSON_MAX_BYTES, error);
}

gboolean
pel_json_validate_within (
    const char *text, gsize length, guint max_depth, gsize max_bytes, GError **error)
{
  g_auto (Validator) v = { .start = text,
                           .at = text,
                           .end = text + length,
                           .keys = g_ptr_array_new_with_free_func (keys_free),
                           .max_depth = max_depth,
                           .error = error };
  const char        *invalid;

  g_return_val_if_fail (text != NULL, FALSE);

  if (length > max_bytes)
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("The JSON text is %zu bytes long; at most %zu are allowed"),
                     length,
                     max_bytes);
      return FALSE;
    }
  if (!g_utf8_validate_len (text, length, &invalid))
    {
      v.at = invalid;
      return fail (&v, _ ("invalid UTF-8 or a NUL byte"));
    }
  if (!read_value (&v))
    return FALSE;
  skip_space (&v);
  return v.at == v.end || fail (&v, _ ("unexpected text after the value"));
}
