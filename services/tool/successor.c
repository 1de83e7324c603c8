/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/successor.h"

static gboolean
is_same_program (PelSnapshot *before, guint program, PelSnapshot *after, guint candidate)
{
  return g_strcmp0 (pel_snapshot_get_program (before, program)->name,
                    pel_snapshot_get_program (after, candidate)->name) == 0;
}

static PelElementId
find_by_id (PelSnapshot *before, const PelElement *old, PelSnapshot *after, const PelFacts *facts)
{
  const char  *wanted = NULL, *id;
  PelElementId found = PEL_ELEMENT_NONE;

  if (facts == NULL || !pel_facts_get (facts, old->ref, PEL_FACT_ID, &wanted) || wanted == NULL)
    return PEL_ELEMENT_NONE;
  for (PelElementId i = 1; i <= pel_snapshot_get_n_elements (after); i++)
    {
      PelElement element = pel_snapshot_get_element (after, i);

      if (element.role != old->role ||
          !is_same_program (before, old->program, after, element.program) ||
          !pel_facts_get (facts, element.ref, PEL_FACT_ID, &id) || g_strcmp0 (id, wanted) != 0)
        continue;
      if (found != PEL_ELEMENT_NONE)
        return PEL_ELEMENT_NONE;
      found = i;
    }
  return found;
}

/* How many siblings come before it. */
static guint
get_index (PelSnapshot *snapshot, PelElementId id, PelElementId parent)
{
  guint index = 0;

  for (PelElementId child = pel_snapshot_get_element (snapshot, parent).first_child;
       child != id && child != PEL_ELEMENT_NONE;
       child = pel_snapshot_get_element (snapshot, child).next_sibling)
    index++;
  return index;
}

static PelElementId
get_child (PelSnapshot *snapshot, PelElementId parent, guint index)
{
  PelElementId child = pel_snapshot_get_element (snapshot, parent).first_child;

  while (child != PEL_ELEMENT_NONE && index-- > 0)
    child = pel_snapshot_get_element (snapshot, child).next_sibling;
  return child;
}

/* (transfer full): of guint, its index in its parent first, that of its root's child last. */
static GArray *
get_path (PelSnapshot *snapshot, PelElementId id)
{
  GArray      *path = g_array_new (FALSE, FALSE, sizeof (guint));
  PelElementId parent;

  while ((parent = pel_snapshot_get_parent (snapshot, id)) != PEL_ELEMENT_NONE)
    {
      guint index = get_index (snapshot, id, parent);

      g_array_append_val (path, index);
      id = parent;
    }
  return path;
}

static PelElementId
follow_path (PelSnapshot *snapshot, PelElementId root, const GArray *path)
{
  PelElementId id = root;

  for (guint i = path->len; i > 0 && id != PEL_ELEMENT_NONE; i--)
    id = get_child (snapshot, id, g_array_index (path, guint, i - 1));
  return id;
}

static PelElementId
find_by_path (PelSnapshot *before, const PelElement *old, PelSnapshot *after)
{
  g_autoptr (GArray) path = get_path (before, old->id);

  for (guint i = 0; i < pel_snapshot_get_n_programs (after); i++)
    {
      PelElementId root = pel_snapshot_get_program (after, i)->root;
      PelElementId id;
      PelElement   element;

      if (root == PEL_ELEMENT_NONE || !is_same_program (before, old->program, after, i))
        continue;
      id = follow_path (after, root, path);
      if (id == PEL_ELEMENT_NONE)
        continue;
      element = pel_snapshot_get_element (after, id);
      if (element.role == old->role && g_str_equal (element.name, old->name))
        return id;
    }
  return PEL_ELEMENT_NONE;
}

PelElementId
pel_successor_find (PelSnapshot    *before,
                    PelElementId    id,
                    PelSnapshot    *after,
                    const PelFacts *facts,
                    const char    **ret_held_by)
{
  PelElement   old = pel_snapshot_get_element (before, id);
  PelElementId found = find_by_id (before, &old, after, facts);

  *ret_held_by = "id";
  if (found != PEL_ELEMENT_NONE)
    return found;
  *ret_held_by = "path";
  return find_by_path (before, &old, after);
}
