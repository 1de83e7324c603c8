/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/line-reader.h"

#include <string.h>

/* A buffer that has held a long line is not kept for the short ones. */
#define KEPT_BYTES (64 * 1024)

struct _PelLineReader
{
  gsize       max_bytes;
  PelLineFunc func;
  gpointer    data;
  GByteArray *line;
  gboolean    is_skipping; /* the rest of a line that is too long */
};

PelLineReader *
pel_line_reader_new (gsize max_bytes, PelLineFunc func, gpointer data)
{
  PelLineReader *self = g_new0 (PelLineReader, 1);

  self->max_bytes = max_bytes;
  self->func = func;
  self->data = data;
  self->line = g_byte_array_new ();
  return self;
}

void
pel_line_reader_free (PelLineReader *self)
{
  g_byte_array_unref (self->line);
  g_free (self);
}

/* What was in the line may have been a secret. */
static void
clear (PelLineReader *self)
{
  if (self->line->len > 0)
    explicit_bzero (self->line->data, self->line->len);
  if (self->line->len <= KEPT_BYTES)
    {
      g_byte_array_set_size (self->line, 0);
      return;
    }
  g_byte_array_unref (self->line);
  self->line = g_byte_array_new ();
}

/* Adds to the line that is under way, as far as it may grow. */
static void
add (PelLineReader *self, const char *bytes, gsize length)
{
  if (self->is_skipping)
    return;
  if (length <= self->max_bytes - self->line->len)
    {
      g_byte_array_append (self->line, (const guint8 *) bytes, length);
      return;
    }
  self->is_skipping = TRUE;
  clear (self);
  self->func (PEL_LINE_TOO_LONG, "", 0, self->data);
}

static void
end_line (PelLineReader *self)
{
  const char *line = (const char *) self->line->data;
  gsize       length = self->line->len;

  if (length > 0 && line[length - 1] == '\r')
    length--;
  if (!self->is_skipping && length > 0)
    self->func (PEL_LINE_WHOLE, line, length, self->data);
  self->is_skipping = FALSE;
  clear (self);
}

void
pel_line_reader_push (PelLineReader *self, const char *bytes, gsize length)
{
  while (length > 0)
    {
      const char *end = memchr (bytes, '\n', length);
      gsize       n = end != NULL ? (gsize) (end - bytes) : length;

      add (self, bytes, n);
      if (end == NULL)
        return;
      end_line (self);
      bytes += n + 1;
      length -= n + 1;
    }
}
