/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/region-list.h"

#include "services/base/error.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

static int
compare_indices (gconstpointer a, gconstpointer b)
{
  const PelRegion *region_a = *(PelRegion *const *) a;
  const PelRegion *region_b = *(PelRegion *const *) b;

  return (region_a->index > region_b->index) - (region_a->index < region_b->index);
}

/* Where a program gives an identity twice, the one with the lower number is found. */
static void
add_lookups (PelRegionList *self)
{
  for (guint i = self->regions->len; i > 0; i--)
    {
      PelRegion *region = self->regions->pdata[i - 1];

      if (region->id != NULL)
        g_hash_table_replace (self->by_id, region->id, region);
      g_hash_table_replace (self->by_identity, region, region);
    }
}

PelRegionList *
pel_region_list_new (const char             *scope,
                     const PelMonitorLayout *layout,
                     GPtrArray              *regions,
                     guint                   n_left_out)
{
  PelRegionList *self = g_atomic_rc_box_new0 (PelRegionList);

  self->scope = g_strdup (scope);
  self->layout = pel_monitor_layout_ref ((PelMonitorLayout *) layout);
  self->regions = regions;
  self->n_left_out = n_left_out;
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->by_identity = g_hash_table_new (pel_region_hash_identity, pel_region_equal_identity);
  g_ptr_array_sort (regions, compare_indices);
  add_lookups (self);
  return self;
}

PelRegionList *
pel_region_list_ref (PelRegionList *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_list (PelRegionList *self)
{
  g_free (self->scope);
  pel_monitor_layout_unref (self->layout);
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->by_identity);
  g_ptr_array_unref (self->regions);
}

void
pel_region_list_unref (PelRegionList *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) clear_list);
}

PelRegion *
pel_region_list_find_index (const PelRegionList *self, guint index)
{
  guint first = 0, end = self->regions->len;

  while (first < end)
    {
      guint      middle = first + (end - first) / 2;
      PelRegion *region = self->regions->pdata[middle];

      if (region->index == index)
        return region;
      if (region->index < index)
        first = middle + 1;
      else
        end = middle;
    }
  return NULL;
}

PelRegion *
pel_region_list_find_id (const PelRegionList *self, const char *id)
{
  return g_hash_table_lookup (self->by_id, id);
}

PelRegion *
pel_region_list_find_identity (const PelRegionList *self, const char *bus_name, const char *path)
{
  const PelRegion key = { .bus_name = (char *) bus_name, .path = (char *) path };

  return g_hash_table_lookup (self->by_identity, &key);
}

PelRegion *
pel_region_list_find_named (const PelRegionList *self, guint index, const char *id, GError **error)
{
  g_autofree char *name = index != 0 ? g_strdup_printf ("%u", index) : pel_text_escape (id);
  PelRegion       *region = NULL;

  if (self == NULL)
    {
      pel_set_error (
          error,
          PEL_ERROR_CAPABILITY_UNAVAILABLE,
          _ ("Number the active window with “pellucid regions” or “pellucid overlay on”"),
          _ ("There is no region %s: nothing has been numbered yet"),
          name);
      return NULL;
    }
  region =
      index != 0 ? pel_region_list_find_index (self, index) : pel_region_list_find_id (self, id);
  if (region == NULL)
    pel_set_error (error,
                   PEL_ERROR_ELEMENT_NOT_FOUND,
                   _ ("List the regions with “pellucid regions”"),
                   _ ("There is no region %s"),
                   name);
  return region;
}

gboolean
pel_region_list_equal (const PelRegionList *a, const PelRegionList *b)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || a->regions->len != b->regions->len ||
      a->n_left_out != b->n_left_out || !pel_monitor_layout_equal (a->layout, b->layout))
    return FALSE;
  for (guint i = 0; i < a->regions->len; i++)
    if (!pel_region_equal (a->regions->pdata[i], b->regions->pdata[i]))
      return FALSE;
  return TRUE;
}

guint
pel_region_hash_identity (gconstpointer region)
{
  const PelRegion *self = region;

  if (self->path == NULL)
    return self->id != NULL ? g_str_hash (self->id) : 0;
  return g_str_hash (self->path) * 31 + (self->bus_name != NULL ? g_str_hash (self->bus_name) : 0);
}

gboolean
pel_region_equal_identity (gconstpointer a, gconstpointer b)
{
  const PelRegion *region_a = a, *region_b = b;

  if (g_strcmp0 (region_a->path, region_b->path) != 0)
    return FALSE;
  if (region_a->path == NULL)
    return g_strcmp0 (region_a->id, region_b->id) == 0;
  return g_strcmp0 (region_a->bus_name, region_b->bus_name) == 0;
}
