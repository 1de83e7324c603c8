/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"
#include "services/window/x11-connection.h"

#include <xcb/shm.h>

/**
 * PelX11Pool:
 *
 * Memory that an X server writes pictures into. What an image has done with is used again for the
 * next one, and given back when no one has wanted any for a while: the first writing of fresh
 * memory takes longer than the picture. Counted by the images that are made of it.
 */
typedef struct _PelX11Pool    PelX11Pool;
typedef struct _PelX11Segment PelX11Segment;

/* (nullable): without the extension for it. */
PelX11Pool *pel_x11_pool_new (PelX11Connection *connection);

/* Nothing more is asked of the server. */
void pel_x11_pool_close (PelX11Pool *self);

/* (nullable) (transfer full): room for an image; NULL where there is no memory. */
PelX11Segment *pel_x11_pool_take (PelX11Pool *self, int width, int height);
xcb_shm_seg_t  pel_x11_segment_get_id (PelX11Segment *self);

/* Takes it: it goes back into the pool unused, or with the image. */
void      pel_x11_segment_drop (PelX11Segment *self);
PelImage *pel_x11_segment_make_image (PelX11Segment *self);
