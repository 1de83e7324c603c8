/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot.h"

#include "services/element/focus.h"
#include "services/element/identity-index.h"
#include "services/element/snapshot-arena.h"

struct _PelSnapshot
{
  GObject parent_instance;

  PelSnapshotArena  arena;
  PelIdentityIndex *identities;
  PelSpatialIndex  *places;
  PelElementId      focused;
  char             *id;
  gint64            time;
};

G_DEFINE_FINAL_TYPE (PelSnapshot, pel_snapshot, G_TYPE_OBJECT)

static void
pel_snapshot_finalize (GObject *object)
{
  PelSnapshot *self = PEL_SNAPSHOT (object);

  g_clear_pointer (&self->identities, pel_identity_index_free);
  g_clear_pointer (&self->places, pel_spatial_index_free);
  g_clear_pointer (&self->arena.rows, g_free);
  g_clear_pointer (&self->arena.strings, g_free);
  g_clear_pointer (&self->arena.programs, g_array_unref);
  g_clear_pointer (&self->arena.surfaces, g_array_unref);
  g_clear_object (&self->arena.desktop);
  g_clear_pointer (&self->id, g_free);
  G_OBJECT_CLASS (pel_snapshot_parent_class)->finalize (object);
}

static void
pel_snapshot_class_init (PelSnapshotClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_snapshot_finalize;
}

static void
pel_snapshot_init (PelSnapshot *self)
{
}

static const PelElementRow *
get_row (PelSnapshot *self, PelElementId id)
{
  return &self->arena.rows[id - 1];
}

static gboolean
get_place (gconstpointer data, guint position, PelNativeRect *ret_rect)
{
  const PelSnapshotArena *arena = data;
  const PelElementRow    *row = &arena->rows[position];
  guint                   needed = PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE;

  if ((row->flags & needed) != needed)
    return FALSE;
  *ret_rect = pel_element_row_get_bounds (row);
  return TRUE;
}

static gboolean
get_clipped_place (gconstpointer data, guint position, PelNativeRect *ret_rect)
{
  if (!get_place (data, position, ret_rect))
    return FALSE;
  *ret_rect = pel_snapshot_arena_get_clipped (data, position);
  return ret_rect->width > 0 && ret_rect->height > 0;
}

PelSnapshot *
pel_snapshot_new_take (PelSnapshotArena *arena)
{
  PelSnapshot *self = g_object_new (PEL_TYPE_SNAPSHOT, NULL);

  self->arena = *arena;
  self->id = g_strdup_printf ("s%" G_GUINT64_FORMAT, arena->number);
  self->time = g_get_real_time ();
  self->identities = pel_identity_index_new (&self->arena);
  self->places = pel_spatial_index_new (get_place,
                                        &self->arena,
                                        self->arena.n_rows,
                                        get_clipped_place,
                                        &self->arena);
  self->focused = pel_focus_find_likely (self);
  return self;
}

const PelSnapshotArena *
pel_snapshot_get_arena (PelSnapshot *self)
{
  return &self->arena;
}

const PelSpatialIndex *
pel_snapshot_get_places (PelSnapshot *self)
{
  return self->places;
}

const char *
pel_snapshot_get_id (PelSnapshot *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), NULL);

  return self->id;
}

gint64
pel_snapshot_get_time (PelSnapshot *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);

  return self->time;
}

PelDesktop *
pel_snapshot_get_desktop (PelSnapshot *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), NULL);

  return self->arena.desktop;
}

gboolean
pel_snapshot_has_text (PelSnapshot *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), FALSE);

  return self->arena.has_text;
}

guint
pel_snapshot_get_n_elements (PelSnapshot *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);

  return self->arena.n_rows;
}

static PelElementId
get_next_sibling (PelSnapshot *self, const PelElementRow *row)
{
  const PelElementRow *next;

  if (row->last_descendant == self->arena.n_rows)
    return PEL_ELEMENT_NONE;
  next = get_row (self, row->last_descendant + 1);
  if (next->parent != row->parent)
    return PEL_ELEMENT_NONE;
  if (row->parent == PEL_ELEMENT_NONE && next->program != row->program)
    return PEL_ELEMENT_NONE;
  return row->last_descendant + 1;
}

/* Many programs say of several elements that they have the keyboard. */
static PelStates
get_told_states (PelSnapshot *self, PelElementId id)
{
  PelStates states = get_row (self, id)->states;

  return id == self->focused ? states : states & ~PEL_STATE_BIT (PEL_STATE_FOCUSED);
}

