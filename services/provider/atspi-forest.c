/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-forest.h"

struct _PelAtspiForest
{
  GArray         *list;    /* of PelAtspiItem */
  sd_bus_message *message; /* (nullable) */

  GHashTable *items;    /* path → PelAtspiItem */
  GHashTable *children; /* path → GPtrArray of PelAtspiItem */
};

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const PelAtspiItem *item_a = *(const PelAtspiItem *const *) a;
  const PelAtspiItem *item_b = *(const PelAtspiItem *const *) b;

  if (item_a->index != item_b->index)
    return item_a->index < item_b->index ? -1 : 1;
  return item_a < item_b ? -1 : item_a > item_b; /* as they came */
}

static void
add_child (PelAtspiForest *self, const PelAtspiItem *item)
{
  GPtrArray *siblings = g_hash_table_lookup (self->children, item->parent.path);

  if (siblings == NULL)
    {
      siblings = g_ptr_array_new ();
      g_hash_table_insert (self->children, (gpointer) item->parent.path, siblings);
    }
  g_ptr_array_add (siblings, (gpointer) item);
}

static gboolean
is_own (const PelAtspiRef *ref, const char *bus_name)
{
  return *ref->bus_name == '\0' || g_str_equal (ref->bus_name, bus_name);
}

PelAtspiForest *
pel_atspi_forest_new (GArray *items, sd_bus_message *message, const char *bus_name)
{
  PelAtspiForest *self = g_new0 (PelAtspiForest, 1);
  GHashTableIter  iter;
  gpointer        siblings;

  self->list = g_array_ref (items);
  self->message = sd_bus_message_ref (message);
  self->items = g_hash_table_new (g_str_hash, g_str_equal);
  self->children =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < items->len; i++)
    {
      const PelAtspiItem *item = &g_array_index (items, PelAtspiItem, i);

      if (!is_own (&item->ref, bus_name) || g_hash_table_contains (self->items, item->ref.path))
        continue;
      g_hash_table_insert (self->items, (gpointer) item->ref.path, (gpointer) item);
      if (is_own (&item->parent, bus_name))
        add_child (self, item);
    }
  g_hash_table_iter_init (&iter, self->children);
  while (g_hash_table_iter_next (&iter, NULL, &siblings))
    g_ptr_array_sort (siblings, compare_places);
  return self;
}

void
pel_atspi_forest_free (PelAtspiForest *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->items);
  g_hash_table_unref (self->children);
  g_array_unref (self->list);
  sd_bus_message_unref (self->message);
  g_free (self);
}

const PelAtspiItem *
pel_atspi_forest_find (PelAtspiForest *self, const char *path)
{
  return g_hash_table_lookup (self->items, path);
}

GPtrArray *
pel_atspi_forest_get_children (PelAtspiForest *self, const char *path, gboolean *ret_is_ordered)
{
  GPtrArray *children = g_hash_table_lookup (self->children, path);

  *ret_is_ordered = TRUE;
  for (guint i = 0; children != NULL && i < children->len; i++)
    if (((const PelAtspiItem *) children->pdata[i])->index != (int) i)
      *ret_is_ordered = FALSE;
  return children;
}
