/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/fingerprint.h"

#include <string.h>

/* FNV-1a, of 64 bits: no one gains by making two of them the same. */
#define PRIME G_GUINT64_CONSTANT (0x100000001b3)

static PelFingerprint
add_bytes (PelFingerprint self, gconstpointer data, gsize length)
{
  const guint8 *bytes = data;

  for (gsize i = 0; i < length; i++)
    self = (self ^ bytes[i]) * PRIME;
  return self;
}

/* With its end, so that two texts are not taken for one. */
static PelFingerprint
add_text (PelFingerprint self, const char *text)
{
  return add_bytes (self, text, strlen (text) + 1);
}

static PelFingerprint
add_element (PelFingerprint self, const PelElement *element)
{
  const double edges[] = {
    element->bounds.x,
    element->bounds.y,
    element->bounds.width,
    element->bounds.height,
  };

  self = add_bytes (self, &element->ref, sizeof element->ref);
  self = add_bytes (self, &element->states, sizeof element->states);
  self = add_bytes (self, &element->flags, sizeof element->flags);
  self = add_bytes (self, edges, sizeof edges);
  self = add_text (self, element->name);
  return add_text (self, element->value);
}

PelFingerprint
pel_fingerprint_add (PelFingerprint self,
                     PelSnapshot   *snapshot,
                     PelElementId   first,
                     PelElementId   last)
{
  for (PelElementId id = first; id <= last; id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      self = add_element (self, &element);
    }
  return self;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const PelElementId *left = a, *right = b;

  return (*left > *right) - (*left < *right);
}

PelFingerprint
pel_fingerprint_add_trees (PelFingerprint self, PelSnapshot *snapshot, const GArray *ids)
{
  g_autoptr (GArray) sorted = g_array_copy ((GArray *) ids);
  PelElementId       done = PEL_ELEMENT_NONE;

  g_array_sort (sorted, compare_ids);
  for (guint i = 0; i < sorted->len; i++)
    {
      PelElementId id = g_array_index (sorted, PelElementId, i);

      if (id <= done)
        continue; /* below one that was there before */
      done = pel_snapshot_get_last_descendant (snapshot, id);
      self = pel_fingerprint_add (self, snapshot, id, done);
    }
  return self;
}
