/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/program-item.h"

#include "services/tool/program.h"

#include <glib/gi18n.h>
#include <string.h>

struct _PelProgramItem
{
  GObject         parent_instance;
  char           *bus_name, *name, *toolkit;
  char           *sort_key;
  pid_t           pid;
  gboolean        is_answering, is_truncated;
  gboolean        is_growing, is_stopped;
  guint           n_elements;
  char           *failure; /* (nullable) why the last look at it failed */
  PelProgramState state;
  guint           serial;

  PelFilterFlags filter;
  PelOutline    *outline;       /* (nullable) */
  guint          program_index; /* of its program in its snapshot */
  GHashTable    *items;         /* ref → PelElementItem, which leaves it when it ends */
  GPtrArray     *lists;         /* of PelElementList, which leave it when they end */
};

enum
{
  PROP_SERIAL = 1,
  N_PROPERTIES
};

enum
{
  WANTED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint       signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelProgramItem, pel_program_item, G_TYPE_OBJECT)

static void
change (PelProgramItem *self)
{
  self->serial++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERIAL]);
}

static gboolean
replace_text (char **field, const char *text)
{
  if (g_strcmp0 (*field, text) == 0)
    return FALSE;
  g_free (*field);
  *field = g_strdup (text);
  return TRUE;
}

/* What follows from the rest. TRUE where it is another one. */
static gboolean
update_state (PelProgramItem *self)
{
  PelProgramState before = self->state;

  if (!self->is_answering)
    self->state = PEL_PROGRAM_SILENT;
  else if (!pel_program_item_is_wanted (self))
    self->state = PEL_PROGRAM_UNREAD;
  else if (self->is_stopped)
    self->state = PEL_PROGRAM_STOPPED;
  else if (self->outline == NULL && self->failure == NULL)
    self->state = PEL_PROGRAM_LOADING;
  else
    self->state = self->is_growing ? PEL_PROGRAM_GROWING : PEL_PROGRAM_READY;
  return self->state != before;
}

static void
set_outline (PelProgramItem *self, PelOutline *outline)
{
  g_clear_pointer (&self->outline, pel_outline_unref);
  self->outline = outline;
}

/* No one shows its elements any more: they need not be kept. */
static void
list_gone_cb (gpointer data, GObject *list)
{
  PelProgramItem *self = data;

  g_ptr_array_remove_fast (self->lists, list);
  if (self->outline == NULL || pel_program_item_is_wanted (self))
    return;
  set_outline (self, NULL);
  self->is_growing = self->is_stopped = FALSE;
  self->n_elements = 0;
  if (update_state (self))
    change (self);
}

static void
list_counted_cb (PelElementList *list, PelProgramItem *self)
{
  if (update_state (self))
    change (self);
  if (self->outline == NULL)
    g_signal_emit (self, signals[WANTED], 0);
}

static void
update_items (PelProgramItem *self)
{
  g_autoptr (GList) items = g_hash_table_get_values (self->items);
  PelSnapshot *snapshot = self->outline != NULL ? pel_outline_get_snapshot (self->outline) : NULL;

  g_list_foreach (items, (GFunc) (void (*) (void)) g_object_ref, NULL);
  for (GList *l = items; l != NULL; l = l->next)
    {
      guint        ref = pel_element_item_get_ref (l->data);
      PelElementId id = snapshot != NULL ? pel_snapshot_find_ref (snapshot, ref) : PEL_ELEMENT_NONE;
      PelElement   element;

      if (id != PEL_ELEMENT_NONE)
        element = pel_snapshot_get_element (snapshot, id);
      pel_element_item_update (l->data, id != PEL_ELEMENT_NONE ? &element : NULL);
    }
  g_list_foreach (items, (GFunc) (void (*) (void)) g_object_unref, NULL);
}

/* Lists may end while others are told. */
static void
update_lists (PelProgramItem *self)
{
  g_autoptr (GPtrArray) lists = g_ptr_array_new_with_free_func (g_object_unref);
  PelOutline           *outline = self->outline;

  for (guint i = 0; i < self->lists->len; i++)
    g_ptr_array_add (lists, g_object_ref (self->lists->pdata[i]));
  for (guint i = 0; i < lists->len; i++)
    pel_element_list_set_outline (lists->pdata[i], outline);
}

