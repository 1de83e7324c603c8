/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/text.h"

#include <string.h>

/* Characters that show nothing but change what is shown: bidirectional controls, zero-width
 * characters, and the tag block. A hostile title uses them to look like another. */
static const struct
{
  gunichar first;
  gunichar last;
} unseen_ranges[] = {
  { 0x200b, 0x200f }, { 0x202a, 0x202e }, { 0x2060, 0x2064 }, { 0x2066, 0x2069 },
  { 0x2028, 0x2029 }, { 0xfeff, 0xfeff }, { 0x061c, 0x061c }, { 0xe0000, 0xe007f },
};

#define ZERO_WIDTH_NON_JOINER 0x200c
#define ZERO_WIDTH_JOINER     0x200d

static gboolean
is_joiner (gunichar c)
{
  return c == ZERO_WIDTH_NON_JOINER || c == ZERO_WIDTH_JOINER;
}

static gboolean
is_unseen (gunichar c)
{
  if (g_unichar_iscntrl (c))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (unseen_ranges); i++)
    if (c >= unseen_ranges[i].first && c <= unseen_ranges[i].last)
      return TRUE;
  return FALSE;
}

char *
pel_text_repair (const char *text, gssize length, gsize max_bytes)
{
  gsize            size = length < 0 ? strlen (text) : (gsize) length;
  g_autofree char *valid = g_utf8_make_valid (text, MIN (size, max_bytes + 4));
  gsize            keep = strlen (valid);

  if (size <= max_bytes && keep <= max_bytes)
    return g_steal_pointer (&valid);

  keep = MIN (keep, max_bytes);
  while (keep > 0 && ((guchar) valid[keep] & 0xc0) == 0x80)
    keep--;
  valid[keep] = '\0';
  return g_strconcat (valid, "…", NULL);
}

typedef enum
{
  ESCAPE_JOINERS,
  KEEP_JOINERS,
} Joiners;

static void
append_escaped (GString *escaped, const char *text, Joiners joiners)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '\n')
        g_string_append (escaped, "\\n");
      else if (c == '\t')
        g_string_append (escaped, "\\t");
      else if (is_unseen (c) && (joiners == ESCAPE_JOINERS || !is_joiner (c)))
        g_string_append_printf (escaped, "\\u{%X}", c);
      else
        g_string_append_unichar (escaped, c);
    }
}

char *
pel_text_escape (const char *text)
{
  GString *escaped = g_string_new (NULL);

  append_escaped (escaped, text, ESCAPE_JOINERS);
  return g_string_free (escaped, FALSE);
}

char *
pel_text_isolate (const char *text)
{
  GString *escaped = g_string_new ("\xe2\x81\xa8"); /* U+2068, first strong isolate */

  append_escaped (escaped, text, KEEP_JOINERS);
  g_string_append (escaped, "\xe2\x81\xa9"); /* U+2069, end of it */
  return g_string_free (escaped, FALSE);
}

guint
pel_text_get_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}
