/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/facts.h"

#include <string.h>

/* How long something is believed. */
typedef enum
{
  NOT_KNOWN,
  WITH_ITS_SNAPSHOT,
  FOR_A_WHILE,
} Belief;

typedef struct
{
  char   *text; /* (nullable) */
  gint64  read_at;
  guint   turn; /* which snapshot it belongs to */
  guint32 belief;
} Slot;

typedef struct
{
  Slot slots[PEL_N_FACTS];
} Entry;

struct _PelFacts
{
  gatomicrefcount ref_count;
  GHashTable     *entries; /* ref → Entry */
  gsize           n_bytes; /* of texts */
  char           *snapshot_id;
  guint           turn;                /* one more with each other snapshot */
  guint           oldest[PEL_N_FACTS]; /* the first turn that is not in doubt */
  gint64          now;

  GHashTable        *silent;   /* (nullable) borrowed */
  PelRegionRegistry *registry; /* (nullable) */
};

typedef struct
{
  PelReadingFlags reading;
  Belief          belief;
  gsize           field; /* of PelElementReading: a char * */
  gboolean        may_be_empty;
} FactInfo;

/* clang-format off */
static const FactInfo fact_table[] = {
  [PEL_FACT_DESCRIPTION] = { PEL_READ_DESCRIPTION, FOR_A_WHILE,       G_STRUCT_OFFSET (PelElementReading, description), FALSE },
  [PEL_FACT_ID]          = { PEL_READ_ID,          FOR_A_WHILE,       G_STRUCT_OFFSET (PelElementReading, id),          FALSE },
  [PEL_FACT_CLASS]       = { PEL_READ_ID,          FOR_A_WHILE,       G_STRUCT_OFFSET (PelElementReading, class),       FALSE },
  [PEL_FACT_VALUE]       = { PEL_READ_VALUE,       WITH_ITS_SNAPSHOT, G_STRUCT_OFFSET (PelElementReading, value_text),  TRUE  },
  [PEL_FACT_TEXT]        = { PEL_READ_TEXT,        WITH_ITS_SNAPSHOT, G_STRUCT_OFFSET (PelElementReading, text),        TRUE  },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (fact_table) == PEL_N_FACTS);

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  for (guint i = 0; i < PEL_N_FACTS; i++)
    g_free (entry->slots[i].text);
  g_free (entry);
}

static gboolean
is_believed (const PelFacts *self, const Entry *entry, PelFact fact)
{
  const Slot *slot = &entry->slots[fact];

  switch ((Belief) slot->belief)
    {
    case WITH_ITS_SNAPSHOT:
      return slot->turn == self->turn;
    case FOR_A_WHILE:
      return slot->turn >= self->oldest[fact] && self->now - slot->read_at < PEL_FACTS_MAX_AGE;
    case NOT_KNOWN:
    default:
      return FALSE;
    }
}

static gboolean
is_known (const PelFacts *self, guint ref, PelFact fact)
{
  const Entry *entry = g_hash_table_lookup (self->entries, GUINT_TO_POINTER (ref));

  return entry != NULL && is_believed (self, entry, fact);
}

static void
put (PelFacts *self, guint ref, PelFact fact, const char *text, Belief belief)
{
  Entry *entry = g_hash_table_lookup (self->entries, GUINT_TO_POINTER (ref));
  Slot  *slot;

  if (entry == NULL)
    {
      entry = g_new0 (Entry, 1);
      g_hash_table_insert (self->entries, GUINT_TO_POINTER (ref), entry);
    }
  slot = &entry->slots[fact];
  if (slot->text != NULL)
    self->n_bytes -= strlen (slot->text);
  g_free (slot->text);
  slot->text = g_strdup (text);
  if (text != NULL)
    self->n_bytes += strlen (text);
  slot->read_at = self->now;
  slot->turn = self->turn;
  slot->belief = belief;
}

