/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/ref-counter.h"

#include <gio/gio.h>

#define BLOCK 4096

struct _PelRefCounter
{
  char *path;
  guint next, end; /* numbers below @end are set aside */
};

PelRefCounter *
pel_ref_counter_new (const char *path)
{
  PelRefCounter   *self = g_new0 (PelRefCounter, 1);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = NULL;
  guint64          next = 1;

  self->path = g_strdup (path);
  g_mkdir_with_parents (folder, 0700);
  if (g_file_get_contents (path, &text, NULL, NULL))
    g_ascii_string_to_unsigned (g_strstrip (text), 10, 1, G_MAXUINT32 - BLOCK, &next, NULL);
  self->next = self->end = (guint) next;
  return self;
}

void
pel_ref_counter_free (PelRefCounter *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self);
}

static void
set_aside (PelRefCounter *self)
{
  g_autofree char   *text = NULL;
  g_autoptr (GError) error = NULL;

  self->end = self->next + BLOCK;
  text = g_strdup_printf ("%u\n", self->end);
  if (!g_file_set_contents_full (self->path,
                                 text,
                                 -1,
                                 G_FILE_SET_CONTENTS_CONSISTENT,
                                 0600,
                                 &error))
    g_debug ("The next ref is not kept: %s", error->message);
}

guint
pel_ref_counter_take (PelRefCounter *self)
{
  if (self->next == self->end)
    set_aside (self);
  return self->next++;
}
