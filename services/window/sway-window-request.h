/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/sway-place.h"
#include "services/window/window-control.h"

/* What must be known to tell sway something. A value. */
typedef struct
{
  const PelWindowOrder *order;
  PelDesktop           *desktop;
  PelWindow            *window;
  PelSwayPlace          place;
  gboolean              was_tiled; /* when it was hidden */
  gint64                active_id; /* of the container that has the keyboard; 0: none */
  gboolean              is_active_floating;
} PelSwayWindowRequest;

/* The command for sway. (transfer full); NULL with PEL_ERROR_CAPABILITY_UNAVAILABLE and the reason.
 * Pure. */
char *pel_sway_window_request_write (const PelSwayWindowRequest *self, GError **error);
