/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of real input share: hands of Pellucid's own on this desktop, and gestures that
 * wait for their end. */

#pragma once

#include "config.h"
#include "services/base/error.h"
#include "services/input/input.h"
#if HAVE_X11
#include "services/input/x11-input.h"
#include "services/window/x11-window-source.h"
#endif
#if HAVE_WAYLAND
#include "services/input/wlr-input.h"
#include "services/window/sway-window-source.h"
#endif

#define GESTURE_MS 30000 /* on a busy machine */

typedef struct
{
  PelWindowSource *windows;
  PelInput        *input;
} Hands;

static inline char *
hands_dup_program (const char *name)
{
  return g_test_build_filename (G_TEST_BUILT, "..", "app", name, NULL);
}

static inline void
hands_open (Hands *hands)
{
  g_autoptr (GError) error = NULL;

#if HAVE_WAYLAND
  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    {
      g_autofree char *path = hands_dup_program ("pellucid-wayland-hand");

      hands->windows = pel_sway_window_source_new (&error);
      g_assert_no_error (error);
      hands->input = pel_wlr_input_new (hands->windows, path, &error);
    }
#endif
#if HAVE_X11
  if (g_getenv ("WAYLAND_DISPLAY") == NULL)
    {
      g_autofree char *path = hands_dup_program ("pellucid-hand");

      hands->windows = pel_x11_window_source_new (&error);
      g_assert_no_error (error);
      hands->input = pel_x11_input_new (path, &error);
    }
#endif
  g_assert_no_error (error);
  g_assert_nonnull (hands->input);
}

static inline void
hands_close (Hands *hands)
{
  g_clear_object (&hands->input);
  g_clear_object (&hands->windows);
}

static inline void
hands_done_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static inline void
hands_await (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* @addressee: its time may be left out. */
static inline gboolean
hands_try (Hands *hands, PelGesture *gesture, PelAddressee addressee, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (addressee.timeout_ms == 0)
    addressee.timeout_ms = GESTURE_MS;
  pel_input_make_async (hands->input, gesture, &addressee, NULL, hands_done_cb, &result);
  hands_await (&result);
  return pel_input_make_finish (hands->input, result, error);
}

static inline void
hands_make (Hands *hands, PelGesture *gesture, PelAddressee addressee)
{
  g_autoptr (GError) error = NULL;

  hands_try (hands, gesture, addressee, &error);
  g_assert_no_error (error);
}

static inline PelDesktop *
hands_look (Hands *hands)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  PelDesktop              *desktop;

  pel_window_source_query_async (hands->windows, NULL, hands_done_cb, &result);
  hands_await (&result);
  desktop = pel_window_source_query_finish (hands->windows, result, &error);
  g_assert_no_error (error);
  return desktop;
}
