/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-builder.h"

#include "services/base/text.h"
#include "services/element/snapshot-arena.h"
#include "services/element/string-pool.h"

#include <math.h>
#include <string.h>

/* An element in the order in which it came; its links are the builder's ids. */
typedef struct
{
  PelElementRow row;
  PelElementId  first_child, last_child, next_sibling;
} BuilderRow;

typedef struct
{
  PelSnapshotProgram program;
  guint32            bus_name, name, toolkit, toolkit_version; /* offsets */
} BuilderProgram;

struct _PelSnapshotBuilder
{
  GArray        *rows;     /* of BuilderRow */
  GArray        *programs; /* of BuilderProgram */
  GArray        *surfaces; /* of PelSurface, its root is the builder's id */
  PelStringPool *strings;
  PelDesktop    *desktop;
  guint64        number;
  gboolean       has_text;
  PelElementId   first_root, last_root;
};

static BuilderRow *
get_row (PelSnapshotBuilder *self, PelElementId id)
{
  return &g_array_index (self->rows, BuilderRow, id - 1);
}

PelSnapshotBuilder *
pel_snapshot_builder_new (void)
{
  PelSnapshotBuilder *self = g_new0 (PelSnapshotBuilder, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (BuilderRow));
  self->programs = g_array_new (FALSE, FALSE, sizeof (BuilderProgram));
  self->surfaces = g_array_new (FALSE, FALSE, sizeof (PelSurface));
  self->strings = pel_string_pool_new ();
  return self;
}

static void
copy_elements (PelSnapshotBuilder *self, PelSnapshot *snapshot)
{
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      pel_snapshot_builder_add (self, &element);
    }
}

PelSnapshotBuilder *
pel_snapshot_builder_new_from (PelSnapshot *snapshot)
{
  const PelSnapshotArena *arena = pel_snapshot_get_arena (snapshot);
  PelSnapshotBuilder     *self = pel_snapshot_builder_new ();

  self->number = arena->number;
  self->has_text = arena->has_text;
  pel_snapshot_builder_set_desktop (self, arena->desktop);
  for (guint i = 0; i < arena->programs->len; i++)
    pel_snapshot_builder_add_program (self,
                                      &g_array_index (arena->programs, PelSnapshotProgram, i));
  copy_elements (self, snapshot);
  g_array_append_vals (self->surfaces, arena->surfaces->data, arena->surfaces->len);
  return self;
}

void
pel_snapshot_builder_free (PelSnapshotBuilder *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->programs, g_array_unref);
  g_clear_pointer (&self->surfaces, g_array_unref);
  g_clear_pointer (&self->strings, pel_string_pool_free);
  g_clear_object (&self->desktop);
  g_free (self);
}

void
pel_snapshot_builder_set_id (PelSnapshotBuilder *self, guint64 number)
{
  self->number = number;
}

void
pel_snapshot_builder_set_has_text (PelSnapshotBuilder *self)
{
  self->has_text = TRUE;
}

void
pel_snapshot_builder_set_desktop (PelSnapshotBuilder *self, PelDesktop *desktop)
{
  g_set_object (&self->desktop, desktop);
}

static guint32
intern (PelSnapshotBuilder *self, const char *text)
{
  g_autofree char *repaired = NULL;

  if (text == NULL)
    return 0;
  if (g_utf8_validate (text, -1, NULL) && strlen (text) <= PEL_TEXT_MAX_BYTES)
    return pel_string_pool_intern (self->strings, text);
  repaired = pel_text_repair (text, -1, PEL_TEXT_MAX_BYTES);
  return pel_string_pool_intern (self->strings, repaired);
}

guint
pel_snapshot_builder_add_program (PelSnapshotBuilder *self, const PelSnapshotProgram *program)
{
  BuilderProgram row = {
    .program = *program,
    .bus_name = intern (self, program->bus_name),
    .name = intern (self, program->name),
    .toolkit = intern (self, program->toolkit),
    .toolkit_version = intern (self, program->toolkit_version),
  };

  g_return_val_if_fail (self->programs->len < G_MAXUINT16, 0);

  row.program.root = PEL_ELEMENT_NONE;
  g_array_append_val (self->programs, row);
  return self->programs->len - 1;
}

static double
clamp_edge (double edge)
{
  return CLAMP (edge, -PEL_COORDINATE_LIMIT, PEL_COORDINATE_LIMIT);
}

/* Infinities become the limit; what is no number at all makes the whole place unknown. */
static gboolean
fill_bounds (PelElementRow *row, const PelNativeRect *rect)
{
  double right = rect->x + MAX (rect->width, 0);
  double bottom = rect->y + MAX (rect->height, 0);

  if (isnan (rect->x) || isnan (rect->y) || isnan (rect->width) || isnan (rect->height) ||
      isnan (right) || isnan (bottom))
    return FALSE;
  row->left = clamp_edge (rect->x);
  row->top = clamp_edge (rect->y);
  row->right = clamp_edge (right);
  row->bottom = clamp_edge (bottom);
  return TRUE;
}

