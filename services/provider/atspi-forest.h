/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-decode.h"

/**
 * PelAtspiForest:
 *
 * The items of a program's cache, put in order: who is below whom. They come in any order, may
 * lack some and may lie; each path counts once.
 */
typedef struct _PelAtspiForest PelAtspiForest;

/* @items of PelAtspiItem, whose strings live in @message (nullable); keeps a reference to both.
 * Those of other programs than @bus_name are left out. */
PelAtspiForest *pel_atspi_forest_new (GArray *items, sd_bus_message *message, const char *bus_name);
void            pel_atspi_forest_free (PelAtspiForest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAtspiForest, pel_atspi_forest_free)

/* (nullable) */
const PelAtspiItem *pel_atspi_forest_find (PelAtspiForest *self, const char *path);

/* (element-type PelAtspiItem) (nullable): those that say that @path is their parent, in the order
 * that they tell. @ret_is_ordered: each place is taken, and only once. */
GPtrArray *
pel_atspi_forest_get_children (PelAtspiForest *self, const char *path, gboolean *ret_is_ordered);
