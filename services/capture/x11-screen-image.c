/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/x11-screen-image.h"

#include "services/base/error.h"
#include "services/window/x11-round.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  GTask            *task;
  PelScreenImage   *image; /* NULL until the pixels are there */
  PelPhysicalRect   rect;
  PelX11Connection *connection;
} Shot;

static gboolean
is_plain (const Shot *shot, xcb_get_image_reply_t *reply)
{
  const xcb_setup_t *setup = xcb_get_setup (pel_x11_connection_get_xcb (shot->connection));
  gsize              size = (gsize) shot->rect.width * (gsize) shot->rect.height * 4;

  return (reply->depth == 24 || reply->depth == 32) &&
         setup->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST &&
         (gsize) xcb_get_image_data_length (reply) >= size;
}

static void
take_image (gpointer reply, gpointer data)
{
  Shot         *shot = data;
  const guint8 *bytes = xcb_get_image_data (reply);
  gsize         n = (gsize) shot->rect.width * (gsize) shot->rect.height;

  if (!is_plain (shot, reply))
    return;
  shot->image = pel_screen_image_new (shot->rect.width, shot->rect.height);
  for (gsize i = 0; i < n; i++, bytes += 4)
    shot->image->pixels[i] =
        (guint32) bytes[2] << 16 | (guint32) bytes[1] << 8 | (guint32) bytes[0];
}

static void
done_cb (const GError *error, gpointer user_data)
{
  Shot             *shot = user_data;
  g_autoptr (GTask) task = shot->task;

  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else if (shot->image == NULL)
    {
      GError *unknown = NULL;

      pel_set_error (&unknown,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("The X server does not show its pixels in a form that is known here"));
      g_task_return_error (task, unknown);
    }
  else
    g_task_return_pointer (task,
                           g_steal_pointer (&shot->image),
                           (GDestroyNotify) pel_screen_image_free);
  pel_screen_image_free (shot->image);
  g_object_unref (shot->connection);
  g_free (shot);
}

void
pel_x11_screen_image_take (GTask *task, const PelPhysicalRect *rect)
{
  g_autoptr (GError) error = NULL;
  PelX11Connection  *connection = pel_x11_connection_open (&error);
  Shot              *shot;
  PelX11Round       *round;
  xcb_connection_t  *xcb;

  if (connection == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      g_object_unref (task);
      return;
    }
  shot = g_new0 (Shot, 1);
  *shot = (Shot){ .task = task, .rect = *rect, .connection = connection };
  xcb = pel_x11_connection_get_xcb (connection);
  round = pel_x11_round_new (connection, g_task_get_cancellable (task), done_cb, shot);
  pel_x11_round_expect (round,
                        xcb_get_image (xcb,
                                       XCB_IMAGE_FORMAT_Z_PIXMAP,
                                       pel_x11_connection_get_screen (connection)->root,
                                       (gint16) rect->x,
                                       (gint16) rect->y,
                                       (guint16) rect->width,
                                       (guint16) rect->height,
                                       G_MAXUINT32)
                            .sequence,
                        take_image,
                        shot);
  pel_x11_round_send (round);
}
