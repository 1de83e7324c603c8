/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/region.h"

static const char *const source_names[] = {
  [PEL_REGION_ACCESSIBILITY] = "accessibility",
  [PEL_REGION_UIA] = "uia",
  [PEL_REGION_OCR] = "ocr",
  [PEL_REGION_HEURISTIC] = "heuristic",
};
G_STATIC_ASSERT (G_N_ELEMENTS (source_names) == PEL_N_REGION_SOURCES);

PelRegion *
pel_region_ref (PelRegion *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_region (PelRegion *self)
{
  g_free (self->id);
  g_free (self->bus_name);
  g_free (self->path);
  g_free (self->label);
  g_free (self->window_id);
  g_array_unref (self->pieces);
}

void
pel_region_unref (PelRegion *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) clear_region);
}

PelRegion *
pel_region_new (const PelRegion *values)
{
  PelRegion *self = g_atomic_rc_box_new (PelRegion);

  *self = *values;
  self->id = g_strdup (values->id);
  self->bus_name = g_strdup (values->bus_name);
  self->path = g_strdup (values->path);
  self->label = g_strdup (values->label != NULL ? values->label : "");
  self->window_id = g_strdup (values->window_id);
  if (values->pieces != NULL && values->pieces->len > 0)
    self->pieces = g_array_copy (values->pieces);
  else
    {
      self->pieces = g_array_new (FALSE, FALSE, sizeof (PelNativeRect));
      g_array_append_val (self->pieces, self->bounds);
    }
  return self;
}

static gboolean
equal_pieces (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!pel_native_rect_equal (&g_array_index (a, PelNativeRect, i),
                                &g_array_index (b, PelNativeRect, i)))
      return FALSE;
  return TRUE;
}

gboolean
pel_region_equal (const PelRegion *a, const PelRegion *b)
{
  if (a == b)
    return TRUE;
  return a->index == b->index && a->role == b->role && a->source == b->source &&
         a->flags == b->flags && pel_native_rect_equal (&a->bounds, &b->bounds) &&
         a->click_point.x == b->click_point.x && a->click_point.y == b->click_point.y &&
         g_strcmp0 (a->label, b->label) == 0 && equal_pieces (a->pieces, b->pieces);
}

const char *
pel_region_source_to_string (PelRegionSource source)
{
  g_return_val_if_fail ((guint) source < PEL_N_REGION_SOURCES, source_names[0]);

  return source_names[source];
}