PelFacts *
pel_facts_new (void)
{
  PelFacts *self = g_new0 (PelFacts, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->entries = g_hash_table_new_full (NULL, NULL, NULL, entry_free);
  return self;
}

PelFacts *
pel_facts_ref (PelFacts *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
pel_facts_unref (PelFacts *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->entries);
  g_clear_object (&self->registry);
  g_free (self->snapshot_id);
  g_free (self);
}

gboolean
pel_facts_begin (PelFacts *self, PelSnapshot *snapshot, gint64 now)
{
  gboolean is_kept = TRUE;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (PEL_IS_SNAPSHOT (snapshot), FALSE);

  self->now = now;
  if (g_strcmp0 (self->snapshot_id, pel_snapshot_get_id (snapshot)) != 0)
    {
      g_free (self->snapshot_id);
      self->snapshot_id = g_strdup (pel_snapshot_get_id (snapshot));
      self->turn++;
      is_kept = FALSE;
    }
  if (g_hash_table_size (self->entries) > PEL_FACTS_MAX_ELEMENTS ||
      self->n_bytes > PEL_FACTS_MAX_BYTES)
    {
      g_hash_table_remove_all (self->entries);
      self->n_bytes = 0;
      is_kept = FALSE;
    }
  return is_kept;
}

void
pel_facts_doubt (PelFacts *self, PelReadingFlags doubted)
{
  g_return_if_fail (self != NULL);

  self->turn++;
  for (guint i = 0; i < PEL_N_FACTS; i++)
    if ((doubted & fact_table[i].reading) != 0)
      self->oldest[i] = self->turn;
}

void
pel_facts_set_silent (PelFacts *self, GHashTable *silent)
{
  g_return_if_fail (self != NULL);

  self->silent = silent;
}

gboolean
pel_facts_is_silent (const PelFacts *self, guint ref)
{
  return self->silent != NULL && g_hash_table_contains (self->silent, GUINT_TO_POINTER (ref));
}

gboolean
pel_facts_get (const PelFacts *self, guint ref, PelFact fact, const char **ret_text)
{
  const Entry *entry;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (fact < PEL_N_FACTS, FALSE);

  entry = g_hash_table_lookup (self->entries, GUINT_TO_POINTER (ref));
  if (entry == NULL || !is_believed (self, entry, fact))
    return FALSE;
  *ret_text = entry->slots[fact].text;
  return TRUE;
}

void
pel_facts_set (PelFacts *self, guint ref, PelFact fact, const char *text)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (fact < PEL_N_FACTS);

  put (self, ref, fact, text, fact_table[fact].belief);
}

void
pel_facts_set_registry (PelFacts *self, PelRegionRegistry *registry)
{
  g_return_if_fail (self != NULL);

  g_set_object (&self->registry, registry);
}

const PelRegionList *
pel_facts_get_regions (const PelFacts *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->registry != NULL ? pel_region_registry_get_list (self->registry) : NULL;
}

PelReadingFlags
pel_fact_get_reading (PelFact fact)
{
  g_return_val_if_fail (fact < PEL_N_FACTS, 0);

  return fact_table[fact].reading;
}

void
pel_facts_take_reading (PelFacts                *self,
                        guint                    ref,
                        PelReadingFlags          asked,
                        const PelElementReading *reading)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < PEL_N_FACTS; i++)
    {
      const FactInfo *info = &fact_table[i];
      const char     *text = NULL;

      /* what is gone now may have spoken before */
      if ((asked & info->reading) == 0 || (reading == NULL && is_known (self, ref, i)))
        continue;
      if (reading != NULL)
        text = G_STRUCT_MEMBER (const char *, reading, info->field);
      if (text != NULL && text[0] == '\0' && !info->may_be_empty)
        text = NULL;
      put (self, ref, i, text, reading != NULL ? info->belief : WITH_ITS_SNAPSHOT);
    }
}
