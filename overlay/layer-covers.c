/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-covers.h"

typedef struct
{
  guint32         global; /* of its output */
  PelWaylandVeil *veil;
} Cover;

struct _PelLayerCovers
{
  PelWaylandConnection   *connection;
  const PelVeilMaterials *materials;
  void (*changed) (gpointer user_data);
  gpointer user_data;

  GPtrArray *covers;  /* of Cover, one for each output */
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
add (PelLayerCovers *self, const PelWaylandGlobal *global)
{
  Cover *cover = g_new0 (Cover, 1);

  cover->global = global->name;
  cover->veil =
      pel_wayland_veil_new (self->connection, global, self->materials, PEL_VEIL_TAKES_KEYS);
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
    if (((Cover *) g_ptr_array_index (self->covers, i))->global == name)
      return TRUE;
  return FALSE;
}

void
pel_layer_covers_follow (PelLayerCovers *self)
{
  for (guint i = self->covers->len; i > 0; i--)
    if (!is_offered (self, ((Cover *) g_ptr_array_index (self->covers, i - 1))->global))
      retire (self, i - 1);
  for (guint i = 0; i < pel_wayland_connection_get_n_globals (self->connection); i++)
    {
      const PelWaylandGlobal *global = pel_wayland_connection_get_global (self->connection, i);

      if (g_str_equal (global->interface, wl_output_interface.name) &&
          !is_covered (self, global->name))
        add (self, global);
    }
  pel_wayland_connection_flush (self->connection);
}

void
pel_layer_covers_renew (PelLayerCovers *self)
{
  pel_layer_covers_hide (self);
  pel_layer_covers_follow (self);
}

/* In the order of the outputs. sway 1.7 looks what is below the pointer just before a veil is gone:
 * the next one that goes makes up for it. */
void
pel_layer_covers_hide (PelLayerCovers *self)
{
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
