/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/element-item.h"

struct _PelElementItem
{
  GObject     parent_instance;
  GHashTable *siblings; /* ref → item */
  char       *program;
  guint       ref;
  PelRole     role;
  PelStates   states;
  char       *name;
  guint       n_children;
  gboolean    is_visible, is_blocked, is_gone;
  guint       serial;
};

enum
{
  PROP_SERIAL = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (PelElementItem, pel_element_item, G_TYPE_OBJECT)

static void
pel_element_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SERIAL)
    g_value_set_uint (value, PEL_ELEMENT_ITEM (object)->serial);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
pel_element_item_finalize (GObject *object)
{
  PelElementItem *self = PEL_ELEMENT_ITEM (object);
  gpointer        key = GUINT_TO_POINTER (self->ref);

  if (g_hash_table_lookup (self->siblings, key) == self)
    g_hash_table_remove (self->siblings, key);
  g_hash_table_unref (self->siblings);
  g_free (self->program);
  g_free (self->name);
  G_OBJECT_CLASS (pel_element_item_parent_class)->finalize (object);
}

static void
pel_element_item_class_init (PelElementItemClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = pel_element_item_get_property;
  G_OBJECT_CLASS (klass)->finalize = pel_element_item_finalize;
  properties[PROP_SERIAL] = g_param_spec_uint ("serial",
                                               NULL,
                                               NULL,
                                               0,
                                               G_MAXUINT,
                                               0,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPERTIES, properties);
}

static void
pel_element_item_init (PelElementItem *self)
{
}

static gboolean
is_visible (const PelElement *element)
{
  return (element->flags & PEL_ELEMENT_IS_VISIBLE) != 0;
}

static gboolean
is_blocked (const PelElement *element)
{
  return (element->flags & PEL_ELEMENT_IS_BLOCKED) != 0;
}

static void
take_values (PelElementItem *self, const PelElement *element)
{
  self->role = element->role;
  self->states = element->states;
  self->n_children = element->n_children;
  self->is_visible = is_visible (element);
  self->is_blocked = is_blocked (element);
  self->is_gone = FALSE;
  if (g_strcmp0 (self->name, element->name) == 0)
    return;
  g_free (self->name);
  self->name = g_strdup (element->name);
}

static gboolean
shows (PelElementItem *self, const PelElement *element)
{
  return !self->is_gone && self->role == element->role && self->states == element->states &&
         self->is_visible == is_visible (element) && self->is_blocked == is_blocked (element) &&
         g_str_equal (self->name, element->name);
}

PelElementItem *
pel_element_item_new (GHashTable *siblings, const char *program, const PelElement *element)
{
  PelElementItem *self = g_object_new (PEL_TYPE_ELEMENT_ITEM, NULL);

  self->siblings = g_hash_table_ref (siblings);
  self->program = g_strdup (program);
  self->ref = element->ref;
  take_values (self, element);
  g_hash_table_insert (siblings, GUINT_TO_POINTER (self->ref), self);
  return self;
}

void
pel_element_item_update (PelElementItem *self, const PelElement *element)
{
  gboolean is_same;

  g_return_if_fail (PEL_IS_ELEMENT_ITEM (self));

  is_same = element != NULL ? shows (self, element) : self->is_gone;
  if (element != NULL)
    take_values (self, element);
  else
    self->is_gone = TRUE;
  if (is_same)
    return;
  self->serial++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SERIAL]);
}

const char *
pel_element_item_get_program (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), NULL);

  return self->program;
}

guint
pel_element_item_get_ref (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), 0);

  return self->ref;
}

PelRole
pel_element_item_get_role (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), PEL_ROLE_CUSTOM);

  return self->role;
}

PelStates
pel_element_item_get_states (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), 0);

  return self->states;
}

gboolean
pel_element_item_is_blocked (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), FALSE);

  return self->is_blocked;
}

gboolean
pel_element_item_is_visible (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), FALSE);

  return self->is_visible;
}

gboolean
pel_element_item_is_gone (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), TRUE);

  return self->is_gone;
}

guint
pel_element_item_get_n_children (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), 0);

  return self->n_children;
}

guint
pel_element_item_get_serial (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), 0);

  return self->serial;
}

const char *
pel_element_item_get_name (PelElementItem *self)
{
  g_return_val_if_fail (PEL_IS_ELEMENT_ITEM (self), "");

  return self->name;
}
