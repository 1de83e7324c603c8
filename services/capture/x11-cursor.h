/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"
#include "services/window/x11-round.h"

/* The pointer as it is shown: in no window, so that no picture of windows has it. A value. */
typedef struct
{
  int       x, y;  /* of the desktop, where its picture begins */
  PelImage *image; /* NULL: not known */
} PelX11CursorShape;

void pel_x11_cursor_shape_clear (PelX11CursorShape *self);

/* Asks for it with the other requests of @round. */
void pel_x11_cursor_shape_ask (PelX11CursorShape *self,
                               PelX11Connection  *connection,
                               PelX11Round       *round);

/* Takes @image, which shows @rect of the desktop: with the pointer in it. (transfer full) */
PelImage *pel_x11_cursor_shape_draw (const PelX11CursorShape *self,
                                     PelImage                *image,
                                     const PelPhysicalRect   *rect);
