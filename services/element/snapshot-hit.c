/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-arena.h"

#define ANY_SURFACE G_MAXUINT

typedef enum
{
  HIT_ANY,
  HIT_CONTENT, /* what does not only hold others */
  HIT_TARGET,  /* what takes a press */
} HitKind;

typedef struct
{
  const PelSnapshotArena *arena;
  guint                   surface; /* as in the rows, or ANY_SURFACE */
  HitKind                 kind;
} HitContext;

static gboolean
is_usable (const PelElementRow *row)
{
  return pel_is_interactive (row->role,
                             row->states,
                             pel_patterns_derive (row->native_role,
                                                  row->role,
                                                  row->states,
                                                  row->interfaces));
}

/* What only holds others hides nothing: programs lay empty containers over what they show. */
static gboolean
is_idle (const PelElementRow *row)
{
  return pel_role_is_structural (row->role) && !is_usable (row);
}

static gboolean
is_of_kind (const PelElementRow *row, HitKind kind)
{
  PelRoleFlags takes_presses = PEL_ROLE_IS_WINDOW | PEL_ROLE_IS_FLOATING;

  if (kind == HIT_CONTENT)
    return !is_idle (row);
  return kind == HIT_ANY || (pel_role_get_flags (row->role) & takes_presses) != 0 ||
         is_usable (row);
}

/* What floats, or is drawn in a window of its own, is not cut off by what it hangs on. */
static gboolean
is_free (const PelSnapshotArena *arena, const PelElementRow *row)
{
  return row->parent == PEL_ELEMENT_NONE ||
         (pel_role_get_flags (row->role) & (PEL_ROLE_IS_WINDOW | PEL_ROLE_IS_FLOATING)) != 0 ||
         row->surface != arena->rows[row->parent - 1].surface;
}

/* (nullable): the next one further out that cuts off what is inside it. */
static const PelElementRow *
find_clip (const PelSnapshotArena *arena, const PelElementRow *row)
{
  const guint needed = PEL_ELEMENT_IS_CLIPPING | PEL_ELEMENT_HAS_BOUNDS;

  while (!is_free (arena, row))
    {
      row = &arena->rows[row->parent - 1];
      if ((row->flags & needed) == needed)
        return row;
    }
  return NULL;
}

PelNativeRect
pel_snapshot_arena_get_clipped (const PelSnapshotArena *arena, guint position)
{
  const PelElementRow *row = &arena->rows[position];
  PelNativeRect        rect = pel_element_row_get_bounds (row);

  while ((row = find_clip (arena, row)) != NULL)
    {
      PelNativeRect clip = pel_element_row_get_bounds (row);

      rect = pel_native_rect_intersect (&rect, &clip);
    }
  return rect;
}

static gboolean
is_hit (gconstpointer data, guint position, PelNativePoint point)
{
  const HitContext    *context = data;
  const PelElementRow *row = &context->arena->rows[position];

  if ((context->surface != ANY_SURFACE && row->surface != context->surface) ||
      !is_of_kind (row, context->kind))
    return FALSE;
  while ((row = find_clip (context->arena, row)) != NULL)
    {
      PelNativeRect clip = pel_element_row_get_bounds (row);

      if (!pel_native_rect_contains (&clip, point))
        return FALSE;
    }
  return TRUE;
}

static PelElementId
find_last (PelSnapshot *self, PelElementId root, guint surface, PelNativePoint point, HitKind kind)
{
  const PelSnapshotArena *arena = pel_snapshot_get_arena (self);
  HitContext              context = { arena, surface, kind };
  guint                   first = root != PEL_ELEMENT_NONE ? root - 1 : 0;
  guint last = root != PEL_ELEMENT_NONE ? arena->rows[root - 1].last_descendant : arena->n_rows;
  guint position;

  if (last == 0 || !pel_spatial_index_find_last (pel_snapshot_get_places (self),
                                                 first,
                                                 last - 1,
                                                 point,
                                                 is_hit,
                                                 &context,
                                                 &position))
    return PEL_ELEMENT_NONE;
  return position + 1;
}

/* (nullable) */
static PelWindow *
find_top_window (PelDesktop *desktop, PelNativePoint point, guint *ret_index)
{
  guint n_windows = pel_desktop_get_n_windows (desktop);

  for (guint i = 0; i < n_windows; i++)
    {
      PelWindow           *window = pel_desktop_get_window (desktop, i);
      const PelWindowInfo *info = pel_window_get_info (window);

      if ((info->states & PEL_WINDOW_VISIBLE) != 0 &&
          pel_native_rect_contains (&info->bounds, point))
        {
          *ret_index = i;
          return window;
        }
    }
  return NULL;
}

/* Where several elements are drawn in one window, the later one lies on top, as siblings do. */
static PelElementId
find_last_in_window (PelSnapshot *self, guint window_index, PelNativePoint point, HitKind kind)
{
  const PelSnapshotArena *arena = pel_snapshot_get_arena (self);
  PelElementId            hit = PEL_ELEMENT_NONE;

  for (guint i = arena->surfaces->len; i > 0 && hit == PEL_ELEMENT_NONE; i--)
    {
      const PelSurface *surface = &g_array_index (arena->surfaces, PelSurface, i - 1);

      if (surface->window < window_index)
        break;
      if (surface->window == window_index)
        hit = find_last (self, surface->root, i, point, kind);
    }
  return hit;
}