/* Takes @outline: that is what it shows from now on. */
static void
show_outline (PelProgramItem *self, PelOutline *outline)
{
  g_autoptr (PelOutline) held = pel_outline_ref (outline);

  set_outline (self, outline);
  update_items (self);
  update_lists (self);
}

static void
pel_program_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SERIAL)
    g_value_set_uint (value, PEL_PROGRAM_ITEM (object)->serial);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
pel_program_item_finalize (GObject *object)
{
  PelProgramItem *self = PEL_PROGRAM_ITEM (object);

  for (guint i = 0; i < self->lists->len; i++)
    g_object_weak_unref (self->lists->pdata[i], list_gone_cb, self);
  g_ptr_array_unref (self->lists);
  g_hash_table_unref (self->items);
  set_outline (self, NULL);
  g_free (self->bus_name);
  g_free (self->name);
  g_free (self->toolkit);
  g_free (self->sort_key);
  g_free (self->failure);
  G_OBJECT_CLASS (pel_program_item_parent_class)->finalize (object);
}

static void
pel_program_item_class_init (PelProgramItemClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = pel_program_item_get_property;
  G_OBJECT_CLASS (klass)->finalize = pel_program_item_finalize;
  properties[PROP_SERIAL] = g_param_spec_uint ("serial",
                                               NULL,
                                               NULL,
                                               0,
                                               G_MAXUINT,
                                               0,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPERTIES, properties);
  signals[WANTED] = g_signal_new ("wanted",
                                  PEL_TYPE_PROGRAM_ITEM,
                                  G_SIGNAL_RUN_LAST,
                                  0,
                                  NULL,
                                  NULL,
                                  NULL,
                                  G_TYPE_NONE,
                                  0);
}

static void
pel_program_item_init (PelProgramItem *self)
{
  self->items = g_hash_table_new (NULL, NULL);
  self->lists = g_ptr_array_new ();
}

PelProgramItem *
pel_program_item_new (const PelSnapshotProgram *program, PelFilterFlags filter)
{
  PelProgramItem  *self = g_object_new (PEL_TYPE_PROGRAM_ITEM, NULL);
  g_autofree char *folded = g_utf8_casefold (program->name != NULL ? program->name : "", -1);

  self->bus_name = g_strdup (program->bus_name);
  self->sort_key = g_utf8_collate_key (folded, -1);
  self->filter = filter;
  pel_program_item_update (self, program);
  self->serial = 0;
  return self;
}

int
pel_program_item_compare (PelProgramItem *self, PelProgramItem *other)
{
  int order = strcmp (self->sort_key, other->sort_key);

  return order != 0 ? order : strcmp (self->bus_name, other->bus_name);
}

const char *
pel_program_item_get_bus_name (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), NULL);

  return self->bus_name;
}

const char *
pel_program_item_get_name (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), NULL);

  return self->name != NULL ? self->name : "";
}

const char *
pel_program_item_get_toolkit (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), NULL);

  return self->toolkit != NULL ? self->toolkit : "";
}

pid_t
pel_program_item_get_pid (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), 0);

  return self->pid;
}

PelProgramState
pel_program_item_get_state (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), PEL_PROGRAM_UNREAD);

  return self->state;
}

guint
pel_program_item_get_serial (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), 0);

  return self->serial;
}

gboolean
pel_program_item_is_truncated (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), FALSE);

  return self->is_truncated;
}

const char *
pel_program_item_get_problem (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), NULL);

  if (self->failure != NULL)
    return self->failure;
  return self->is_answering ? NULL : _ ("Not responding");
}

gboolean
pel_program_item_is_wanted (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), FALSE);

  for (guint i = 0; i < self->lists->len; i++)
    if (pel_element_list_is_counted (self->lists->pdata[i]))
      return TRUE;
  return FALSE;
}

guint
pel_program_item_get_n_elements (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), 0);

  return self->n_elements;
}

void
pel_program_item_set_stopped (PelProgramItem *self, gboolean is_stopped)
{
  g_return_if_fail (PEL_IS_PROGRAM_ITEM (self));

  self->is_stopped = is_stopped;
  if (update_state (self))
    change (self);
}

gboolean
pel_program_item_is_stopped (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), FALSE);

  return self->is_stopped;
}

