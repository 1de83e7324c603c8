/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-line.h"

#include <string.h>

#define HEX_LENGTH  (PEL_AUDIT_HASH_SIZE - 1)
#define SEQ_LABEL   "{\"seq\":"
#define PREV_LABEL  ",\"prev\":\""
#define SEAL_LABEL  "\",\"seal\":\""
#define LINE_END    "\"}"
#define TAIL_LENGTH (strlen (PREV_LABEL SEAL_LABEL LINE_END) + 2 * HEX_LENGTH)
#define MAX_DIGITS  18

static const char *const kind_names[] = {
  [PEL_AUDIT_INTENT] = "intent",
  [PEL_AUDIT_OUTCOME] = "outcome",
  [PEL_AUDIT_NOTE] = "note",
};
G_STATIC_ASSERT (G_N_ELEMENTS (kind_names) == PEL_N_AUDIT_KINDS);

const char *
pel_audit_kind_to_string (PelAuditKind kind)
{
  g_return_val_if_fail (kind < PEL_N_AUDIT_KINDS, NULL);

  return kind_names[kind];
}

static void
append_time (GString *out, gint64 time_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (time_us / G_USEC_PER_SEC);
  g_autofree char      *text = time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%S") : NULL;

  g_string_append_printf (out,
                          "%s.%06dZ",
                          text != NULL ? text : "1970-01-01T00:00:00",
                          (int) (ABS (time_us) % G_USEC_PER_SEC));
}

/* Characters beyond ASCII stand only in strings, where an escape means the same. */
static void
append_printable (GString *out, const char *json)
{
  for (const char *p = json; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c < 0x80 || g_unichar_isprint (c))
        g_string_append_len (out, p, g_utf8_next_char (p) - p);
      else if (c < 0x10000)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_printf (out,
                                "\\u%04x\\u%04x",
                                0xd800 + ((c - 0x10000) >> 10),
                                0xdc00 + ((c - 0x10000) & 0x3ff));
    }
}

char *
pel_audit_line_compose (PelAuditKind       kind,
                        gint64             time_us,
                        const char        *members,
                        const char        *prev,
                        const PelAuditKey *key)
{
  GString *out = g_string_new (NULL);
  char     seal[PEL_AUDIT_HASH_SIZE];
  gsize    length = strlen (members);

  g_assert (length >= 2 && members[0] == '{' && members[length - 1] == '}');
  g_string_append_printf (out, SEQ_LABEL "%" G_GUINT64_FORMAT ",\"time\":\"", key->seq);
  append_time (out, time_us);
  g_string_append_printf (out, "\",\"kind\":\"%s\"", pel_audit_kind_to_string (kind));
  if (length > 2)
    {
      g_string_append_c (out, ',');
      append_printable (out, members + 1);
      g_string_truncate (out, out->len - 1);
    }
  g_string_append_printf (out, PREV_LABEL "%s\"", prev);
  pel_audit_key_seal (key, out->str, out->len, seal);
  g_string_truncate (out, out->len - 1);
  g_string_append_printf (out, SEAL_LABEL "%s" LINE_END, seal);
  return g_string_free (out, FALSE);
}

/* Moves @p behind @label. */
static gboolean
skip (const char **p, const char *end, const char *label)
{
  gsize length = strlen (label);

  if ((gsize) (end - *p) < length || memcmp (*p, label, length) != 0)
    return FALSE;
  *p += length;
  return TRUE;
}

/* Lower case only: there is one way to write a hash. */
static gboolean
read_hash (const char **p, const char *end, char ret_hash[PEL_AUDIT_HASH_SIZE])
{
  if (end - *p < HEX_LENGTH)
    return FALSE;
  for (gsize i = 0; i < HEX_LENGTH; i++)
    if (!g_ascii_isdigit ((*p)[i]) && !((*p)[i] >= 'a' && (*p)[i] <= 'f'))
      return FALSE;
  memcpy (ret_hash, *p, HEX_LENGTH);
  ret_hash[HEX_LENGTH] = '\0';
  *p += HEX_LENGTH;
  return TRUE;
}

static gboolean
read_seq (const char **p, const char *end, guint64 *ret_seq)
{
  const char *start = *p;
  guint64     seq = 0;

  while (*p < end && g_ascii_isdigit (**p) && *p - start < MAX_DIGITS)
    seq = seq * 10 + g_ascii_digit_value (*(*p)++);
  if (seq == 0 || *start == '0' || *p == end || **p != ',')
    return FALSE;
  *ret_seq = seq;
  return TRUE;
}

gboolean
pel_audit_line_split (const char *text, gsize length, PelAuditLine *ret_line)
{
  PelAuditLine line = { .text = text, .length = length };
  const char  *end = text + length, *p = text;

  if (length <= strlen (SEQ_LABEL) + TAIL_LENGTH || length > PEL_AUDIT_MAX_LINE_BYTES ||
      memchr (text, '\0', length) != NULL)
    return FALSE;
  if (!skip (&p, end, SEQ_LABEL) || !read_seq (&p, end, &line.seq))
    return FALSE;
  p = end - TAIL_LENGTH;
  if (!skip (&p, end, PREV_LABEL) || !read_hash (&p, end, line.prev))
    return FALSE;
  line.sealed_length = p + 1 - text;
  if (!skip (&p, end, SEAL_LABEL) || !read_hash (&p, end, line.seal) || !skip (&p, end, LINE_END))
    return FALSE;
  *ret_line = line;
  return TRUE;
}

void
pel_audit_line_hash (const char *text, gsize length, char ret_hash[PEL_AUDIT_HASH_SIZE])
{
  g_autofree char *hash =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);

  g_strlcpy (ret_hash, hash, PEL_AUDIT_HASH_SIZE);
}
