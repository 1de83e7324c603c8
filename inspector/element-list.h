/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/element-item.h"
#include "inspector/outline.h"

#include <gio/gio.h>

/**
 * PelElementList:
 *
 * What is shown below one element, or at the top of a program: a GListModel of PelElementItem. Its
 * items are made when they are asked for, so that it costs four bytes a row. What stays where it
 * was when another outline comes is not announced: a tree keeps it open.
 *
 * Signal "counted": someone has asked for the first time how many there are. Until then it costs
 * nothing, and follows nothing: a tree makes lists only to see whether there could be one.
 */
#define PEL_TYPE_ELEMENT_LIST (pel_element_list_get_type ())
G_DECLARE_FINAL_TYPE (PelElementList, pel_element_list, PEL, ELEMENT_LIST, GObject)

/* @items: ref → PelElementItem, shared by all lists of the program with the bus name @program.
 * @ref: of the element whose children they are; 0: what is at the top. */
PelElementList *pel_element_list_new (GHashTable *items, const char *program, guint ref);

gboolean pel_element_list_is_counted (PelElementList *self);

/* (nullable): nothing is known of the program. Where its element is gone, it is empty. */
void pel_element_list_set_outline (PelElementList *self, PelOutline *outline);
