/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/element-place.h"

void
pel_element_place_set (PelElementPlace *self, const char *bus_name, guint ref)
{
  char *copy = g_strdup (bus_name);

  g_free (self->bus_name);
  *self = (PelElementPlace){ copy, ref };
}

void
pel_element_place_clear (PelElementPlace *self)
{
  pel_element_place_set (self, NULL, 0);
}

void
pel_element_place_set_item (PelElementPlace *self, GObject *item)
{
  if (PEL_IS_PROGRAM_ITEM (item))
    pel_element_place_set (self, pel_program_item_get_bus_name (PEL_PROGRAM_ITEM (item)), 0);
  else
    pel_element_place_set (self,
                           pel_element_item_get_program (PEL_ELEMENT_ITEM (item)),
                           pel_element_item_get_ref (PEL_ELEMENT_ITEM (item)));
}

gboolean
pel_element_place_equal (const PelElementPlace *self, const PelElementPlace *other)
{
  return self->ref == other->ref && g_strcmp0 (self->bus_name, other->bus_name) == 0;
}

GArray *
pel_element_places_new (void)
{
  GArray *places = g_array_new (FALSE, TRUE, sizeof (PelElementPlace));

  g_array_set_clear_func (places, (GDestroyNotify) pel_element_place_clear);
  return places;
}

void
pel_element_places_add (GArray *places, const char *bus_name, guint ref)
{
  PelElementPlace place = { g_strdup (bus_name), ref };

  g_array_append_val (places, place);
}
