/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/sensitive.h"

#include <string.h>

/* No address is longer on either side; so that looking back costs no more than this. */
#define MAX_LOCAL_CHARS  64
#define MAX_DOMAIN_CHARS 253
#define MIN_CARD_DIGITS  13
#define MAX_CARD_DIGITS  19

static gboolean
is_local_char (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c) ||
         (c < 0x80 && strchr ("!#$%&'*+-/=?^_`{|}~.", c) != NULL);
}

static gboolean
is_domain_char (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c) || c == '-' || c == '.';
}

static const char *
find_local_start (const char *from, const char *at)
{
  const char *start = at;

  for (guint i = 0; i < MAX_LOCAL_CHARS && start > from; i++)
    {
      const char *before = g_utf8_prev_char (start);

      if (!is_local_char (g_utf8_get_char (before)))
        break;
      start = before;
    }
  return start;
}

/* Of the part after the @: a dot with something on both sides; a full stop after it is none of it.
 * NULL where there is no domain. */
static const char *
find_domain_end (const char *start)
{
  const char *label = start, *end = start, *p = start;
  gboolean    has_dot = FALSE;

  for (guint i = 0; i < MAX_DOMAIN_CHARS && is_domain_char (g_utf8_get_char (p)); i++)
    {
      gboolean is_dot = *p == '.';

      if (is_dot && p == label)
        break;
      p = g_utf8_next_char (p);
      if (is_dot)
        {
          label = p;
          continue;
        }
      has_dot = has_dot || label != start;
      end = p;
    }
  return has_dot ? end : NULL;
}

gboolean
pel_sensitive_find_email (const char  *text,
                          const char  *from,
                          const char **ret_start,
                          const char **ret_end)
{
  for (const char *at = from; *at != '\0'; at++)
    {
      const char *start = *at == '@' ? find_local_start (from, at) : at;
      const char *end = start != at ? find_domain_end (at + 1) : NULL;

      if (end == NULL)
        continue;
      *ret_start = start;
      *ret_end = end;
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_separator (gunichar c)
{
  static const gunichar separators[] = { ' ',    '-',    '.',    0x00a0, 0x2007,
                                         0x2009, 0x2010, 0x2011, 0x2013, 0x202f };

  for (gsize i = 0; i < G_N_ELEMENTS (separators); i++)
    if (c == separators[i])
      return TRUE;
  return FALSE;
}

static gboolean
passes_luhn (const guint8 *digits, guint n_digits)
{
  guint sum = 0;

  for (guint i = 0; i < n_digits; i++)
    {
      guint value = digits[n_digits - 1 - i] << (i % 2);

      sum += value > 9 ? value - 9 : value;
    }
  return sum % 10 == 0;
}

/* The longest card number that begins at @start, which is the first digit of a group, and ends
 * with a group. NULL where there is none. */
static const char *
find_card_end (const char *start)
{
  guint8      digits[MAX_CARD_DIGITS];
  guint       n_digits = 0;
  const char *end = NULL, *p = start;

  for (;;)
    {
      const char *after;

      while (g_unichar_isdigit (g_utf8_get_char (p)))
        {
          if (n_digits == MAX_CARD_DIGITS)
            return end;
          digits[n_digits++] = g_unichar_digit_value (g_utf8_get_char (p));
          p = g_utf8_next_char (p);
        }
      if (n_digits >= MIN_CARD_DIGITS && passes_luhn (digits, n_digits))
        end = p;
      if (!is_separator (g_utf8_get_char (p)))
        return end;
      after = g_utf8_next_char (p);
      if (!g_unichar_isdigit (g_utf8_get_char (after)))
        return end;
      p = after;
    }
}

gboolean
pel_sensitive_find_card (const char  *text,
                         const char  *from,
                         const char **ret_start,
                         const char **ret_end)
{
  gboolean was_digit = from > text && g_unichar_isdigit (g_utf8_get_char (g_utf8_prev_char (from)));

  for (const char *p = from; *p != '\0'; p = g_utf8_next_char (p))
    {
      gboolean    is_digit = g_unichar_isdigit (g_utf8_get_char (p));
      const char *end = is_digit && !was_digit ? find_card_end (p) : NULL;

      was_digit = is_digit;
      if (end == NULL)
        continue;
      *ret_start = p;
      *ret_end = end;
      return TRUE;
    }
  return FALSE;
}
