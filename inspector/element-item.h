/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/**
 * PelElementItem:
 *
 * One element of the tree, by identity: its program's bus name and its ref. It holds what a row
 * shows, and goes on holding it after the element is gone. There is at most one for an element at
 * a time, and only for as long as someone holds it.
 *
 * Property "serial": another number whenever something that a row shows has changed.
 */
#define PEL_TYPE_ELEMENT_ITEM (pel_element_item_get_type ())
G_DECLARE_FINAL_TYPE (PelElementItem, pel_element_item, PEL, ELEMENT_ITEM, GObject)

const char *pel_element_item_get_program (PelElementItem *self); /* the bus name */
guint       pel_element_item_get_ref (PelElementItem *self);     /* 12 of “e12” */
PelRole     pel_element_item_get_role (PelElementItem *self);
PelStates   pel_element_item_get_states (PelElementItem *self);
gboolean    pel_element_item_is_visible (PelElementItem *self);

/* A window that the policy keeps private: nothing is known of what is in it. */
gboolean pel_element_item_is_blocked (PelElementItem *self);
gboolean pel_element_item_is_gone (PelElementItem *self);
guint    pel_element_item_get_n_children (PelElementItem *self); /* as its program says */
guint    pel_element_item_get_serial (PelElementItem *self);

/* As the program gives it; never NULL. */
const char *pel_element_item_get_name (PelElementItem *self);

/* For who makes them. @siblings: ref → item, which does not own its items: an item leaves it when
 * it ends. @program: its bus name. */
PelElementItem *
pel_element_item_new (GHashTable *siblings, const char *program, const PelElement *element);

/* What it is now; NULL: gone. */
void pel_element_item_update (PelElementItem *self, const PelElement *element);
