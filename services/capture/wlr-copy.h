/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"
#include "services/window/wayland-connection.h"

#include "wlr-screencopy-unstable-v1-client-protocol.h"

/**
 * PelWlrCopy:
 *
 * One frame of one output on its way from a compositor into our memory.
 */
typedef struct _PelWlrCopy PelWlrCopy;

/* What it is made with; borrowed. */
typedef struct
{
  PelWaylandConnection              *connection;
  struct wl_shm                     *shm;
  struct zwlr_screencopy_manager_v1 *screencopy;
} PelWlrCopyMaterials;

typedef enum
{
  PEL_WLR_COPY_PLAIN,
  PEL_WLR_COPY_WITH_CURSOR,
  PEL_WLR_COPY_WHEN_CHANGED, /* not before something has been drawn; only that is told */
} PelWlrCopyMode;

/* @image (nullable) (transfer full): NULL where the compositor does not give it, or not in a form
 * that is known, and where only a change was asked for. Called once; the copy may not be freed in
 * it. */
typedef void (*PelWlrCopyFunc) (PelImage *image, gpointer user_data);

/* Sends no request before the next flush. */
PelWlrCopy *pel_wlr_copy_new (const PelWlrCopyMaterials *materials,
                              struct wl_output          *output,
                              PelWlrCopyMode             mode,
                              PelWlrCopyFunc             done,
                              gpointer                   user_data);
void        pel_wlr_copy_free (PelWlrCopy *self);