PelOutline *
pel_program_item_get_outline (PelProgramItem *self)
{
  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), NULL);

  return self->outline;
}

/* An element can be opened if the outline has something below it; a program always can. */
static gboolean
can_open (PelProgramItem *self, guint ref)
{
  PelElementId id;

  if (ref == 0)
    return TRUE;
  id = self->outline != NULL ? pel_outline_find_ref (self->outline, ref) : PEL_ELEMENT_NONE;
  return id != PEL_ELEMENT_NONE && pel_outline_has_children (self->outline, id);
}

GListModel *
pel_program_item_list_children (PelProgramItem *self, guint ref)
{
  PelElementList *list;

  g_return_val_if_fail (PEL_IS_PROGRAM_ITEM (self), NULL);

  if (!can_open (self, ref))
    return NULL;
  list = pel_element_list_new (self->items, self->bus_name, ref);
  pel_element_list_set_outline (list, self->outline);
  g_ptr_array_add (self->lists, list);
  g_object_weak_ref (G_OBJECT (list), list_gone_cb, self);
  g_signal_connect_object (list, "counted", G_CALLBACK (list_counted_cb), self, 0);
  return G_LIST_MODEL (list);
}

void
pel_program_item_set_filter (PelProgramItem *self, PelFilterFlags filter)
{
  PelSnapshot *snapshot;

  g_return_if_fail (PEL_IS_PROGRAM_ITEM (self));

  if (self->filter == filter)
    return;
  self->filter = filter;
  if (self->outline == NULL)
    return;
  snapshot = pel_outline_get_snapshot (self->outline);
  show_outline (self, pel_outline_new (snapshot, self->program_index, filter));
}

void
pel_program_item_update (PelProgramItem *self, const PelSnapshotProgram *program)
{
  gboolean is_changed;

  g_return_if_fail (PEL_IS_PROGRAM_ITEM (self));

  is_changed = replace_text (&self->name, program->name);
  is_changed |= replace_text (&self->toolkit,
                              pel_toolkit_to_title (program->toolkit, program->toolkit_version));
  is_changed |= self->is_answering != program->is_answering || self->pid != program->pid;
  self->is_answering = program->is_answering;
  self->pid = program->pid;
  is_changed |= update_state (self);
  if (is_changed)
    change (self);
}

/* What is not whole and still becomes more is being read; what does not is as large as it gets. */
static gboolean
note_growth (PelProgramItem *self, PelSnapshot *snapshot)
{
  guint    n_elements = pel_snapshot_get_n_elements (snapshot);
  gboolean is_other = n_elements != self->n_elements;

  self->is_growing = self->is_truncated && is_other;
  self->n_elements = n_elements;
  return is_other && self->is_truncated;
}

/* The index of the program in @snapshot; FALSE where it is not in it. */
static gboolean
find_program (PelProgramItem *self, PelSnapshot *snapshot, guint *ret_index)
{
  for (guint i = 0; i < pel_snapshot_get_n_programs (snapshot); i++)
    if (g_str_equal (pel_snapshot_get_program (snapshot, i)->bus_name, self->bus_name))
      {
        *ret_index = i;
        return TRUE;
      }
  return FALSE;
}

void
pel_program_item_take_snapshot (PelProgramItem *self, PelSnapshot *snapshot)
{
  const PelSnapshotProgram *program;
  gboolean                  is_changed;

  g_return_if_fail (PEL_IS_PROGRAM_ITEM (self));

  if (!pel_program_item_is_wanted (self) || !find_program (self, snapshot, &self->program_index))
    return;
  program = pel_snapshot_get_program (snapshot, self->program_index);
  is_changed = self->is_truncated != program->is_truncated || self->failure != NULL;
  self->is_truncated = program->is_truncated;
  is_changed |= note_growth (self, snapshot);
  g_clear_pointer (&self->failure, g_free);
  show_outline (self, pel_outline_new (snapshot, self->program_index, self->filter));
  pel_program_item_update (self, program);
  if (is_changed)
    change (self);
}

void
pel_program_item_take_error (PelProgramItem *self, const GError *error)
{
  gboolean is_changed;

  g_return_if_fail (PEL_IS_PROGRAM_ITEM (self));

  is_changed = replace_text (&self->failure, error->message);
  is_changed |= update_state (self);
  if (is_changed)
    change (self);
}
