/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/event-log.h"

#include "services/base/text.h"

#include <gio/gio.h>
#include <string.h>

#define BATCH_MS 33

struct _PelEventLog
{
  GObject           parent_instance;
  PelElementSource *source;                        /* (nullable) */
  PelEventItem     *ring[PEL_EVENT_LOG_MAX_ITEMS]; /* from @first on, around the end */
  guint             first, n_items;
  GQueue            waiting; /* of char *: JSON */
  guint             flush_id;
  GHashTable       *latest; /* key → PelEventItem of the ring, both borrowed */
  GHashTable       *names;  /* bus name → name of the program */
  gboolean          is_paused;
  guint64           n_dropped, n_missed;
};

static void pel_event_log_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelEventLog,
                               pel_event_log,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, pel_event_log_list_init))

static guint updated_signal;

static GType
get_item_type (GListModel *model)
{
  return PEL_TYPE_EVENT_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return PEL_EVENT_LOG (model)->n_items;
}

static PelEventItem **
get_place (PelEventLog *self, guint position)
{
  return &self->ring[(self->first + position) % PEL_EVENT_LOG_MAX_ITEMS];
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelEventLog *self = PEL_EVENT_LOG (model);

  return position < self->n_items ? g_object_ref (*get_place (self, position)) : NULL;
}

static void
pel_event_log_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
tell_updated (PelEventLog *self)
{
  g_signal_emit (self, updated_signal, 0);
}

/* The first of the ring */
static void
drop_first (PelEventLog *self)
{
  PelEventItem *item = *get_place (self, 0);
  const char   *key = pel_event_item_get_key (item);

  if (key != NULL && g_hash_table_lookup (self->latest, key) == item)
    g_hash_table_remove (self->latest, key);
  g_clear_object (get_place (self, 0));
  self->first = (self->first + 1) % PEL_EVENT_LOG_MAX_ITEMS;
  self->n_items--;
}

static void
drop_all (PelEventLog *self)
{
  g_hash_table_remove_all (self->latest);
  while (self->n_items > 0)
    drop_first (self);
}

/* Names of programs */

static void
read_names (PelEventLog *self)
{
  g_autoptr (GPtrArray) traffic =
      self->source != NULL ? pel_element_source_dup_traffic (self->source) : g_ptr_array_new ();

  for (guint i = 0; i < traffic->len; i++)
    {
      const PelTraffic *one = traffic->pdata[i];

      if (one->name != NULL)
        g_hash_table_replace (self->names, g_strdup (one->bus_name), pel_text_isolate (one->name));
    }
}

/* @has_read: whether the names have been read for this batch. */
static void
name_app (PelEventLog *self, PelEventItem *item, gboolean *has_read)
{
  const char *bus_name = pel_event_item_get_bus_name (item);
  const char *name;

  if (bus_name == NULL)
    return;
  name = g_hash_table_lookup (self->names, bus_name);
  if (name == NULL && !*has_read)
    {
      g_hash_table_remove_all (self->names); /* those that have left go */
      read_names (self);
      *has_read = TRUE;
      name = g_hash_table_lookup (self->names, bus_name);
    }
  pel_event_item_set_app (item, name != NULL ? name : bus_name);
}

/* Batches */

static gboolean
merge (PelEventLog *self, PelEventItem *item)
{
  const char   *key = pel_event_item_get_key (item);
  PelEventItem *before = key != NULL ? g_hash_table_lookup (self->latest, key) : NULL;

  return before != NULL && pel_event_item_merge (before, item);
}

static void
append (PelEventLog *self, PelEventItem *item)
{
  const char *key = pel_event_item_get_key (item);

  *get_place (self, self->n_items) = item;
  self->n_items++;
  if (key != NULL) /* the key is the item's own, and so is the new item's */
    g_hash_table_replace (self->latest, (gpointer) key, item);
}

/* (transfer full): of PelEventItem, what waits, less what has happened already. Those of one batch
 * are merged with each other when they are appended. */
static GPtrArray *
take_batch (PelEventLog *self)
{
  GPtrArray *batch = g_ptr_array_new_with_free_func (g_object_unref);
  gint64     now = g_get_real_time ();
  gboolean   has_read = FALSE;
  char      *json;

  for (guint i = 0; i < PEL_EVENT_LOG_BATCH; i++)
    {
      PelEventItem *item;

      json = g_queue_pop_head (&self->waiting);
      if (json == NULL)
        break;
      item = pel_event_item_new (json, now);
      g_free (json);
      if (item == NULL)
        continue;
      name_app (self, item, &has_read);
      g_ptr_array_add (batch, item);
    }
  return batch;
}

static void
make_room (PelEventLog *self, guint n_new)
{
  guint n_left = PEL_EVENT_LOG_MAX_ITEMS - self->n_items;
  guint n_over = n_new > n_left ? n_new - n_left : 0;

  if (n_over == 0)
    return;
  for (guint i = 0; i < n_over; i++)
    drop_first (self);
  self->n_dropped += n_over;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_over, 0);
}

