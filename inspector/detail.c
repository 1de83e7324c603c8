/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/detail.h"

struct _PelDetail
{
  GObject parent_instance;
  char   *group, *label, *value;
  char   *hint;         /* (nullable) */
  char   *link_program; /* (nullable) */
  guint   link;
};

enum
{
  PROP_VALUE = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (PelDetail, pel_detail, G_TYPE_OBJECT)

static void
pel_detail_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VALUE)
    g_value_set_string (value, PEL_DETAIL (object)->value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
pel_detail_finalize (GObject *object)
{
  PelDetail *self = PEL_DETAIL (object);

  g_free (self->group);
  g_free (self->label);
  g_free (self->value);
  g_free (self->hint);
  g_free (self->link_program);
  G_OBJECT_CLASS (pel_detail_parent_class)->finalize (object);
}

static void
pel_detail_class_init (PelDetailClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = pel_detail_get_property;
  G_OBJECT_CLASS (klass)->finalize = pel_detail_finalize;
  properties[PROP_VALUE] =
      g_param_spec_string ("value", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPERTIES, properties);
}

static void
pel_detail_init (PelDetail *self)
{
}

PelDetail *
pel_detail_new (const char *group, const char *label, const char *value)
{
  PelDetail *self = g_object_new (PEL_TYPE_DETAIL, NULL);

  self->group = g_strdup (group);
  self->label = g_strdup (label);
  self->value = g_strdup (value);
  return self;
}

const char *
pel_detail_get_group (PelDetail *self)
{
  g_return_val_if_fail (PEL_IS_DETAIL (self), NULL);

  return self->group;
}

const char *
pel_detail_get_label (PelDetail *self)
{
  g_return_val_if_fail (PEL_IS_DETAIL (self), NULL);

  return self->label;
}

const char *
pel_detail_get_value (PelDetail *self)
{
  g_return_val_if_fail (PEL_IS_DETAIL (self), NULL);

  return self->value;
}

void
pel_detail_set_value (PelDetail *self, const char *value)
{
  g_return_if_fail (PEL_IS_DETAIL (self));

  if (g_str_equal (self->value, value))
    return;
  g_free (self->value);
  self->value = g_strdup (value);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VALUE]);
}

const char *
pel_detail_get_hint (PelDetail *self)
{
  g_return_val_if_fail (PEL_IS_DETAIL (self), NULL);

  return self->hint;
}

void
pel_detail_set_hint (PelDetail *self, const char *hint)
{
  g_return_if_fail (PEL_IS_DETAIL (self));

  g_free (self->hint);
  self->hint = g_strdup (hint);
}

void
pel_detail_set_link (PelDetail *self, const char *bus_name, guint ref)
{
  g_return_if_fail (PEL_IS_DETAIL (self));

  g_free (self->link_program);
  self->link_program = g_strdup (bus_name);
  self->link = ref;
}

guint
pel_detail_get_link (PelDetail *self)
{
  g_return_val_if_fail (PEL_IS_DETAIL (self), 0);

  return self->link;
}

const char *
pel_detail_get_link_program (PelDetail *self)
{
  g_return_val_if_fail (PEL_IS_DETAIL (self), NULL);

  return self->link_program;
}

gboolean
pel_detail_is_about_same (PelDetail *self, PelDetail *other)
{
  g_return_val_if_fail (PEL_IS_DETAIL (self), FALSE);

  return g_str_equal (self->group, other->group) && g_str_equal (self->label, other->label) &&
         self->link == other->link;
}