static gboolean
is_idle_hit (PelSnapshot *self, PelElementId hit)
{
  return hit != PEL_ELEMENT_NONE && is_idle (&pel_snapshot_get_arena (self)->rows[hit - 1]);
}

/* @other is what is hit below @hit, or none: a container is hit where nothing but what it is in
 * lies below it. */
static PelElementId
choose (PelSnapshot *self, PelElementId hit, PelElementId other)
{
  return other != PEL_ELEMENT_NONE && hit > pel_snapshot_get_last_descendant (self, other) ? other
                                                                                           : hit;
}

static PelElementId
hit_test (PelSnapshot *self, PelElementId root, PelNativePoint point)
{
  PelElementId hit = find_last (self, root, ANY_SURFACE, point, HIT_ANY);

  return is_idle_hit (self, hit)
             ? choose (self, hit, find_last (self, root, ANY_SURFACE, point, HIT_CONTENT))
             : hit;
}

static PelElementId
hit_test_in_window (PelSnapshot *self, guint window_index, PelNativePoint point)
{
  PelElementId hit = find_last_in_window (self, window_index, point, HIT_ANY);

  return is_idle_hit (self, hit)
             ? choose (self, hit, find_last_in_window (self, window_index, point, HIT_CONTENT))
             : hit;
}

PelElementId
pel_snapshot_hit_test_window (PelSnapshot *self, PelNativePoint point, PelWindow **ret_window)
{
  PelDesktop  *desktop;
  PelWindow   *window = NULL;
  PelElementId hit = PEL_ELEMENT_NONE;
  guint        index;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ELEMENT_NONE);

  desktop = pel_snapshot_get_arena (self)->desktop;
  if (desktop == NULL)
    hit = hit_test (self, PEL_ELEMENT_NONE, point);
  else
    window = find_top_window (desktop, point, &index);
  if (window != NULL)
    hit = hit_test_in_window (self, index, point);
  if (ret_window != NULL)
    *ret_window = window;
  return hit;
}

PelElementId
pel_snapshot_find_pressed (PelSnapshot *self, PelNativePoint point, PelWindow **ret_window)
{
  guint index;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ELEMENT_NONE);

  *ret_window = find_top_window (pel_snapshot_get_arena (self)->desktop, point, &index);
  return *ret_window != NULL ? find_last_in_window (self, index, point, HIT_TARGET)
                             : PEL_ELEMENT_NONE;
}

PelElementId
pel_snapshot_hit_test (PelSnapshot *self, PelNativePoint point)
{
  return pel_snapshot_hit_test_window (self, point, NULL);
}

PelElementId
pel_snapshot_hit_test_within (PelSnapshot *self, PelElementId root, PelNativePoint point)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ELEMENT_NONE);
  g_return_val_if_fail (root != PEL_ELEMENT_NONE && root <= pel_snapshot_get_n_elements (self),
                        PEL_ELEMENT_NONE);

  return hit_test (self, root, point);
}

gboolean
pel_snapshot_get_visible_rect (PelSnapshot *self, PelElementId id, PelNativeRect *ret_rect)
{
  guint                   needed = PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE;
  const PelSnapshotArena *arena;
  const PelElementRow    *row;
  PelWindow              *window;
  PelNativeRect           rect;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), FALSE);
  arena = pel_snapshot_get_arena (self);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= arena->n_rows, FALSE);

  row = &arena->rows[id - 1];
  if ((row->flags & needed) != needed)
    return FALSE;
  rect = pel_snapshot_arena_get_clipped (arena, id - 1);
  window = pel_snapshot_find_window (self, id);
  if (window != NULL)
    rect = pel_native_rect_intersect (&rect, &pel_window_get_info (window)->bounds);
  if (!(rect.width > 0) || !(rect.height > 0))
    return FALSE;
  *ret_rect = rect;
  return TRUE;
}

PelElementId
pel_snapshot_find_window_root (PelSnapshot *self, guint window_index)
{
  const PelSnapshotArena *arena;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ELEMENT_NONE);

  arena = pel_snapshot_get_arena (self);
  for (guint i = 0; i < arena->surfaces->len; i++)
    {
      const PelSurface *surface = &g_array_index (arena->surfaces, PelSurface, i);

      if (surface->window == window_index)
        return surface->root;
    }
  return PEL_ELEMENT_NONE;
}

PelElementId
pel_snapshot_find_surface_root (PelSnapshot *self, PelElementId id)
{
  const PelSnapshotArena *arena = pel_snapshot_get_arena (self);
  guint                   surface;

  g_return_val_if_fail (id > PEL_ELEMENT_NONE && id <= arena->n_rows, PEL_ELEMENT_NONE);

  surface = arena->rows[id - 1].surface;
  return surface != 0 ? g_array_index (arena->surfaces, PelSurface, surface - 1).root
                      : PEL_ELEMENT_NONE;
}

PelWindow *
pel_snapshot_find_window (PelSnapshot *self, PelElementId id)
{
  const PelSnapshotArena *arena;
  guint                   surface;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), NULL);
  arena = pel_snapshot_get_arena (self);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= arena->n_rows, NULL);

  surface = arena->rows[id - 1].surface;
  if (surface == 0)
    return NULL;
  return pel_desktop_get_window (arena->desktop,
                                 g_array_index (arena->surfaces, PelSurface, surface - 1).window);
}
