/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/fence.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#define BOUNDARY_BYTES 10

/* What a person does not see, but a model reads. */
static const struct
{
  gunichar first;
  gunichar last;
} unseen_ranges[] = {
  { 0x0000, 0x0008 },   { 0x000b, 0x001f },   { 0x007f, 0x009f },   { 0x00ad, 0x00ad },
  { 0x034f, 0x034f },   { 0x061c, 0x061c },   { 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },
  { 0x180b, 0x180f },   { 0x200b, 0x200f },   { 0x2028, 0x202e },   { 0x2060, 0x206f },
  { 0x3164, 0x3164 },   { 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },   { 0xfff0, 0xfffb },
  { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
};

static gboolean
is_unseen (gunichar c)
{
  if (c >= 0x20 && c < 0x7f)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (unseen_ranges); i++)
    if (c >= unseen_ranges[i].first && c <= unseen_ranges[i].last)
      return TRUE;
  return FALSE;
}

char *
pel_fence_clean (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString         *clean = g_string_sized_new (strlen (valid));

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    if (!is_unseen (g_utf8_get_char (p)))
      g_string_append_len (clean, p, g_utf8_next_char (p) - p);
  return g_string_free (clean, FALSE);
}

char *
pel_fence_cut (const char *text, guint max_chars)
{
  glong            n_chars = g_utf8_strlen (text, -1);
  g_autofree char *kept = NULL;

  if (n_chars <= (glong) max_chars)
    return g_strdup (text);
  kept = g_utf8_substring (text, 0, max_chars);
  return g_strdup_printf ("%s…(+%ld)", kept, n_chars - (glong) max_chars);
}

/* What may stand in a line that is quoted: itself, NULL, or what stands for it. */
static const char *
get_substitute (gunichar c)
{
  if (g_unichar_isspace (c))
    return " ";
  return c == 0x201c || c == 0x201d ? "'" : NULL;
}

char *
pel_fence_line (const char *text, guint max_chars)
{
  g_autofree char    *clean = pel_fence_clean (text);
  g_autoptr (GString) line = g_string_new (NULL);

  for (const char *p = clean; *p != '\0'; p = g_utf8_next_char (p))
    {
      const char *substitute = get_substitute (g_utf8_get_char (p));

      if (substitute != NULL)
        g_string_append (line, substitute);
      else
        g_string_append_len (line, p, g_utf8_next_char (p) - p);
    }
  return pel_fence_cut (line->str, max_chars);
}

JsonObject *
pel_fence_new_mark (const char *members)
{
  JsonObject *meta = json_object_new ();

  json_object_set_string_member (meta, PEL_APP_ID "/untrusted", members);
  return meta;
}

/* From the kernel: what a generator of ours gave, another program might work out. */
char *
pel_fence_new_boundary (void)
{
  guint8   bytes[BOUNDARY_BYTES];
  GString *boundary = g_string_new (NULL);
  gssize   n;

  do
    n = getrandom (bytes, sizeof bytes, 0);
  while (n < 0 && errno == EINTR);
  if (n != sizeof bytes)
    g_error ("cannot get random bytes: %s", g_strerror (errno));
  for (gsize i = 0; i < sizeof bytes; i++)
    g_string_append_printf (boundary, "%02x", bytes[i]);
  return g_string_free (boundary, FALSE);
}

char *
pel_fence_wrap (const char *text)
{
  g_autofree char *boundary = pel_fence_new_boundary ();
  gsize            length = strlen (text);
  gboolean         is_ended = length == 0 || text[length - 1] == '\n';

  while (strstr (text, boundary) != NULL) /* by a chance of one in 2⁸⁰ */
    {
      g_free (boundary);
      boundary = pel_fence_new_boundary ();
    }
  return g_strdup_printf ("<untrusted %s>\n%s%s</untrusted %s>",
                          boundary,
                          text,
                          is_ended ? "" : "\n",
                          boundary);
}