static void
link_row (PelSnapshotBuilder *self, PelElementId id, PelElementId parent_id)
{
  BuilderRow   *parent = parent_id != PEL_ELEMENT_NONE ? get_row (self, parent_id) : NULL;
  PelElementId *first = parent != NULL ? &parent->first_child : &self->first_root;
  PelElementId *last = parent != NULL ? &parent->last_child : &self->last_root;

  if (*first == PEL_ELEMENT_NONE)
    *first = id;
  else
    get_row (self, *last)->next_sibling = id;
  *last = id;
}

/* The flag and the place say the same: what has no known place has no bounds. */
static void
fill_place (PelElementRow *row, const PelElement *element)
{
  row->place = (guint) element->place < PEL_N_PLACES ? element->place : PEL_PLACE_NONE;
  if (row->place == PEL_PLACE_KNOWN && (row->flags & PEL_ELEMENT_HAS_BOUNDS) != 0 &&
      fill_bounds (row, &element->bounds))
    return;
  if (row->place == PEL_PLACE_KNOWN)
    row->place = PEL_PLACE_NONE;
  row->flags &= ~PEL_ELEMENT_HAS_BOUNDS;
}

/* Something that is there at all stays so. */
static guint8
pack_share (double share)
{
  return share > 0 ? (guint8) CLAMP (share * 255 + 0.5, 1, 255) : 0;
}

static void
fill_row (PelSnapshotBuilder *self, PelElementRow *row, const PelElement *element)
{
  row->parent = element->parent;
  row->program = element->program;
  row->ref = element->ref;
  row->n_children = element->n_children;
  row->role = (guint) element->role < PEL_N_ROLES ? element->role : PEL_ROLE_CUSTOM;
  row->native_role = MIN (element->native_role, G_MAXUINT16);
  row->states = element->states;
  row->interfaces = element->interfaces;
  row->flags = element->flags;
  if (pel_native_role_is_password (row->native_role))
    row->flags |= PEL_ELEMENT_IS_SECRET;
  if ((pel_role_get_flags (row->role) & PEL_ROLE_IS_CLIPPING) != 0)
    row->flags |= PEL_ELEMENT_IS_CLIPPING;
  fill_place (row, element);
  row->name = intern (self, element->name);
  row->name_source = (guint) element->name_source < PEL_N_NAME_SOURCES ? element->name_source : 0;
  if ((row->flags & PEL_ELEMENT_IS_SECRET) != 0)
    row->flags &= ~PEL_ELEMENT_HAS_VALUE;
  if ((row->flags & PEL_ELEMENT_HAS_VALUE) != 0)
    row->value = intern (self, element->value);
  row->bus_name = intern (self, element->bus_name);
  row->path = intern (self, element->path);
  row->certainty = (guint) element->certainty < PEL_N_CERTAINTIES ? element->certainty : 0;
  row->origin = (guint) element->origin < PEL_N_ORIGINS ? element->origin : 0;
  row->ocr = pack_share (element->ocr);
}

PelElementId
pel_snapshot_builder_add (PelSnapshotBuilder *self, const PelElement *element)
{
  BuilderRow row = { 0 };

  g_return_val_if_fail (element->parent <= self->rows->len, PEL_ELEMENT_NONE);
  g_return_val_if_fail (element->program < self->programs->len, PEL_ELEMENT_NONE);

  if (element->parent != PEL_ELEMENT_NONE)
    {
      BuilderRow *parent = get_row (self, element->parent);

      if (parent->row.depth == PEL_ELEMENT_MAX_DEPTH)
        {
          parent->row.flags |= PEL_ELEMENT_IS_TRUNCATED;
          return PEL_ELEMENT_NONE;
        }
      row.row.depth = parent->row.depth + 1;
    }
  fill_row (self, &row.row, element);
  g_array_append_val (self->rows, row);
  link_row (self, self->rows->len, element->parent);
  return self->rows->len;
}

void
pel_snapshot_builder_note_text (PelSnapshotBuilder *self, PelElementId id, double ocr)
{
  g_return_if_fail (id != PEL_ELEMENT_NONE && id <= self->rows->len);

  get_row (self, id)->row.ocr = MAX (get_row (self, id)->row.ocr, pack_share (ocr));
}

void
pel_snapshot_builder_add_surface (PelSnapshotBuilder *self, guint window_index, PelElementId root)
{
  PelSurface surface = { window_index, root };

  g_return_if_fail (root != PEL_ELEMENT_NONE && root <= self->rows->len);

  g_array_append_val (self->surfaces, surface);
}

/* The next one after @id and all below it, in depth-first order; those that end on the way learn
 * their last descendant. */
