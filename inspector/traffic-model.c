/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/traffic-model.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

struct _PelTrafficModel
{
  GObject           parent_instance;
  PelElementSource *source;
  GPtrArray        *items; /* of PelTrafficItem */
};

static void pel_traffic_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelTrafficModel,
                               pel_traffic_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      pel_traffic_model_list_init))

static GType
get_item_type (GListModel *model)
{
  return PEL_TYPE_TRAFFIC_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return PEL_TRAFFIC_MODEL (model)->items->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelTrafficModel *self = PEL_TRAFFIC_MODEL (model);

  return position < self->items->len ? g_object_ref (self->items->pdata[position]) : NULL;
}

static void
pel_traffic_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* (transfer full): bus name → PelTraffic, of those that have done something. */
static GHashTable *
index_traffic (GPtrArray *traffic)
{
  GHashTable *by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) pel_traffic_free);

  g_ptr_array_set_free_func (traffic, NULL);
  for (guint i = 0; i < traffic->len; i++)
    {
      PelTraffic *one = traffic->pdata[i];

      if (one->n_calls == 0 && one->n_events == 0)
        pel_traffic_free (one);
      else
        g_hash_table_replace (by_name, one->bus_name, one);
    }
  return by_name;
}

/* From the end, so that positions stay what they are. */
static void
update_known (PelTrafficModel *self, GHashTable *by_name)
{
  for (guint i = self->items->len; i > 0; i--)
    {
      PelTrafficItem *item = self->items->pdata[i - 1];
      const char     *name = pel_traffic_item_get_traffic (item)->bus_name;
      PelTraffic     *traffic = g_hash_table_lookup (by_name, name);

      if (traffic != NULL)
        {
          g_hash_table_steal (by_name, name);
          pel_traffic_item_update (item, traffic);
          continue;
        }
      g_ptr_array_remove_index (self->items, i - 1);
      g_list_model_items_changed (G_LIST_MODEL (self), i - 1, 1, 0);
    }
}

/* The order of the source is that in which they came. */
static void
add_new (PelTrafficModel *self, GHashTable *by_name, GPtrArray *names)
{
  guint n_before = self->items->len;

  for (guint i = 0; i < names->len; i++)
    {
      PelTraffic *traffic = g_hash_table_lookup (by_name, names->pdata[i]);

      if (traffic == NULL)
        continue;
      g_hash_table_steal (by_name, names->pdata[i]);
      g_ptr_array_add (self->items, pel_traffic_item_new (traffic));
    }
  if (self->items->len > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->items->len - n_before);
}

void
pel_traffic_model_refresh (PelTrafficModel *self)
{
  g_autoptr (GPtrArray)  traffic = NULL;
  g_autoptr (GPtrArray)  names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) by_name = NULL;

  g_return_if_fail (PEL_IS_TRAFFIC_MODEL (self));

  traffic = pel_element_source_dup_traffic (self->source);
  for (guint i = 0; i < traffic->len; i++)
    g_ptr_array_add (names, g_strdup (((const PelTraffic *) traffic->pdata[i])->bus_name));
  by_name = index_traffic (traffic);
  update_known (self, by_name);
  add_new (self, by_name, names);
}

void
pel_traffic_model_reset (PelTrafficModel *self)
{
  g_return_if_fail (PEL_IS_TRAFFIC_MODEL (self));

  pel_element_source_reset_traffic (self->source);
  pel_traffic_model_refresh (self);
}

char *
pel_traffic_model_dup_summary (PelTrafficModel *self)
{
  guint64          n_calls = 0, n_errors = 0;
  guint            n = self->items->len;
  g_autofree char *programs = NULL;
  g_autofree char *calls = NULL;
  g_autofree char *errors = NULL;

  for (guint i = 0; i < n; i++)
    {
      const PelTraffic *traffic = pel_traffic_item_get_traffic (self->items->pdata[i]);

      n_calls += traffic->n_calls;
      n_errors += traffic->n_errors + traffic->n_timeouts;
    }
  programs = g_strdup_printf (ngettext ("%u program", "%u programs", n), n);
  calls = g_strdup_printf (ngettext ("%'.0f call", "%'.0f calls", n_calls), (double) n_calls);
  errors = g_strdup_printf (ngettext ("%'.0f error", "%'.0f errors", n_errors), (double) n_errors);
  /* Translators: “4 programs, 1,204 calls, 3 errors” */
  return g_strdup_printf (_ ("%s, %s, %s"), programs, calls, errors);
}

static void
pel_traffic_model_finalize (GObject *object)
{
  PelTrafficModel *self = PEL_TRAFFIC_MODEL (object);

  g_ptr_array_unref (self->items);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (pel_traffic_model_parent_class)->finalize (object);
}

static void
pel_traffic_model_class_init (PelTrafficModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_traffic_model_finalize;
}

static void
pel_traffic_model_init (PelTrafficModel *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

PelTrafficModel *
pel_traffic_model_new (PelElementSource *source)
{
  PelTrafficModel *self = g_object_new (PEL_TYPE_TRAFFIC_MODEL, NULL);

  self->source = g_object_ref (source);
  return self;
}
