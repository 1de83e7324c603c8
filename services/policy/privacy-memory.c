/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/privacy-memory.h"

#define GRACE_US    (PEL_PRIVACY_GRACE_MS * G_TIME_SPAN_MILLISECOND)
#define MAX_ENTRIES 1024 /* of windows, and of elements */

typedef struct
{
  gint64   time; /* when it was last seen to be private, or no longer was */
  gboolean is_private;
} Window;

typedef struct
{
  char  *bus_name;
  char  *window; /* (nullable) */
  gint64 time;
} Element;

struct _PelPrivacyMemory
{
  GHashTable *windows;  /* key → Window */
  GHashTable *elements; /* bus name and path → Element */
  guint64     stamp;
};

static void
element_free (Element *element)
{
  g_free (element->bus_name);
  g_free (element->window);
  g_free (element);
}

PelPrivacyMemory *
pel_privacy_memory_new (void)
{
  PelPrivacyMemory *self = g_new0 (PelPrivacyMemory, 1);

  self->windows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->elements =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) element_free);
  return self;
}

void
pel_privacy_memory_free (PelPrivacyMemory *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->windows);
  g_hash_table_unref (self->elements);
  g_free (self);
}

guint64
pel_privacy_memory_get_stamp (const PelPrivacyMemory *self)
{
  return self->stamp;
}

void
pel_privacy_memory_clear (PelPrivacyMemory *self)
{
  g_hash_table_remove_all (self->windows);
  g_hash_table_remove_all (self->elements);
  self->stamp++;
}

gboolean
pel_privacy_memory_is_empty (const PelPrivacyMemory *self)
{
  return g_hash_table_size (self->windows) == 0 && g_hash_table_size (self->elements) == 0;
}

/* Windows */

static gboolean
is_over (const Window *window, gint64 now)
{
  return !window->is_private && now - window->time >= GRACE_US;
}

void
pel_privacy_memory_set_windows (PelPrivacyMemory *self, const char *const *keys, gint64 now)
{
  GHashTableIter iter;
  const char    *key;
  Window        *window;

  g_hash_table_iter_init (&iter, self->windows);
  while (g_hash_table_iter_next (&iter, (gpointer *) &key, (gpointer *) &window))
    {
      if (window->is_private && !g_strv_contains (keys, key))
        *window = (Window){ now, FALSE };
      if (is_over (window, now))
        {
          g_hash_table_iter_remove (&iter);
          self->stamp++;
        }
    }
  for (guint i = 0; keys[i] != NULL; i++)
    {
      window = g_hash_table_lookup (self->windows, keys[i]);
      if (window == NULL && g_hash_table_size (self->windows) >= MAX_ENTRIES)
        continue; /* its title still says so */
      if (window == NULL)
        {
          window = g_new0 (Window, 1);
          g_hash_table_insert (self->windows, g_strdup (keys[i]), window);
          self->stamp++;
        }
      *window = (Window){ now, TRUE };
    }
}

gboolean
pel_privacy_memory_has_window (PelPrivacyMemory *self, const char *key, gint64 now)
{
  const Window  *window = g_hash_table_lookup (self->windows, key);
  GHashTableIter iter;
  Element       *element;

  if (window != NULL && !is_over (window, now))
    return TRUE;
  g_hash_table_iter_init (&iter, self->elements);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &element))
    if (g_strcmp0 (element->window, key) == 0)
      return TRUE;
  return FALSE;
}

/* Elements */

static char *
make_key (const char *bus_name, const char *path)
{
  return g_strconcat (bus_name, " ", path, NULL);
}

static void
drop_oldest (PelPrivacyMemory *self)
{
  GHashTableIter iter;
  const char    *key, *oldest_key = NULL;
  Element       *element, *oldest = NULL;

  g_hash_table_iter_init (&iter, self->elements);
  while (g_hash_table_iter_next (&iter, (gpointer *) &key, (gpointer *) &element))
    if (oldest == NULL || element->time < oldest->time)
      {
        oldest = element;
        oldest_key = key;
      }
  if (oldest_key != NULL)
    g_hash_table_remove (self->elements, oldest_key);
}

void
pel_privacy_memory_add_element (
    PelPrivacyMemory *self, const char *bus_name, const char *path, const char *window, gint64 now)
{
  g_autofree char *key = make_key (bus_name, path);
  Element         *element = g_hash_table_lookup (self->elements, key);

  if (element == NULL)
    {
      if (g_hash_table_size (self->elements) >= MAX_ENTRIES)
        drop_oldest (self);
      element = g_new0 (Element, 1);
      element->bus_name = g_strdup (bus_name);
      g_hash_table_insert (self->elements, g_steal_pointer (&key), element);
      self->stamp++;
    }
  if (window != NULL && g_strcmp0 (element->window, window) != 0)
    {
      g_free (element->window);
      element->window = g_strdup (window);
    }
  element->time = now;
}

gboolean
pel_privacy_memory_has_element (PelPrivacyMemory *self, const char *bus_name, const char *path)
{
  g_autofree char *key = NULL;

  if (g_hash_table_size (self->elements) == 0)
    return FALSE;
  key = make_key (bus_name, path);
  return g_hash_table_contains (self->elements, key);
}

gboolean
pel_privacy_memory_has_element_windows (PelPrivacyMemory *self)
{
  GHashTableIter iter;
  Element       *element;

  g_hash_table_iter_init (&iter, self->elements);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &element))
    if (element->window != NULL)
      return TRUE;
  return FALSE;
}

gboolean
pel_privacy_memory_has_lingering_windows (PelPrivacyMemory *self)
{
  GHashTableIter iter;
  Window        *window;

  g_hash_table_iter_init (&iter, self->windows);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &window))
    if (!window->is_private)
      return TRUE;
  return FALSE;
}

/* Whether an element of a program was not seen to be private since. */
static gboolean
has_element_before (PelPrivacyMemory *self, const char *bus_name, gint64 since)
{
  GHashTableIter iter;
  Element       *element;

  g_hash_table_iter_init (&iter, self->elements);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &element))
    if (element->time < since && g_str_equal (element->bus_name, bus_name))
      return TRUE;
  return FALSE;
}

gboolean
pel_privacy_memory_is_lingering (PelPrivacyMemory *self, const char *bus_name, gint64 now)
{
  return has_element_before (self, bus_name, now);
}

gboolean
pel_privacy_memory_is_ripe (PelPrivacyMemory *self, const char *bus_name, gint64 now)
{
  return has_element_before (self, bus_name, now - GRACE_US + 1);
}

void
pel_privacy_memory_forget_others (PelPrivacyMemory *self, GHashTable *bus_names)
{
  GHashTableIter iter;
  Element       *element;

  g_hash_table_iter_init (&iter, self->elements);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &element))
    if (!g_hash_table_contains (bus_names, element->bus_name))
      {
        g_hash_table_iter_remove (&iter);
        self->stamp++;
      }
}

void
pel_privacy_memory_release (PelPrivacyMemory *self, const char *bus_name, gint64 since)
{
  GHashTableIter iter;
  Element       *element;

  g_hash_table_iter_init (&iter, self->elements);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &element))
    if (g_str_equal (element->bus_name, bus_name) && element->time < since)
      {
        g_hash_table_iter_remove (&iter);
        self->stamp++;
      }
}