void
pel_event_log_flush (PelEventLog *self)
{
  g_autoptr (GPtrArray) batch = NULL;
  guint                 n_before;

  g_return_if_fail (PEL_IS_EVENT_LOG (self));

  batch = take_batch (self);
  make_room (self, batch->len);
  n_before = self->n_items;
  for (guint i = 0; i < batch->len; i++)
    if (!merge (self, batch->pdata[i]))
      append (self, g_object_ref (batch->pdata[i]));
  if (self->n_items > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->n_items - n_before);
  tell_updated (self);
}

static gboolean
flush_cb (gpointer data)
{
  PelEventLog *self = data;

  pel_event_log_flush (self);
  if (!g_queue_is_empty (&self->waiting))
    return G_SOURCE_CONTINUE;
  self->flush_id = 0;
  return G_SOURCE_REMOVE;
}

/* Below drawing and input: they come first. */
static void
flush_soon (PelEventLog *self)
{
  if (self->flush_id == 0)
    self->flush_id = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, BATCH_MS, flush_cb, self, NULL);
}

void
pel_event_log_add (PelEventLog *self, const char *json)
{
  g_return_if_fail (PEL_IS_EVENT_LOG (self));

  flush_soon (self);
  if (self->is_paused)
    {
      self->n_missed++;
      return;
    }
  g_queue_push_tail (&self->waiting, g_strdup (json));
  if (g_queue_get_length (&self->waiting) <= PEL_EVENT_LOG_MAX_WAITING)
    return;
  g_free (g_queue_pop_head (&self->waiting));
  self->n_dropped++;
}

static void
pel_event_log_dispose (GObject *object)
{
  PelEventLog *self = PEL_EVENT_LOG (object);

  g_clear_handle_id (&self->flush_id, g_source_remove);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (pel_event_log_parent_class)->dispose (object);
}

static void
pel_event_log_finalize (GObject *object)
{
  PelEventLog *self = PEL_EVENT_LOG (object);

  drop_all (self);
  g_queue_clear_full (&self->waiting, g_free);
  g_hash_table_unref (self->latest);
  g_hash_table_unref (self->names);
  G_OBJECT_CLASS (pel_event_log_parent_class)->finalize (object);
}

static void
pel_event_log_class_init (PelEventLogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_event_log_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_event_log_finalize;
  updated_signal = g_signal_new ("updated",
                                 PEL_TYPE_EVENT_LOG,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

static void
pel_event_log_init (PelEventLog *self)
{
  g_queue_init (&self->waiting);
  self->latest = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

PelEventLog *
pel_event_log_new (PelElementSource *source)
{
  PelEventLog *self = g_object_new (PEL_TYPE_EVENT_LOG, NULL);

  g_set_object (&self->source, source);
  return self;
}

/* What came before the pause is still taken. */
void
pel_event_log_set_paused (PelEventLog *self, gboolean is_paused)
{
  g_return_if_fail (PEL_IS_EVENT_LOG (self));

  if (self->is_paused == is_paused)
    return;
  self->is_paused = is_paused;
  self->n_missed = 0;
  tell_updated (self);
}

gboolean
pel_event_log_is_paused (PelEventLog *self)
{
  g_return_val_if_fail (PEL_IS_EVENT_LOG (self), FALSE);

  return self->is_paused;
}

void
pel_event_log_clear (PelEventLog *self)
{
  guint n_before;

  g_return_if_fail (PEL_IS_EVENT_LOG (self));

  n_before = self->n_items;
  drop_all (self);
  g_queue_clear_full (&self->waiting, g_free);
  self->n_dropped = 0;
  self->n_missed = 0;
  if (n_before > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, 0);
  tell_updated (self);
}

guint64
pel_event_log_get_n_dropped (PelEventLog *self)
{
  return self->n_dropped;
}

guint64
pel_event_log_get_n_missed (PelEventLog *self)
{
  return self->n_missed;
}

GBytes *
pel_event_log_dup_lines (PelEventLog *self)
{
  GString *lines = g_string_new (NULL);

  g_return_val_if_fail (PEL_IS_EVENT_LOG (self), NULL);

  for (guint i = 0; i < self->n_items; i++)
    {
      g_autofree char *json = pel_event_item_dup_json (*get_place (self, i));

      g_string_append (lines, json);
      g_string_append_c (lines, '\n');
    }
  return g_string_free_to_bytes (lines);
}

static gboolean
has_part (const char *text, const char *part)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, part) != NULL;
}

gboolean
pel_event_filter_matches (const PelEventFilter *self, PelEventItem *item)
{
  if (self->types != 0 && (self->types & 1u << pel_event_item_get_event_type (item)) == 0)
    return FALSE;
  if (self->app != NULL && !g_str_equal (self->app, pel_event_item_get_app (item)))
    return FALSE;
  if (self->bus_name != NULL &&
      (g_strcmp0 (self->bus_name, pel_event_item_get_bus_name (item)) != 0 ||
       self->ref != pel_event_item_get_ref (item)))
    return FALSE;
  return self->text == NULL || self->text[0] == '\0' ||
         has_part (pel_event_item_get_text (item), self->text) ||
         has_part (pel_event_item_get_detail (item), self->text) ||
         has_part (pel_event_item_get_app (item), self->text);
}
