/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/wlr-damage.h"

#define REST_MS 100 /* until it wants to hear of more */

struct _PelWlrDamage
{
  PelWlrCopyMaterials materials;
  PelWlrOutputs      *outputs; /* borrowed */
  GHashTable         *watches; /* number of an output → Watch */
  guint               serial;
  guint               rest_id;
};

/* Of one output. */
typedef struct
{
  PelWlrDamage *damage;
  PelWlrCopy   *copy;
  gboolean      is_over; /* there was something new */
} Watch;

static void
watch_free (Watch *watch)
{
  pel_wlr_copy_free (watch->copy);
  g_free (watch);
}

static gboolean rest_cb (gpointer data);

/* Also where the compositor gave it up: the output may have become another one. */
static void
changed_cb (PelImage *unused, gpointer data)
{
  Watch        *watch = data;
  PelWlrDamage *self = watch->damage;

  watch->is_over = TRUE;
  self->serial = self->serial == G_MAXUINT ? 1 : self->serial + 1;
  if (self->rest_id == 0)
    self->rest_id = g_timeout_add (REST_MS, rest_cb, self);
}

static gboolean
is_over (gpointer number, gpointer watch, gpointer unused)
{
  return ((Watch *) watch)->is_over;
}

static void
watch_all (PelWlrDamage *self)
{
  g_hash_table_foreach_remove (self->watches, is_over, NULL);
  for (guint i = 0; i < pel_wlr_outputs_get_n_outputs (self->outputs); i++)
    {
      const PelWlrOutput *output = pel_wlr_outputs_get_output (self->outputs, i);
      Watch              *watch;

      if (g_hash_table_contains (self->watches, GUINT_TO_POINTER (output->global)))
        continue;
      watch = g_new0 (Watch, 1);
      watch->damage = self;
      watch->copy = pel_wlr_copy_new (&self->materials,
                                      output->proxy,
                                      PEL_WLR_COPY_WHEN_CHANGED,
                                      changed_cb,
                                      watch);
      g_hash_table_insert (self->watches, GUINT_TO_POINTER (output->global), watch);
    }
  pel_wayland_connection_flush (self->materials.connection);
}

static gboolean
rest_cb (gpointer data)
{
  PelWlrDamage *self = data;

  self->rest_id = 0;
  watch_all (self);
  return G_SOURCE_REMOVE;
}

PelWlrDamage *
pel_wlr_damage_new (const PelWlrCopyMaterials *materials, PelWlrOutputs *outputs)
{
  PelWlrDamage *self = g_new0 (PelWlrDamage, 1);

  self->materials = *materials;
  self->outputs = outputs;
  self->watches = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) watch_free);
  self->serial = 1;
  watch_all (self);
  return self;
}

void
pel_wlr_damage_free (PelWlrDamage *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_hash_table_unref (self->watches);
  pel_wayland_connection_flush (self->materials.connection);
  g_free (self);
}

guint
pel_wlr_damage_get_serial (const PelWlrDamage *self)
{
  return self->serial;
}