PelElement
pel_snapshot_get_element (PelSnapshot *self, PelElementId id)
{
  const PelElementRow *row;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), (PelElement){ .name = "" });
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows,
                        (PelElement){ .name = "" });

  row = get_row (self, id);
  return (PelElement){
    .id = id,
    .parent = row->parent,
    .first_child = row->last_descendant > id ? id + 1 : PEL_ELEMENT_NONE,
    .next_sibling = get_next_sibling (self, row),
    .program = row->program,
    .ref = row->ref,
    .n_children = row->n_children,
    .role = row->role,
    .native_role = row->native_role,
    .states = get_told_states (self, id),
    .interfaces = row->interfaces,
    .patterns = pel_patterns_derive (row->native_role, row->role, row->states, row->interfaces),
    .flags = row->flags,
    .place = row->place,
    .name = self->arena.strings + row->name,
    .name_source = row->name_source,
    .value = self->arena.strings + row->value,
    .bus_name = self->arena.strings + row->bus_name,
    .path = self->arena.strings + row->path,
    .bounds = pel_element_row_get_bounds (row),
    .origin = row->origin,
    .certainty = row->certainty,
    .ocr = row->ocr / 255.0,
  };
}

guint
pel_snapshot_get_n_programs (PelSnapshot *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);

  return self->arena.programs->len;
}

const PelSnapshotProgram *
pel_snapshot_get_program (PelSnapshot *self, guint index)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), NULL);
  g_return_val_if_fail (index < self->arena.programs->len, NULL);

  return &g_array_index (self->arena.programs, PelSnapshotProgram, index);
}

gsize
pel_snapshot_get_bytes (PelSnapshot *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);

  return sizeof *self + self->arena.n_rows * sizeof (PelElementRow) + self->arena.strings_size +
         self->arena.programs->len * sizeof (PelSnapshotProgram) +
         self->arena.surfaces->len * sizeof (PelSurface) +
         pel_identity_index_get_bytes (self->identities) +
         pel_spatial_index_get_bytes (self->places);
}

PelElementId
pel_snapshot_get_last_descendant (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), id);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, id);

  return get_row (self, id)->last_descendant;
}

PelElementId
pel_snapshot_get_parent (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ELEMENT_NONE);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, PEL_ELEMENT_NONE);

  return get_row (self, id)->parent;
}

guint
pel_snapshot_get_depth (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, 0);

  return get_row (self, id)->depth;
}

const char *
pel_snapshot_get_name (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), "");
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, "");

  return self->arena.strings + get_row (self, id)->name;
}

PelRole
pel_snapshot_get_role (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ROLE_CUSTOM);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, PEL_ROLE_CUSTOM);

  return get_row (self, id)->role;
}

PelStates
pel_snapshot_get_states (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, 0);

  return get_row (self, id)->states;
}

PelElementFlags
pel_snapshot_get_flags (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, 0);

  return get_row (self, id)->flags;
}

guint
pel_snapshot_get_ref (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, 0);

  return get_row (self, id)->ref;
}

double
pel_snapshot_get_ocr (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, 0);

  return get_row (self, id)->ocr / 255.0;
}

PelElementOrigin
pel_snapshot_get_origin (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ORIGIN_ACCESSIBILITY);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows,
                        PEL_ORIGIN_ACCESSIBILITY);

  return get_row (self, id)->origin;
}

PelCertainty
pel_snapshot_get_certainty (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_CERTAINTY_EXACT);
  g_return_val_if_fail (id > 0 && id <= self->arena.n_rows, PEL_CERTAINTY_EXACT);

  return get_row (self, id)->certainty;
}

const char *
pel_certainty_to_string (PelCertainty certainty)
{
  static const char *const names[] = { "exact", "by pixels", "by sizes", "unproven" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == PEL_N_CERTAINTIES);
  g_return_val_if_fail (certainty < PEL_N_CERTAINTIES, NULL);
  return names[certainty];
}

const char *
pel_name_source_to_string (PelNameSource source)
{
  static const char *const names[] = { "name",        "child",       "text",
                                       "placeholder", "description", "label" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == PEL_N_NAME_SOURCES);
  g_return_val_if_fail (source < PEL_N_NAME_SOURCES, NULL);
  return names[source];
}

const char *
pel_element_origin_to_string (PelElementOrigin origin)
{
  static const char *const names[] = { "accessibility", "ocr" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == PEL_N_ORIGINS);
  g_return_val_if_fail (origin < PEL_N_ORIGINS, NULL);
  return names[origin];
}

PelNativeRect
pel_snapshot_get_bounds (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), (PelNativeRect){ 0 });
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, (PelNativeRect){ 0 });

  return pel_element_row_get_bounds (get_row (self, id));
}

guint
pel_snapshot_get_program_index (PelSnapshot *self, PelElementId id)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), 0);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= self->arena.n_rows, 0);

  return get_row (self, id)->program;
}

PelElementId
pel_snapshot_find_ref (PelSnapshot *self, guint ref)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ELEMENT_NONE);

  return pel_identity_index_find_ref (self->identities, ref);
}

PelElementId
pel_snapshot_find_identity (PelSnapshot *self, const char *bus_name, const char *path)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ELEMENT_NONE);
  g_return_val_if_fail (bus_name != NULL && path != NULL, PEL_ELEMENT_NONE);

  return pel_identity_index_find (self->identities, bus_name, path);
}

PelElementId
pel_snapshot_get_focused (PelSnapshot *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), PEL_ELEMENT_NONE);

  return self->focused;
}
