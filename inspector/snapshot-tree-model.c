/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/snapshot-tree-model.h"

#define REST_MS         100  /* between two rounds of looks, at least */
#define LIST_MS         1000 /* between two looks for programs, while no one asks for one */
#define LIST_TIMEOUT_MS 2000
#define LOOK_TIMEOUT_MS 1000 /* what a program has not told by then comes with the next look */

struct _PelSnapshotTreeModel
{
  GObject           parent_instance;
  PelElementSource *source; /* NULL once it is disposed of */
  gboolean          is_live;
  GPtrArray        *programs; /* of PelProgramItem, by sort key */
  GHashTable       *by_name;  /* bus name → PelProgramItem */
  PelFilterFlags    filter;
  gboolean          is_loaded;
  GError           *error; /* (nullable) */

  /* The round of looks that is under way: first for programs, then at those that are shown. */
  gboolean        is_looking, is_dirty;
  gboolean        is_list_due;
  gint64          list_time, round_time;
  GPtrArray      *waiting; /* of PelProgramItem: still to be looked at in this round */
  PelProgramItem *current; /* (nullable) the one that is looked at now */
  GCancellable   *cancellable;
  guint           rest_id, list_id;
};

enum
{
  UPDATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);
static void advance (PelSnapshotTreeModel *self);
static void look (PelSnapshotTreeModel *self);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelSnapshotTreeModel,
                               pel_snapshot_tree_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static gboolean
rest_cb (gpointer data)
{
  PelSnapshotTreeModel *self = data;

  self->rest_id = 0;
  if (self->is_dirty)
    look (self);
  return G_SOURCE_REMOVE;
}

static gboolean
list_cb (gpointer data)
{
  PelSnapshotTreeModel *self = data;

  self->list_id = 0;
  self->is_list_due = TRUE;
  look (self);
  return G_SOURCE_REMOVE;
}

/* Programs come and go less often than what they show changes. */
static void
schedule_list (PelSnapshotTreeModel *self)
{
  gint64 since_ms = (g_get_monotonic_time () - self->list_time) / 1000;

  if (self->is_live && self->list_id == 0 && !self->is_list_due)
    self->list_id = g_timeout_add (CLAMP (LIST_MS - since_ms, 0, LIST_MS), list_cb, self);
}

/* However much changes, half of the time is for others. */
static void
end_round (PelSnapshotTreeModel *self)
{
  guint took_ms = (g_get_monotonic_time () - self->round_time) / 1000;

  self->is_looking = FALSE;
  if (self->is_live && self->rest_id == 0)
    self->rest_id = g_timeout_add (MAX (took_ms, REST_MS), rest_cb, self);
}

static void
wanted_cb (PelProgramItem *item, PelSnapshotTreeModel *self)
{
  if (self->is_looking)
    {
      g_ptr_array_add (self->waiting, g_object_ref (item));
      return;
    }
  g_clear_handle_id (&self->rest_id, g_source_remove); /* someone waits for it */
  look (self);
}

/* Where a newcomer belongs among those that are there. */
static guint
find_place (PelSnapshotTreeModel *self, PelProgramItem *item)
{
  guint low = 0, high = self->programs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (pel_program_item_compare (self->programs->pdata[middle], item) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
add_program (PelSnapshotTreeModel *self, const PelSnapshotProgram *program)
{
  PelProgramItem *item = pel_program_item_new (program, self->filter);
  guint           place = find_place (self, item);

  g_signal_connect_object (item, "wanted", G_CALLBACK (wanted_cb), self, 0);
  g_ptr_array_insert (self->programs, place, item);
  g_hash_table_insert (self->by_name, (char *) pel_program_item_get_bus_name (item), item);
  g_list_model_items_changed (G_LIST_MODEL (self), place, 0, 1);
}

static void
remove_program (PelSnapshotTreeModel *self, guint place)
{
  g_autoptr (PelProgramItem) item = g_ptr_array_steal_index (self->programs, place);

  g_signal_handlers_disconnect_by_data (item, self);
  g_hash_table_remove (self->by_name, pel_program_item_get_bus_name (item));
  g_list_model_items_changed (G_LIST_MODEL (self), place, 1, 0);
}

static void
remove_others (PelSnapshotTreeModel *self, PelSnapshot *snapshot)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    g_hash_table_add (names, (char *) pel_snapshot_get_program (snapshot, i)->bus_name);
  for (guint i = self->programs->len; i > 0; i--)
    if (!g_hash_table_contains (names,
                                pel_program_item_get_bus_name (self->programs->pdata[i - 1])))
      remove_program (self, i - 1);
}

static void
take_list (PelSnapshotTreeModel *self, PelSnapshot *snapshot)
{
  remove_others (self, snapshot);
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    {
      const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, i);
      PelProgramItem           *item = g_hash_table_lookup (self->by_name, program->bus_name);

      if (item != NULL)
        pel_program_item_update (item, program);
      else
        add_program (self, program);
    }
}

