/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/secret-fields.h"

static GHashTable *programs; /* bus name → GHashTable: a set of paths; NULL: there are none */
static GQueue      order = G_QUEUE_INIT; /* of bus names (borrowed), the oldest first */
static guint       n_fields;

static GHashTable *
ensure_program (const char *bus_name)
{
  GHashTable *paths;
  char       *key;

  if (programs == NULL)
    programs = g_hash_table_new_full (g_str_hash,
                                      g_str_equal,
                                      g_free,
                                      (GDestroyNotify) g_hash_table_unref);
  paths = g_hash_table_lookup (programs, bus_name);
  if (paths != NULL)
    return paths;
  key = g_strdup (bus_name);
  paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_insert (programs, key, paths);
  g_queue_push_tail (&order, key);
  return paths;
}

/* A bus never gives a name twice: those of programs that have left only take room. */
static void
make_room (const char *bus_name)
{
  while (n_fields >= PEL_SECRET_FIELDS_MAX && !g_queue_is_empty (&order) &&
         !g_str_equal (g_queue_peek_head (&order), bus_name))
    {
      const char *oldest = g_queue_pop_head (&order);

      n_fields -= g_hash_table_size (g_hash_table_lookup (programs, oldest));
      g_hash_table_remove (programs, oldest);
    }
}

void
pel_secret_fields_add (const char *bus_name, const char *path)
{
  g_return_if_fail (bus_name != NULL && path != NULL);

  make_room (bus_name);
  if (g_hash_table_add (ensure_program (bus_name), g_strdup (path)))
    n_fields++;
}

gboolean
pel_secret_fields_contain (const char *bus_name, const char *path)
{
  GHashTable *paths;

  if (programs == NULL || bus_name == NULL || path == NULL)
    return FALSE;
  paths = g_hash_table_lookup (programs, bus_name);
  return paths != NULL && g_hash_table_contains (paths, path);
}

void
pel_secret_fields_forget (void)
{
  g_queue_clear (&order);
  g_clear_pointer (&programs, g_hash_table_unref);
  n_fields = 0;
}
