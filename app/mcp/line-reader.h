/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

#define PEL_LINE_MAX_BYTES (4 * 1024 * 1024)

typedef enum
{
  PEL_LINE_WHOLE,
  PEL_LINE_TOO_LONG, /* reported once; the rest of it is skipped */
} PelLineKind;

/* @line is not NUL-terminated, and empty where it is too long. */
typedef void (*PelLineFunc) (PelLineKind kind, const char *line, gsize length, gpointer data);

/**
 * PelLineReader:
 *
 * Makes lines of bytes as they come. It keeps at most one line, and no more of it than the limit.
 * Empty lines are skipped.
 */
typedef struct _PelLineReader PelLineReader;

PelLineReader *pel_line_reader_new (gsize max_bytes, PelLineFunc func, gpointer data);
void           pel_line_reader_free (PelLineReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelLineReader, pel_line_reader_free)

void pel_line_reader_push (PelLineReader *self, const char *bytes, gsize length);
