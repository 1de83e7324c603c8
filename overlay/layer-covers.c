/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-covers.h"

typedef struct
{
  guint32         global; /* of its output */
  PelVeilKind     kind;
  PelWaylandVeil *veil;
} Cover;

struct _PelLayerCovers
{
  PelWaylandConnection   *connection;
  const PelVeilMaterials *materials;
  void (*changed) (gpointer user_data);
  gpointer user_data;

  GPtrArray *covers;  /* of Cover: one for each output, and those that nudge after them */
  GPtrArray *retired; /* of Cover: hidden */
};

static void
cover_free (Cover *cover)
{
  pel_wayland_veil_free (cover->veil);
  g_free (cover);
}

static PelWaylandVeil *
get_veil (PelLayerCovers *self, guint index)
{
  return ((Cover *) g_ptr_array_index (self->covers, index))->veil;
}

PelLayerCovers *
pel_layer_covers_new (PelWaylandConnection   *connection,
                      const PelVeilMaterials *materials,
                      void (*changed) (gpointer user_data),
                      gpointer user_data)
{
  PelLayerCovers *self = g_new0 (PelLayerCovers, 1);

  self->connection = connection;
  self->materials = materials;
  self->changed = changed;
  self->user_data = user_data;
  self->covers = g_ptr_array_new_with_free_func ((GDestroyNotify) cover_free);
  self->retired = g_ptr_array_new_with_free_func ((GDestroyNotify) cover_free);
  return self;
}

void
pel_layer_covers_free (PelLayerCovers *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->covers);
  g_ptr_array_unref (self->retired);
  g_free (self);
}

static void
retire (PelLayerCovers *self, guint index)
{
  Cover *cover = g_ptr_array_steal_index (self->covers, index);

  pel_wayland_veil_watch (cover->veil, NULL, NULL);
  pel_wayland_veil_hide (cover->veil);
  g_ptr_array_add (self->retired, cover);
}

static void
add (PelLayerCovers *self, const PelWaylandGlobal *global, PelVeilKind kind)
{
  Cover *cover = g_new0 (Cover, 1);

  cover->global = global->name;
  cover->kind = kind;
  cover->veil = pel_wayland_veil_new (self->connection, global, self->materials, kind);
  pel_wayland_veil_watch (cover->veil, self->changed, self->user_data);
  g_ptr_array_add (self->covers, cover);
}

static gboolean
is_offered (PelLayerCovers *self, guint32 name)
{
  for (guint i = 0; i < pel_wayland_connection_get_n_globals (self->connection); i++)
    if (pel_wayland_connection_get_global (self->connection, i)->name == name)
      return TRUE;
  return FALSE;
}

static gboolean
is_covered (PelLayerCovers *self, guint32 name)
{
  for (guint i = 0; i < self->covers->len; i++)
    {
      const Cover *cover = g_ptr_array_index (self->covers, i);

      if (cover->global == name && cover->kind == PEL_VEIL_TAKES_KEYS)
        return TRUE;
    }
  return FALSE;
}

void
pel_layer_covers_follow (PelLayerCovers *self)
{
  const PelWaylandGlobal *added = NULL;

  for (guint i = self->covers->len; i > 0; i--)
    if (!is_offered (self, ((Cover *) g_ptr_array_index (self->covers, i - 1))->global))
      retire (self, i - 1);
  for (guint i = 0; i < pel_wayland_connection_get_n_globals (self->connection); i++)
    {
      const PelWaylandGlobal *global = pel_wayland_connection_get_global (self->connection, i);

      if (!g_str_equal (global->interface, wl_output_interface.name) ||
          is_covered (self, global->name))
        continue;
      add (self, global, PEL_VEIL_TAKES_KEYS);
      added = global;
    }
  if (added != NULL)
    add (self, added, PEL_VEIL_NUDGES);
  pel_wayland_connection_flush (self->connection);
}

void
pel_layer_covers_renew (PelLayerCovers *self)
{
  pel_layer_covers_hide (self);
  pel_layer_covers_follow (self);
}

void
pel_layer_covers_hide (PelLayerCovers *self)
{
  for (guint i = 0; i < self->covers->len; i++)
    pel_wayland_veil_withdraw (get_veil (self, i));
  while (self->covers->len > 0)
    retire (self, 0);
}

gboolean
pel_layer_covers_is_shown (PelLayerCovers *self)
{
  for (guint i = 0; i < self->covers->len; i++)
    if (pel_wayland_veil_is_shown (get_veil (self, i)))
      return TRUE;
  return FALSE;
}

gboolean
pel_layer_covers_is_complete (PelLayerCovers *self)
{
  for (guint i = 0; i < self->covers->len; i++)
    if (!pel_wayland_veil_is_shown (get_veil (self, i)))
      return FALSE;
  return self->covers->len > 0;
}

gboolean
pel_layer_covers_is_closed (PelLayerCovers *self)
{
  for (guint i = 0; i < self->covers->len; i++)
    if (pel_wayland_veil_is_closed (get_veil (self, i)))
      return TRUE;
  return FALSE;
}

PelWaylandVeil *
pel_layer_covers_find (PelLayerCovers *self, struct wl_surface *surface)
{
  for (guint i = 0; i < self->covers->len; i++)
    if (pel_wayland_veil_get_surface (get_veil (self, i)) == surface)
      return get_veil (self, i);
  return NULL;
}
