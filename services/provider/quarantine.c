/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/quarantine.h"

#include "services/base/process.h"

#define MAX_KEY_BYTES 4096

struct _PelQuarantine
{
  GHashTable *ends; /* key → gint64 * */
};

PelQuarantine *
pel_quarantine_new (void)
{
  PelQuarantine *self = g_new0 (PelQuarantine, 1);

  self->ends = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
pel_quarantine_free (PelQuarantine *self)
{
  g_hash_table_unref (self->ends);
  g_free (self);
}

/* Takes and returns @text. */
static char *
drop_digits (char *text)
{
  char *to = text;

  for (const char *from = text; *from != '\0'; from++)
    if (!g_ascii_isdigit (*from))
      *to++ = *from;
  *to = '\0';
  return text;
}

char *
pel_quarantine_dup_key (pid_t pid)
{
  g_autofree char *executable = pel_process_dup_executable (pid);
  g_auto (GStrv)   words = pel_process_dup_command_line (pid);
  GString         *key;

  if (executable == NULL)
    return NULL;
  key = g_string_new (executable);
  for (gsize i = 1; words != NULL && words[0] != NULL && words[i] != NULL; i++)
    g_string_append_printf (key, "\n%s", words[i]);
  g_string_truncate (key, MIN (key->len, MAX_KEY_BYTES));
  return drop_digits (g_string_free (key, FALSE));
}

static gboolean
is_over (gpointer unused, gpointer end, gpointer now)
{
  return *(gint64 *) end <= *(gint64 *) now;
}

static void
remove_oldest (PelQuarantine *self)
{
  GHashTableIter iter;
  gpointer       key, end;
  gpointer       oldest = NULL;
  gint64         first = G_MAXINT64;

  g_hash_table_iter_init (&iter, self->ends);
  while (g_hash_table_iter_next (&iter, &key, &end))
    if (*(gint64 *) end < first)
      {
        first = *(gint64 *) end;
        oldest = key;
      }
  g_hash_table_remove (self->ends, oldest);
}

void
pel_quarantine_add (PelQuarantine *self, const char *key, gint64 now)
{
  gint64 *end;

  if (key == NULL)
    return;
  g_hash_table_foreach_remove (self->ends, is_over, &now);
  g_hash_table_remove (self->ends, key);
  if (g_hash_table_size (self->ends) >= PEL_QUARANTINE_KEYS)
    remove_oldest (self);
  end = g_new (gint64, 1);
  *end = now + PEL_QUARANTINE_US;
  g_hash_table_insert (self->ends, g_strdup (key), end);
}

gboolean
pel_quarantine_has (PelQuarantine *self, const char *key, gint64 now)
{
  const gint64 *end = key != NULL ? g_hash_table_lookup (self->ends, key) : NULL;

  return end != NULL && *end > now;
}
