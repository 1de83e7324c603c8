/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/region-namer.h"

#include <string.h>

/* FNV-1a with 64 bits: ids must be the same on every machine and in every version. */
#define FNV_START G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define FNV_PRIME G_GUINT64_CONSTANT (0x100000001b3)

/* One level of the way down, and what has been seen of the children there. */
typedef struct
{
  guint64 hash;
  guint32 n_unnamed[PEL_N_ROLES];
} Level;

struct _PelRegionNamer
{
  PelSnapshot *snapshot;
  guint        program; /* of the element that was entered last; G_MAXUINT: none was */
  guint64      hash;    /* its own */
  GHashTable  *counts;  /* how often a hash was asked for */
  Level        levels[PEL_ELEMENT_MAX_DEPTH + 2]; /* an element at depth n has its parent's at n */
};

PelRegionNamer *
pel_region_namer_new (PelSnapshot *snapshot)
{
  PelRegionNamer *self = g_new0 (PelRegionNamer, 1);

  self->snapshot = g_object_ref (snapshot);
  self->program = G_MAXUINT;
  self->counts = g_hash_table_new (NULL, NULL);
  return self;
}

void
pel_region_namer_free (PelRegionNamer *self)
{
  g_object_unref (self->snapshot);
  g_hash_table_unref (self->counts);
  g_free (self);
}

static guint64
add_bytes (guint64 hash, gconstpointer bytes, gsize n_bytes)
{
  const guint8 *byte = bytes;

  for (gsize i = 0; i < n_bytes; i++)
    hash = (hash ^ byte[i]) * FNV_PRIME;
  return hash;
}

/* With its NUL, so that “a”, “bc” is not “ab”, “c”. */
static guint64
add_text (guint64 hash, const char *text)
{
  return add_bytes (hash, text, strlen (text) + 1);
}

static guint64
add_number (guint64 hash, guint number)
{
  char text[16];

  g_snprintf (text, sizeof text, "%u", number);
  return add_text (hash, text);
}

static void
begin_program (PelRegionNamer *self, guint program)
{
  const char *name = pel_snapshot_get_program (self->snapshot, program)->name;

  self->program = program;
  self->levels[0] = (Level){ .hash = add_text (FNV_START, name != NULL ? name : "") };
}

void
pel_region_namer_enter (PelRegionNamer *self, const PelElement *element)
{
  guint  depth = pel_snapshot_get_depth (self->snapshot, element->id);
  Level *parent = &self->levels[depth];

  if (element->program != self->program)
    begin_program (self, element->program);
  self->hash = add_text (parent->hash, pel_role_to_string (element->role));
  if (element->name[0] != '\0')
    self->hash = add_text (self->hash, element->name);
  else
    self->hash = add_number (self->hash, ++parent->n_unnamed[element->role]);
  if (element->first_child != PEL_ELEMENT_NONE)
    self->levels[depth + 1] = (Level){ .hash = self->hash };
}

char *
pel_region_namer_dup_id (PelRegionNamer *self)
{
  guint32  folded = (guint32) (self->hash >> 32) ^ (guint32) self->hash;
  gpointer key = GUINT_TO_POINTER (folded);
  guint    count = GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, key)) + 1;

  g_hash_table_insert (self->counts, key, GUINT_TO_POINTER (count));
  if (count > 1)
    return g_strdup_printf ("%08x-%u", folded, count);
  return g_strdup_printf ("%08x", folded);
}
