/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of pictures share: a desk with a camera, windows in plain colours, and the screen
 * as another eye sees it. */

#pragma once

#include "window-control-case.h"

#include "pixel-oracle.h"
#include "test-window.h"

#include "services/capture/camera.h"
#if HAVE_X11
#include "services/capture/x11-camera.h"
#endif
#if HAVE_WAYLAND
#include "services/capture/wlr-camera.h"
#endif

#define RED   0xd02010u
#define GREEN 0x10c040u
#define BLUE  0x2030e0u

typedef struct
{
  Desk       desk;
  PelCamera *camera;
  int        x, y; /* where the first monitor begins */
} Studio;

/* What an earlier test has shown is gone. */
static inline void
studio_await_empty (void)
{
  static const guint32 colours[] = { RED, GREEN, BLUE };
  gint64               deadline = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;
  guint                n;

  do
    {
      g_autoptr (GError)         error = NULL;
      g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);

      g_assert_no_error (error);
      n = 0;
      for (guint i = 0; i < G_N_ELEMENTS (colours); i++)
        n += pel_oracle_count (image, colours[i], 0);
    }
  while (n > 0 && g_get_monotonic_time () < deadline);
  g_assert_cmpuint (n, ==, 0);
}

static inline void
studio_open (Studio *studio, gconstpointer unused)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelDesktop) desktop = NULL;
  const PelMonitor      *monitor;

  studio_await_empty ();
  desk_open (&studio->desk, NULL);
  desktop = desk_query (&studio->desk);
  monitor = pel_monitor_layout_get_monitor (pel_desktop_get_layout (desktop), 0);
  studio->x = (int) monitor->native.x;
  studio->y = (int) monitor->native.y;
#if HAVE_X11
  if (!is_sway ())
    studio->camera = pel_x11_camera_new (&error);
#endif
#if HAVE_WAYLAND
  if (is_sway ())
    studio->camera = pel_wlr_camera_new (NULL, &error);
#endif
  g_assert_no_error (error);
}

static inline void
studio_close (Studio *studio, gconstpointer unused)
{
  g_clear_object (&studio->camera);
  desk_close (&studio->desk, NULL);
}

/* (nullable): NULL with the error. */
static inline PelImage *
studio_take (Studio *studio, const PelShot *shot, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  pel_camera_take_async (studio->camera, shot, NULL, desk_done_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return pel_camera_take_finish (studio->camera, result, error);
}

static inline PelImage *
studio_shoot (Studio *studio, const PelShot *shot)
{
  g_autoptr (GError) error = NULL;
  PelImage          *image = studio_take (studio, shot, &error);

  g_assert_no_error (error);
  g_assert_cmpint (image->width, ==, shot->rect.width);
  g_assert_cmpint (image->height, ==, shot->rect.height);
  return image;
}

/* A window of one colour with a frame of another, at a native place of the first monitor. */
static inline PelTestWindow *
studio_show (Studio     *studio,
             const char *name,
             guint32     rgb,
             guint32     edge,
             int         x,
             int         y,
             int         width,
             int         height)
{
  g_autoptr (GError) error = NULL;
  const PelTestPatch patches[] = {
    { 0, 0, width, height, edge },
    { 3, 3, width - 6, height - 6, rgb },
  };
  PelTestWindow *window =
      pel_test_window_new (name, width, height, patches, G_N_ELEMENTS (patches), &error);

  g_assert_no_error (error);
  pel_test_window_place (window, studio->x + x, studio->y + y, 1, &error);
  g_assert_no_error (error);
  return window;
}

/* Where a colour is on the virtual desktop, once it has come to rest: of the first output. */
static inline PelPhysicalRect
studio_await (guint32 rgb)
{
  PelOracleBox box = { 0 };

  g_assert_true (pel_oracle_wait (NULL, rgb, 0, 20000, &box));
  return (PelPhysicalRect){ box.x, box.y, box.width, box.height };
}

static inline guint
count_pixels (const PelImage *image, guint32 rgb)
{
  guint n = 0;

  for (gsize i = 0; i < (gsize) image->width * (gsize) image->height; i++)
    n += (image->pixels[i] & 0xffffff) == rgb;
  return n;
}
