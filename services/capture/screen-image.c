/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/screen-image.h"

#include "services/base/error.h"
#if HAVE_X11
#include "services/capture/x11-screen-image.h"
#endif
#if HAVE_WAYLAND
#include "services/capture/wlr-screen-image.h"
#endif

#include <glib/gi18n.h>

PelScreenImage *
pel_screen_image_new (int width, int height)
{
  PelScreenImage *self = g_new0 (PelScreenImage, 1);

  self->width = width;
  self->height = height;
  self->pixels = g_new0 (guint32, (gsize) width * (gsize) height);
  return self;
}

void
pel_screen_image_free (PelScreenImage *self)
{
  if (self == NULL)
    return;
  g_free (self->pixels);
  g_free (self);
}

gboolean
pel_screen_image_find (const PelScreenImage *self, guint32 rgb, PelPhysicalRect *ret_box)
{
  int left = self->width, top = self->height, right = 0, bottom = 0;

  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x++)
      if (self->pixels[(gsize) y * (gsize) self->width + (gsize) x] == rgb)
        {
          left = MIN (left, x);
          top = MIN (top, y);
          right = MAX (right, x + 1);
          bottom = MAX (bottom, y + 1);
        }
  if (right == 0)
    return FALSE;
  *ret_box = (PelPhysicalRect){ left, top, right - left, bottom - top };
  return TRUE;
}

void
pel_screen_image_take_async (PelPlatformKind     platform,
                             const PelMonitor   *monitor,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GError           *error = NULL;

  g_task_set_source_tag (task, pel_screen_image_take_async);
#if HAVE_X11
  if (platform == PEL_PLATFORM_X11)
    {
      pel_x11_screen_image_take (g_steal_pointer (&task), &monitor->physical);
      return;
    }
#endif
#if HAVE_WAYLAND
  if (platform == PEL_PLATFORM_WAYLAND)
    {
      pel_wlr_screen_image_take (g_steal_pointer (&task), monitor->name);
      return;
    }
#endif
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 NULL,
                 _ ("This build of Pellucid cannot see this screen"));
  g_task_return_error (task, error);
}

PelScreenImage *
pel_screen_image_take_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_screen_image_take_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
