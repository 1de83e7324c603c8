/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/wayland-connection.h"

/* One output of a compositor. */
typedef struct
{
  guint32           global;
  struct wl_output *proxy;
  char             *name;      /* (nullable) until it is told */
  int               transform; /* how its pixels are turned, as Wayland numbers it */
} PelWlrOutput;

/**
 * PelWlrOutputs:
 *
 * The outputs that a compositor has, by name. What they are called is known once a sync has come
 * back after they were followed.
 */
typedef struct _PelWlrOutputs PelWlrOutputs;

/* (nullable): the compositor does not name its outputs, or has not told its globals yet. */
PelWlrOutputs *pel_wlr_outputs_new (PelWaylandConnection *connection);
void           pel_wlr_outputs_free (PelWlrOutputs *self);

/* Takes up those that have come, and forgets those that are gone. */
void pel_wlr_outputs_follow (PelWlrOutputs *self);

guint               pel_wlr_outputs_get_n_outputs (const PelWlrOutputs *self);
const PelWlrOutput *pel_wlr_outputs_get_output (const PelWlrOutputs *self, guint index);

/* (nullable) (transfer none) */
const PelWlrOutput *pel_wlr_outputs_find (const PelWlrOutputs *self, const char *name);