/* The programs that are shown are looked at after the list of them. */
static void
note_waiting (PelSnapshotTreeModel *self)
{
  g_ptr_array_set_size (self->waiting, 0);
  for (guint i = self->programs->len; i > 0; i--)
    if (pel_program_item_is_wanted (self->programs->pdata[i - 1]) &&
        !pel_program_item_is_stopped (self->programs->pdata[i - 1]))
      g_ptr_array_add (self->waiting, g_object_ref (self->programs->pdata[i - 1]));
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelSnapshotTreeModel) self = data;
  g_autoptr (GError)               error = NULL;
  g_autoptr (PelSnapshot)          snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (self->source == NULL)
    return;
  self->list_time = g_get_monotonic_time ();
  self->is_loaded = TRUE;
  g_clear_error (&self->error);
  self->error = g_steal_pointer (&error);
  if (snapshot != NULL)
    take_list (self, snapshot);
  else
    schedule_list (self);
  note_waiting (self);
  g_signal_emit (self, signals[UPDATED], 0);
  advance (self);
}

/* One that has ended meanwhile leaves with the next list. */
static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelSnapshotTreeModel) self = data;
  g_autoptr (PelProgramItem)       item = g_steal_pointer (&self->current);
  g_autoptr (GError)               error = NULL;
  g_autoptr (PelSnapshot)          snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (self->source == NULL)
    return;
  if (pel_program_item_is_stopped (item))
    g_clear_object (&snapshot);
  else if (snapshot != NULL)
    {
      pel_program_item_take_snapshot (item, snapshot);
      self->is_dirty |= pel_program_item_get_state (item) == PEL_PROGRAM_GROWING;
    }
  else
    {
      pel_program_item_take_error (item, error);
      schedule_list (self);
    }
  g_signal_emit (self, signals[UPDATED], 0);
  advance (self);
}

static void
look_for_programs (PelSnapshotTreeModel *self)
{
  const PelLook list = { .kind = PEL_LOOK_DESKTOP,
                         .flags = PEL_LOOK_AT_ONCE,
                         .timeout_ms = LIST_TIMEOUT_MS };

  self->is_list_due = FALSE;
  pel_element_source_look_async (self->source,
                                 &list,
                                 self->cancellable,
                                 listed_cb,
                                 g_object_ref (self));
}

static void
look_at_program (PelSnapshotTreeModel *self, PelProgramItem *item)
{
  const PelLook program = { .kind = PEL_LOOK_PROGRAM,
                            .target = pel_program_item_get_bus_name (item),
                            .flags = PEL_LOOK_VALUES,
                            .timeout_ms = LOOK_TIMEOUT_MS };

  self->current = item;
  pel_element_source_look_async (self->source,
                                 &program,
                                 self->cancellable,
                                 looked_cb,
                                 g_object_ref (self));
}

/* The next step of the round. */
static void
advance (PelSnapshotTreeModel *self)
{
  if (!self->is_live)
    end_round (self);
  else if (self->is_list_due)
    look_for_programs (self);
  else if (self->waiting->len > 0)
    look_at_program (self, g_ptr_array_steal_index (self->waiting, self->waiting->len - 1));
  else
    end_round (self);
}

static void
look (PelSnapshotTreeModel *self)
{
  if (!self->is_live)
    return;
  if (self->is_looking || self->rest_id != 0)
    {
      self->is_dirty = TRUE;
      return;
    }
  self->is_looking = TRUE;
  self->is_dirty = FALSE;
  self->round_time = g_get_monotonic_time ();
  note_waiting (self);
  advance (self);
}

static void
changed_cb (PelSnapshotTreeModel *self)
{
  schedule_list (self);
  look (self);
}

