/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/x11-cursor.h"

#include <string.h>
#include <xcb/xfixes.h>

void
pel_x11_cursor_shape_clear (PelX11CursorShape *self)
{
  g_clear_pointer (&self->image, pel_image_unref);
}

static void
take_cursor (gpointer reply, gpointer data)
{
  xcb_xfixes_get_cursor_image_reply_t *cursor = reply;
  PelX11CursorShape                   *self = data;
  gsize                                n = (gsize) cursor->width * cursor->height;

  pel_x11_cursor_shape_clear (self);
  if (n == 0 || (gsize) xcb_xfixes_get_cursor_image_cursor_image_length (cursor) < n)
    return;
  self->x = cursor->x - cursor->xhot;
  self->y = cursor->y - cursor->yhot;
  self->image = pel_image_new (cursor->width, cursor->height);
  memcpy (self->image->pixels,
          xcb_xfixes_get_cursor_image_cursor_image (cursor),
          n * sizeof (guint32));
}

void
pel_x11_cursor_shape_ask (PelX11CursorShape *self, PelX11Connection *connection, PelX11Round *round)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);

  if (pel_x11_connection_has_extension (connection, &xcb_xfixes_id))
    pel_x11_round_expect (round, xcb_xfixes_get_cursor_image (xcb).sequence, take_cursor, self);
}

PelImage *
pel_x11_cursor_shape_draw (const PelX11CursorShape *self,
                           PelImage                *image,
                           const PelPhysicalRect   *rect)
{
  PelImage *with;

  if (self->image == NULL)
    return image;
  with = pel_image_new (image->width, image->height);
  pel_image_copy (with, image, 0, 0);
  pel_image_blend (with, self->image, self->x - rect->x, self->y - rect->y);
  pel_image_unref (image);
  return with;
}
