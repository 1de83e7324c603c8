/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pixel-oracle-private.h"
#include "x11-reply.h"

#include <stdlib.h>
#include <string.h>

static void
add_image (GPtrArray *images, xcb_get_image_reply_t *reply, int width, int height)
{
  const guint8   *data = xcb_get_image_data (reply);
  PelOracleImage *image = pel_oracle_image_new (NULL, width, height);

  for (gsize i = 0; i < (gsize) width * height; i++)
    {
      guint32 pixel;

      memcpy (&pixel, data + i * 4, sizeof pixel);
      image->pixels[i] = pixel & 0xffffff;
    }
  g_ptr_array_add (images, image);
}

/* The plainest way there is: no shared memory, no compositor's pixmaps. */
static gboolean
capture_root (xcb_connection_t *connection, GPtrArray *images, GError **error)
{
  xcb_window_t              root = xcb_setup_roots_iterator (xcb_get_setup (connection)).data->root;
  xcb_get_geometry_reply_t *size =
      pel_x11_await (connection, xcb_get_geometry (connection, root).sequence, error);
  xcb_get_image_reply_t *reply = NULL;
  gboolean               is_known = FALSE;

  if (size != NULL)
    reply = pel_x11_await (connection,
                           xcb_get_image (connection,
                                          XCB_IMAGE_FORMAT_Z_PIXMAP,
                                          root,
                                          0,
                                          0,
                                          size->width,
                                          size->height,
                                          ~0u)
                               .sequence,
                           error);
  if (reply != NULL)
    is_known = (gsize) xcb_get_image_data_length (reply) >= (gsize) size->width * size->height * 4;
  if (is_known)
    add_image (images, reply, size->width, size->height);
  else if (reply != NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "the screen is not 32 bits a pixel");
  free (size);
  free (reply);
  return is_known;
}

GPtrArray *
pel_oracle_capture_x11 (GError **error)
{
  xcb_connection_t     *connection = pel_x11_connect (error);
  g_autoptr (GPtrArray) images =
      g_ptr_array_new_with_free_func ((GDestroyNotify) pel_oracle_image_free);
  gboolean is_good;

  if (connection == NULL)
    return NULL;
  is_good = capture_root (connection, images, error);
  xcb_disconnect (connection);
  return is_good ? g_steal_pointer (&images) : NULL;
}