static PelElementId
leave (PelSnapshotBuilder *self,
       PelElementRow      *rows,
       const PelElementId *ids,
       PelElementId        id,
       guint               n)
{
  while (id != PEL_ELEMENT_NONE)
    {
      rows[ids[id - 1] - 1].last_descendant = n;
      if (get_row (self, id)->next_sibling != PEL_ELEMENT_NONE)
        return get_row (self, id)->next_sibling;
      id = get_row (self, id)->row.parent;
    }
  return PEL_ELEMENT_NONE;
}

/* @ids learns which id the snapshot has for each of the builder's. */
static PelElementRow *
order_rows (PelSnapshotBuilder *self, PelElementId *ids)
{
  PelElementRow *rows = g_new (PelElementRow, self->rows->len);
  guint          n = 0;

  for (PelElementId id = self->first_root; id != PEL_ELEMENT_NONE;)
    {
      const BuilderRow *row = get_row (self, id);

      rows[n] = row->row;
      ids[id - 1] = ++n;
      if (row->row.parent != PEL_ELEMENT_NONE)
        rows[n - 1].parent = ids[row->row.parent - 1];
      if (row->first_child != PEL_ELEMENT_NONE)
        id = row->first_child;
      else
        id = leave (self, rows, ids, id, n);
    }
  g_assert (n == self->rows->len);
  return rows;
}

static const char *
lend_or_null (const char *strings, guint32 offset)
{
  return offset != 0 ? strings + offset : NULL;
}

static GArray *
finish_programs (PelSnapshotBuilder *self, const PelSnapshotArena *arena)
{
  GArray *programs =
      g_array_sized_new (FALSE, FALSE, sizeof (PelSnapshotProgram), self->programs->len);

  for (guint i = 0; i < self->programs->len; i++)
    {
      const BuilderProgram *row = &g_array_index (self->programs, BuilderProgram, i);
      PelSnapshotProgram    program = row->program;

      program.bus_name = arena->strings + row->bus_name;
      program.name = lend_or_null (arena->strings, row->name);
      program.toolkit = lend_or_null (arena->strings, row->toolkit);
      program.toolkit_version = lend_or_null (arena->strings, row->toolkit_version);
      g_array_append_val (programs, program);
    }
  for (guint i = 0; i < arena->n_rows; i = arena->rows[i].last_descendant)
    {
      PelSnapshotProgram *program =
          &g_array_index (programs, PelSnapshotProgram, arena->rows[i].program);

      if (program->root == PEL_ELEMENT_NONE)
        program->root = i + 1;
    }
  return programs;
}

static gint
compare_windows (gconstpointer a, gconstpointer b)
{
  const PelSurface *left = a, *right = b;

  return left->window < right->window ? -1 : left->window > right->window;
}

/* Those that there are, by window, each root once. */
static GArray *
finish_surfaces (PelSnapshotBuilder *self, PelSnapshotArena *arena, const PelElementId *ids)
{
  GArray *surfaces = g_array_new (FALSE, FALSE, sizeof (PelSurface));
  guint   n_windows = self->desktop != NULL ? pel_desktop_get_n_windows (self->desktop) : 0;

  for (guint i = 0; i < self->surfaces->len && surfaces->len < G_MAXUINT16; i++)
    {
      PelSurface     surface = g_array_index (self->surfaces, PelSurface, i);
      PelElementRow *row = &arena->rows[ids[surface.root - 1] - 1];

      if (surface.window >= n_windows || row->surface != 0)
        continue;
      row->surface = 1;
      surface.root = ids[surface.root - 1];
      g_array_append_val (surfaces, surface);
    }
  g_array_sort (surfaces, compare_windows);
  for (guint i = 0; i < surfaces->len; i++)
    arena->rows[g_array_index (surfaces, PelSurface, i).root - 1].surface = i + 1;
  for (guint i = 0; i < arena->n_rows; i++)
    if (arena->rows[i].surface == 0 && arena->rows[i].parent != PEL_ELEMENT_NONE)
      arena->rows[i].surface = arena->rows[arena->rows[i].parent - 1].surface;
  return surfaces;
}

PelSnapshot *
pel_snapshot_builder_finish (PelSnapshotBuilder *self)
{
  PelSnapshotArena         arena = { 0 };
  g_autofree PelElementId *ids = g_new0 (PelElementId, self->rows->len);

  arena.n_rows = self->rows->len;
  arena.rows = order_rows (self, ids);
  arena.surfaces = finish_surfaces (self, &arena, ids);
  arena.desktop = g_steal_pointer (&self->desktop);
  arena.number = self->number;
  arena.has_text = self->has_text;
  arena.strings = pel_string_pool_steal (g_steal_pointer (&self->strings), &arena.strings_size);
  arena.programs = finish_programs (self, &arena);
  pel_snapshot_builder_free (self);
  return pel_snapshot_new_take (&arena);
}
