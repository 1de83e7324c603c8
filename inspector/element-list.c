/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/element-list.h"

#include "inspector/list-change.h"

/* What is shown of one outline. */
typedef struct
{
  PelOutline *outline; /* (nullable) */
  GArray     *ids;     /* of PelElementId; (nullable) until it is counted */
} Rows;

struct _PelElementList
{
  GObject     parent_instance;
  GHashTable *items; /* ref → PelElementItem */
  char       *program;
  guint       ref;
  gboolean    is_counted;
  Rows        rows;

  /* Between the announcements of one change to the next outline: its first @n_next rows, and
   * after these what is left of the old ones. */
  Rows  next;
  guint n_next, n_passed;
};

enum
{
  COUNTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelElementList,
                               pel_element_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
rows_clear (Rows *rows)
{
  g_clear_pointer (&rows->outline, pel_outline_unref);
  g_clear_pointer (&rows->ids, g_array_unref);
}

static PelElementId
get_id (const Rows *rows, guint position)
{
  return g_array_index (rows->ids, PelElementId, position);
}

/* (transfer full) */
static GArray *
list_ids (PelElementList *self, PelOutline *outline)
{
  PelElementId id = PEL_ELEMENT_NONE;

  if (outline != NULL && self->ref != 0)
    id = pel_outline_find_ref (outline, self->ref);
  if (outline == NULL || (self->ref != 0 && id == PEL_ELEMENT_NONE))
    return g_array_new (FALSE, FALSE, sizeof (PelElementId));
  return pel_outline_list_children (outline, id);
}

static void
count (PelElementList *self)
{
  if (self->is_counted)
    return;
  self->is_counted = TRUE;
  self->rows.ids = list_ids (self, self->rows.outline);
  g_signal_emit (self, signals[COUNTED], 0);
}

static GType
get_item_type (GListModel *model)
{
  return PEL_TYPE_ELEMENT_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  PelElementList *self = PEL_ELEMENT_LIST (model);

  count (self);
  return self->n_next + self->rows.ids->len - self->n_passed;
}

static gpointer
get_item (GListModel *model, guint position)
{
  PelElementList *self = PEL_ELEMENT_LIST (model);
  const Rows     *rows = &self->rows;
  PelElement      element;
  PelElementItem *item;

  if (position >= get_n_items (model))
    return NULL;
  if (position < self->n_next)
    rows = &self->next;
  else
    position += self->n_passed - self->n_next;
  element =
      pel_snapshot_get_element (pel_outline_get_snapshot (rows->outline), get_id (rows, position));
  item = g_hash_table_lookup (self->items, GUINT_TO_POINTER (element.ref));
  return item != NULL ? g_object_ref (item)
                      : pel_element_item_new (self->items, self->program, &element);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
pel_element_list_finalize (GObject *object)
{
  PelElementList *self = PEL_ELEMENT_LIST (object);

  rows_clear (&self->rows);
  rows_clear (&self->next);
  g_hash_table_unref (self->items);
  g_free (self->program);
  G_OBJECT_CLASS (pel_element_list_parent_class)->finalize (object);
}

static void
pel_element_list_class_init (PelElementListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_element_list_finalize;
  signals[COUNTED] = g_signal_new ("counted",
                                   PEL_TYPE_ELEMENT_LIST,
                                   G_SIGNAL_RUN_LAST,
                                   0,
                                   NULL,
                                   NULL,
                                   NULL,
                                   G_TYPE_NONE,
                                   0);
}

static void
pel_element_list_init (PelElementList *self)
{
}

PelElementList *
pel_element_list_new (GHashTable *items, const char *program, guint ref)
{
  PelElementList *self = g_object_new (PEL_TYPE_ELEMENT_LIST, NULL);

  self->items = g_hash_table_ref (items);
  self->program = g_strdup (program);
  self->ref = ref;
  return self;
}

gboolean
pel_element_list_is_counted (PelElementList *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_LIST (self), FALSE);

  return self->is_counted;
}

/* What makes a row the same one. A tree asks only once whether a row can be opened: one that has
 * its first children now, or has lost its last, is another. (transfer full): of guint64. */
static GArray *
list_keys (const Rows *rows)
{
  GArray *keys = g_array_sized_new (FALSE, FALSE, sizeof (guint64), rows->ids->len);

  for (guint i = 0; i < rows->ids->len; i++)
    {
      PelElementId id = get_id (rows, i);
      guint64      ref = pel_snapshot_get_ref (pel_outline_get_snapshot (rows->outline), id);
      guint64      key = ref << 1 | pel_outline_has_children (rows->outline, id);

      g_array_append_val (keys, key);
    }
  return keys;
}

static void
announce (PelElementList *self)
{
  g_autoptr (GArray) before = list_keys (&self->rows);
  g_autoptr (GArray) after = list_keys (&self->next);
  g_autoptr (GArray) changes = pel_list_changes_new (before, after);

  for (guint i = 0; i < changes->len; i++)
    {
      const PelListChange *change = &g_array_index (changes, PelListChange, i);

      self->n_passed += change->position - self->n_next + change->n_removed;
      self->n_next = change->position + change->n_added;
      g_list_model_items_changed (G_LIST_MODEL (self),
                                  change->position,
                                  change->n_removed,
                                  change->n_added);
    }
}

void
pel_element_list_set_outline (PelElementList *self, PelOutline *outline)
{
  g_return_if_fail (PEL_IS_ELEMENT_LIST (self));
  g_return_if_fail (self->next.ids == NULL); /* not from within its own announcement */

  if (outline == self->rows.outline)
    return;
  self->next.outline = outline != NULL ? pel_outline_ref (outline) : NULL;
  if (self->is_counted)
    {
      self->next.ids = list_ids (self, outline);
      announce (self);
    }
  rows_clear (&self->rows);
  self->rows = self->next;
  self->next = (Rows){ NULL };
  self->n_next = self->n_passed = 0;
}
