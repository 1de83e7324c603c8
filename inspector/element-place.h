/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/program-item.h"

/* An element by identity, whether it is there or not; with a ref of 0, its program itself. A value
 * whose name is its own; without a name it is no place at all. */
typedef struct
{
  char *bus_name; /* (nullable) */
  guint ref;
} PelElementPlace;

void pel_element_place_set (PelElementPlace *self, const char *bus_name, guint ref);
void pel_element_place_clear (PelElementPlace *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelElementPlace, pel_element_place_clear)

/* @item: a PelProgramItem or a PelElementItem. */
void pel_element_place_set_item (PelElementPlace *self, GObject *item);

gboolean pel_element_place_equal (const PelElementPlace *self, const PelElementPlace *other);

/* (transfer full): of PelElementPlace, which it clears. */
GArray *pel_element_places_new (void);
void    pel_element_places_add (GArray *places, const char *bus_name, guint ref);
