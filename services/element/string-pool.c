/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/string-pool.h"

#include <string.h>

#define MAX_BYTES    ((gsize) 1 << 30)
#define FIRST_SLOTS  1024
#define MIX_CONSTANT G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

struct _PelStringPool
{
  GString *block;
  guint32 *slots; /* offsets; 0: free */
  guint    n_slots, n_used;
  guint64  key;
};

guint64
pel_text_hash_new_key (void)
{
  return (guint64) g_random_int () << 32 | g_random_int ();
}

static guint64
mix (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * MIX_CONSTANT;
  return hash ^ hash >> 29;
}

guint32
pel_text_hash (const char *text, guint64 key)
{
  gsize   length = strlen (text);
  guint64 hash = mix (key, length);

  for (; length > 0;)
    {
      guint64 word = 0;
      gsize   n = MIN (length, sizeof word);

      memcpy (&word, text, n);
      hash = mix (hash, word);
      text += n;
      length -= n;
    }
  return mix (hash, key) >> 32;
}

PelStringPool *
pel_string_pool_new (void)
{
  PelStringPool *self = g_new0 (PelStringPool, 1);

  self->block = g_string_new (NULL);
  g_string_append_c (self->block, '\0');
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
  self->key = pel_text_hash_new_key ();
  return self;
}

void
pel_string_pool_free (PelStringPool *self)
{
  if (self == NULL)
    return;
  if (self->block != NULL)
    g_string_free (self->block, TRUE);
  g_free (self->slots);
  g_free (self);
}

/* The slot that holds @text, or the free one where it belongs. */
static guint
find_slot (PelStringPool *self, const char *text)
{
  guint slot = pel_text_hash (text, self->key) & (self->n_slots - 1);

  while (self->slots[slot] != 0 && strcmp (self->block->str + self->slots[slot], text) != 0)
    slot = (slot + 1) & (self->n_slots - 1);
  return slot;
}

static void
grow (PelStringPool *self)
{
  g_autofree guint32 *old = g_steal_pointer (&self->slots);
  guint               n_old = self->n_slots;

  self->n_slots *= 2;
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint i = 0; i < n_old; i++)
    if (old[i] != 0)
      self->slots[find_slot (self, self->block->str + old[i])] = old[i];
}

guint32
pel_string_pool_intern (PelStringPool *self, const char *text)
{
  guint slot;
  gsize size;

  if (text == NULL || *text == '\0')
    return 0;
  slot = find_slot (self, text);
  if (self->slots[slot] != 0)
    return self->slots[slot];

  size = strlen (text) + 1;
  if (self->block->len + size > MAX_BYTES)
    return 0;
  self->slots[slot] = self->block->len;
  g_string_append_len (self->block, text, size);
  self->n_used++;
  if (self->n_used > self->n_slots / 2)
    {
      guint32 offset = self->slots[slot];

      grow (self);
      return offset;
    }
  return self->slots[slot];
}

char *
pel_string_pool_steal (PelStringPool *self, gsize *ret_size)
{
  char *block;

  *ret_size = self->block->len;
  block = g_string_free (g_steal_pointer (&self->block), FALSE);
  pel_string_pool_free (self);
  return g_realloc (block, *ret_size);
}
