/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/traffic-item.h"
#include "services/element/element-source.h"

/**
 * PelTrafficModel:
 *
 * What each program costs: a GListModel of PelTrafficItem, in the order in which they came; as it
 * was when it was last refreshed. Programs that have done nothing yet are not in it.
 */
#define PEL_TYPE_TRAFFIC_MODEL (pel_traffic_model_get_type ())
G_DECLARE_FINAL_TYPE (PelTrafficModel, pel_traffic_model, PEL, TRAFFIC_MODEL, GObject)

PelTrafficModel *pel_traffic_model_new (PelElementSource *source);
void             pel_traffic_model_refresh (PelTrafficModel *self);

/* From zero. */
void pel_traffic_model_reset (PelTrafficModel *self);

/* (transfer full): “4 programs, 1,204 calls, 3 errors” */
char *pel_traffic_model_dup_summary (PelTrafficModel *self);
