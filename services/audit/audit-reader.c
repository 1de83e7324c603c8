/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-reader.h"

#include "services/base/error.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#define FIRST_BYTES (32 * 1024)

struct _PelAuditReader
{
  int     fd;
  guint64 n_left; /* of the file */
  char   *buffer;
  gsize   capacity;
  gsize   start, end; /* the part of the buffer not yet returned */
  guint64 offset;     /* of start in the file */
  guint64 number;
};

PelAuditReader *
pel_audit_reader_new (int fd, guint64 size)
{
  PelAuditReader *self = g_new0 (PelAuditReader, 1);

  self->fd = fd;
  self->n_left = size;
  self->capacity = FIRST_BYTES;
  self->buffer = g_malloc (self->capacity);
  self->number = 1;
  return self;
}

void
pel_audit_reader_free (PelAuditReader *self)
{
  close (self->fd);
  g_free (self->buffer);
  g_free (self);
}

/* Reads some more; a line that is longer than the buffer gets a larger one. */
static gboolean
fill (PelAuditReader *self, GError **error)
{
  gssize n_read;

  memmove (self->buffer, self->buffer + self->start, self->end - self->start);
  self->end -= self->start;
  self->start = 0;
  if (self->end == self->capacity)
    {
      self->capacity *= 2;
      self->buffer = g_realloc (self->buffer, self->capacity);
    }
  n_read = read (self->fd,
                 self->buffer + self->end,
                 MIN (self->n_left, (guint64) (self->capacity - self->end)));
  if (n_read < 0)
    {
      pel_set_error (error,
                     PEL_ERROR_COMMAND_FAILED,
                     NULL,
                     _ ("Cannot read a file of the audit log: %s"),
                     g_strerror (errno));
      return FALSE;
    }
  self->n_left = n_read > 0 ? self->n_left - n_read : 0; /* it has become shorter meanwhile */
  self->end += n_read;
  return TRUE;
}

gboolean
pel_audit_reader_next (PelAuditReader *self, PelAuditSpan *ret_span, GError **error)
{
  const char *found = NULL;
  gsize       length = 0;

  for (;;)
    {
      length = MIN (self->end - self->start, PEL_AUDIT_MAX_LINE_BYTES + 1);
      found = memchr (self->buffer + self->start, '\n', length);
      if (found != NULL || length > PEL_AUDIT_MAX_LINE_BYTES || self->n_left == 0)
        break;
      if (!fill (self, error))
        return FALSE;
    }
  if (self->start == self->end)
    return FALSE;
  if (found != NULL)
    length = found - (self->buffer + self->start);
  *ret_span = (PelAuditSpan){ .text = self->buffer + self->start,
                              .length = length,
                              .has_break = found != NULL,
                              .number = self->number,
                              .offset = self->offset };
  self->number += found != NULL;
  self->start += length + (found != NULL);
  self->offset += length + (found != NULL);
  return TRUE;
}
