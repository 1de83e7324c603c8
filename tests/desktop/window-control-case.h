/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of window operations share: a desk with a control, orders that wait for their
 * outcome, and what an eye of its own sees of it. */

#pragma once

#include "config.h"

#include "../fixtures/fixture-ui.h"
#include "fixture.h"
#include "sway-ipc.h"
#include "window-eye.h"

#include "services/base/error.h"
#include "services/window/window-control.h"
#if HAVE_X11
#include "services/window/x11-window-control.h"
#include "services/window/x11-window-source.h"
#endif
#if HAVE_WAYLAND

#include "services/window/sway-window-control.h"
#include "services/window/sway-window-source.h"
#endif

#define ORDER_MS 20000 /* on a busy machine */

typedef struct
{
  PelWindowSource  *source;
  PelWindowControl *control;
} Desk;

static inline gboolean
is_sway (void)
{
  return g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "sway");
}

static inline void
desk_open (Desk *desk, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

#if HAVE_X11
  if (!is_sway ())
    {
      desk->source = pel_x11_window_source_new (&error);
      g_assert_no_error (error);
      desk->control = pel_x11_window_control_new (desk->source, &error);
    }
#endif
#if HAVE_WAYLAND
  if (is_sway ())
    {
      desk->source = pel_sway_window_source_new (&error);
      g_assert_no_error (error);
      desk->control = pel_sway_window_control_new (desk->source, &error);
    }
#endif
  g_assert_no_error (error);
}

static inline void
desk_close (Desk *desk, gconstpointer unused)
{
  g_clear_object (&desk->control);
  g_clear_object (&desk->source);
}

static inline void
desk_done_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static inline PelDesktop *
desk_query (Desk *desk)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError)       error = NULL;
  PelDesktop              *desktop;

  pel_window_source_query_async (desk->source, NULL, desk_done_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  desktop = pel_window_source_query_finish (desk->source, result, &error);
  g_assert_no_error (error);
  return desktop;
}

/* The id of the one window with this title, as soon as it is shown. */
static inline char *
desk_await (Desk *desk, const char *title)
{
  gint64 deadline = g_get_monotonic_time () + 30 * G_TIME_SPAN_SECOND;

  while (g_get_monotonic_time () < deadline)
    {
      g_autoptr (PelDesktop) desktop = desk_query (desk);

      for (guint i = 0; i < pel_desktop_get_n_windows (desktop); i++)
        {
          const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

          if (g_str_equal (info->title, title) && (info->states & PEL_WINDOW_VISIBLE) != 0)
            return g_strdup (info->id);
        }
    }
  g_error ("“%s” is not shown", title);
}

/* (nullable): NULL with the error. */
static inline PelDesktop *
desk_run (Desk *desk, const PelWindowOrder *order, PelWindowReply *reply, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  PelWindowOrder           full = *order;

  if (full.timeout_ms == 0)
    full.timeout_ms = ORDER_MS;
  g_test_message ("%s %s", pel_window_operation_to_string (order->operation), order->window_id);
  pel_window_control_run_async (desk->control, &full, NULL, desk_done_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return pel_window_control_run_finish (desk->control, result, reply, error);
}

/* It must do what it was told, and an eye of its own must see it. */
static inline PelWindowView
desk_do (Desk *desk, const char *id, PelWindowOperation operation)
{
  g_autoptr (GError)     error = NULL;
  PelWindowReply         reply = PEL_WINDOW_PENDING;
  PelWindowOrder         order = { .window_id = id, .operation = operation };
  g_autoptr (PelDesktop) desktop = desk_run (desk, &order, &reply, &error);
  PelWindowView          view;

  g_assert_no_error (error);
  g_assert_cmpint (reply, ==, PEL_WINDOW_DONE);
  view = pel_window_eye_look (id);
  g_test_message ("now %g,%g %gx%g", view.x, view.y, view.width, view.height);
  return view;
}

static inline void
desk_refuse (Desk *desk, const PelWindowOrder *order, PelErrorCode code)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelDesktop) desktop = desk_run (desk, order, NULL, &error);

  g_assert_null (desktop);
  g_test_message ("%s", error->message);
  g_assert_error (error, PEL_ERROR, (int) code);
}

/* Moves or resizes it, and sees that it is so to the pixel. */
static inline void
desk_place (Desk *desk, const char *id, PelWindowOperation operation, PelNativeRect bounds)
{
  g_autoptr (GError)     error = NULL;
  PelWindowReply         reply = PEL_WINDOW_PENDING;
  PelWindowOrder         order = { .window_id = id, .operation = operation, .bounds = bounds };
  PelWindowView          before = pel_window_eye_look (id);
  g_autoptr (PelDesktop) desktop = desk_run (desk, &order, &reply, &error);
  PelWindowView          after = pel_window_eye_look (id);

  g_assert_no_error (error);
  g_assert_cmpint (reply, ==, PEL_WINDOW_DONE);
  g_assert_cmpfloat (after.x, ==, operation == PEL_WINDOW_MOVE ? bounds.x : before.x);
  g_assert_cmpfloat (after.y, ==, operation == PEL_WINDOW_MOVE ? bounds.y : before.y);
  g_assert_cmpfloat (after.width, ==, operation == PEL_WINDOW_MOVE ? before.width : bounds.width);
  g_assert_cmpfloat (after.height,
                     ==,
                     operation == PEL_WINDOW_MOVE ? before.height : bounds.height);
}