static GType
get_item_type (GListModel *model)
{
  return PEL_TYPE_PROGRAM_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return PEL_SNAPSHOT_TREE_MODEL (model)->programs->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelSnapshotTreeModel *self = PEL_SNAPSHOT_TREE_MODEL (model);

  return position < self->programs->len ? g_object_ref (self->programs->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
pel_snapshot_tree_model_dispose (GObject *object)
{
  PelSnapshotTreeModel        *self = PEL_SNAPSHOT_TREE_MODEL (object);
  g_autoptr (PelElementSource) source = NULL;

  pel_snapshot_tree_model_set_live (self, FALSE);
  source = g_steal_pointer (&self->source);
  if (source != NULL)
    {
      g_signal_handlers_disconnect_by_data (source, self);
      g_cancellable_cancel (self->cancellable);
    }
  G_OBJECT_CLASS (pel_snapshot_tree_model_parent_class)->dispose (object);
}

static void
pel_snapshot_tree_model_finalize (GObject *object)
{
  PelSnapshotTreeModel *self = PEL_SNAPSHOT_TREE_MODEL (object);

  g_clear_object (&self->current);
  g_ptr_array_unref (self->waiting);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->programs);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (pel_snapshot_tree_model_parent_class)->finalize (object);
}

static void
pel_snapshot_tree_model_class_init (PelSnapshotTreeModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_snapshot_tree_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_snapshot_tree_model_finalize;
  signals[UPDATED] = g_signal_new ("updated",
                                   PEL_TYPE_SNAPSHOT_TREE_MODEL,
                                   G_SIGNAL_RUN_LAST,
                                   0,
                                   NULL,
                                   NULL,
                                   NULL,
                                   G_TYPE_NONE,
                                   0);
}

static void
pel_snapshot_tree_model_init (PelSnapshotTreeModel *self)
{
  self->programs = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
}

PelSnapshotTreeModel *
pel_snapshot_tree_model_new (PelElementSource *source)
{
  PelSnapshotTreeModel *self = g_object_new (PEL_TYPE_SNAPSHOT_TREE_MODEL, NULL);

  self->source = g_object_ref (source);
  g_signal_connect_swapped (source, "changed", G_CALLBACK (changed_cb), self);
  pel_snapshot_tree_model_set_live (self, TRUE);
  return self;
}

void
pel_snapshot_tree_model_set_live (PelSnapshotTreeModel *self, gboolean is_live)
{
  g_return_if_fail (PEL_IS_SNAPSHOT_TREE_MODEL (self));

  if (self->is_live == is_live || self->source == NULL)
    return;
  self->is_live = is_live;
  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_clear_handle_id (&self->list_id, g_source_remove);
  if (is_live)
    {
      pel_element_source_start_watching (self->source);
      pel_snapshot_tree_model_refresh (self);
    }
  else
    pel_element_source_stop_watching (self->source);
}

void
pel_snapshot_tree_model_set_filter (PelSnapshotTreeModel *self, PelFilterFlags filter)
{
  g_return_if_fail (PEL_IS_SNAPSHOT_TREE_MODEL (self));

  self->filter = filter;
  for (guint i = 0; i < self->programs->len; i++)
    pel_program_item_set_filter (self->programs->pdata[i], filter);
}

PelFilterFlags
pel_snapshot_tree_model_get_filter (PelSnapshotTreeModel *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT_TREE_MODEL (self), 0);

  return self->filter;
}

void
pel_snapshot_tree_model_refresh (PelSnapshotTreeModel *self)
{
  g_return_if_fail (PEL_IS_SNAPSHOT_TREE_MODEL (self));

  self->is_list_due = TRUE;
  for (guint i = 0; i < self->programs->len; i++)
    pel_program_item_set_stopped (self->programs->pdata[i], FALSE);
  g_clear_handle_id (&self->rest_id, g_source_remove);
  look (self);
}

gboolean
pel_snapshot_tree_model_is_loaded (PelSnapshotTreeModel *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT_TREE_MODEL (self), FALSE);

  return self->is_loaded;
}

const GError *
pel_snapshot_tree_model_get_error (PelSnapshotTreeModel *self)
{
  g_return_val_if_fail (PEL_IS_SNAPSHOT_TREE_MODEL (self), NULL);

  return self->error;
}

PelProgramItem *
pel_snapshot_tree_model_find_program (PelSnapshotTreeModel *self,
                                      const char           *bus_name,
                                      guint                *ret_position)
{
  PelProgramItem *item;

  g_return_val_if_fail (PEL_IS_SNAPSHOT_TREE_MODEL (self), NULL);

  item = g_hash_table_lookup (self->by_name, bus_name);
  if (item != NULL && ret_position != NULL)
    g_ptr_array_find (self->programs, item, ret_position);
  return item;
}

GListModel *
pel_snapshot_tree_model_list_children (gpointer item, gpointer self)
{
  PelProgramItem *program;

  if (PEL_IS_PROGRAM_ITEM (item))
    return pel_program_item_list_children (item, 0);
  program = pel_snapshot_tree_model_find_program (self, pel_element_item_get_program (item), NULL);
  return program != NULL ? pel_program_item_list_children (program, pel_element_item_get_ref (item))
                         : NULL;
}
