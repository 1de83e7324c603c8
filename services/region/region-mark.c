/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/region-mark.h"

#include <string.h>

static void
place (PelRegionMark *self, PelSnapshot *snapshot, PelElementId id)
{
  PelElementId          parent_id = pel_snapshot_get_parent (snapshot, id);
  g_autoptr (PelRegion) parent = NULL;

  g_clear_pointer (&self->region, pel_region_unref);
  self->region = pel_region_builder_build_one (snapshot, id);
  if (self->region == NULL && self->kind == PEL_MARK_HOVERED)
    self->region = pel_region_builder_build_covered (snapshot, id);
  self->has_parent = FALSE;
  g_clear_pointer (&self->parent_pieces, g_array_unref);
  if (parent_id != PEL_ELEMENT_NONE && self->kind != PEL_MARK_MATCHED)
    parent = pel_region_builder_build_one (snapshot, parent_id);
  if (parent == NULL)
    return;
  self->has_parent = TRUE;
  self->parent = parent->bounds;
  self->parent_pieces = g_array_ref (parent->pieces);
}

PelRegionMark *
pel_region_mark_new (PelMarkKind kind, PelSnapshot *snapshot, PelElementId id)
{
  PelRegionMark *self = g_new0 (PelRegionMark, 1);
  PelElement     element = pel_snapshot_get_element (snapshot, id);

  self->kind = kind;
  self->program = g_strdup (pel_snapshot_get_program (snapshot, element.program)->bus_name);
  self->bus_name = g_strdup (element.bus_name);
  self->path = g_strdup (element.path);
  place (self, snapshot, id);
  return self;
}

void
pel_region_mark_free (PelRegionMark *self)
{
  g_free (self->program);
  g_free (self->bus_name);
  g_free (self->path);
  g_free (self->label);
  g_free (self->shade);
  g_clear_pointer (&self->region, pel_region_unref);
  g_clear_pointer (&self->parent_pieces, g_array_unref);
  g_free (self);
}

static gboolean
has_program (PelSnapshot *snapshot, const char *bus_name)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, i);

      /* of one that is silent or was cut, something may be missing */
      if (g_strcmp0 (program->bus_name, bus_name) == 0)
        return program->is_answering && !program->is_truncated;
    }
  return FALSE;
}

PelMarkNews
pel_region_mark_follow (PelRegionMark *self, PelSnapshot *snapshot)
{
  PelElementId          id = pel_snapshot_find_identity (snapshot, self->bus_name, self->path);
  PelRegionMark         before = *self;
  g_autoptr (PelRegion) region = NULL;
  g_autoptr (GArray)    parent_pieces = NULL;

  if (id == PEL_ELEMENT_NONE)
    return has_program (snapshot, self->program) ? PEL_MARK_IS_GONE : PEL_MARK_IS_ELSEWHERE;
  region = g_steal_pointer (&self->region);
  parent_pieces = g_steal_pointer (&self->parent_pieces);
  place (self, snapshot, id);
  return pel_region_mark_equal (&before, self) ? PEL_MARK_IS_SAME : PEL_MARK_IS_CHANGED;
}

static gboolean
equal_pieces (const GArray *a, const GArray *b)
{
  return a == b || (a != NULL && b != NULL && a->len == b->len &&
                    memcmp (a->data, b->data, a->len * sizeof (PelNativeRect)) == 0);
}

static gboolean
equal_regions (const PelRegion *a, const PelRegion *b)
{
  return a == b || (a != NULL && b != NULL && pel_region_equal (a, b));
}

gboolean
pel_region_mark_equal (const PelRegionMark *a, const PelRegionMark *b)
{
  return a->kind == b->kind && a->has_parent == b->has_parent &&
         (!a->has_parent || memcmp (&a->parent, &b->parent, sizeof a->parent) == 0) &&
         equal_pieces (a->parent_pieces, b->parent_pieces) && g_strcmp0 (a->label, b->label) == 0 &&
         g_strcmp0 (a->shade, b->shade) == 0 && equal_regions (a->region, b->region);
}
