/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "config.h"

#include <gio/gio.h>

#if HAVE_X11
#include "x11-reply.h"

#include <stdlib.h>

#define MAX_WORDS (256 * 1024) /* of four bytes: more comes in pieces, and is not read */
#endif

/* The clipboard, read without GTK and as far as it can be read: on Wayland it belongs to who has
 * the focus, and that is not a test. */
static inline gboolean
clipboard_is_readable (void)
{
#if HAVE_X11
  return g_getenv ("WAYLAND_DISPLAY") == NULL;
#else
  return FALSE;
#endif
}

#if HAVE_X11
/* Whether the owner of the clipboard has put it where it was asked to, within a second. */
static inline gboolean
await_clipboard (xcb_connection_t *xcb)
{
  gint64               end = g_get_monotonic_time () + G_TIME_SPAN_SECOND;
  xcb_generic_event_t *event;
  gboolean             is_there = FALSE, is_over = FALSE;

  while (!is_over && (event = pel_x11_next_event (xcb, end)) != NULL)
    {
      is_over = (event->response_type & 0x7f) == XCB_SELECTION_NOTIFY;
      is_there = is_over && ((xcb_selection_notify_event_t *) event)->property != XCB_ATOM_NONE;
      free (event);
    }
  return is_there;
}

/* (transfer full): empty where it has nothing as @kind, as in UTF8_STRING or image/png. */
static inline GBytes *
clipboard_read (const char *kind)
{
  g_autoptr (GError)                   error = NULL;
  xcb_connection_t                    *xcb = pel_x11_connect (&error);
  g_autofree xcb_get_property_reply_t *reply = NULL;
  xcb_window_t                         root, window;
  xcb_atom_t                           type, place;

  g_assert_no_error (error);
  root = xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root;
  window = xcb_generate_id (xcb);
  type = pel_x11_intern (xcb, kind);
  place = pel_x11_intern (xcb, "PELLUCID_TEST");
  xcb_create_window (xcb, 0, window, root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY, 0, 0, NULL);
  xcb_convert_selection (xcb,
                         window,
                         pel_x11_intern (xcb, "CLIPBOARD"),
                         type,
                         place,
                         XCB_CURRENT_TIME);
  xcb_flush (xcb);
  if (await_clipboard (xcb))
    reply =
        xcb_get_property_reply (xcb,
                                xcb_get_property (xcb, FALSE, window, place, type, 0, MAX_WORDS),
                                NULL);
  xcb_destroy_window (xcb, window);
  xcb_disconnect (xcb);
  return reply != NULL ? g_bytes_new (xcb_get_property_value (reply),
                                      (gsize) xcb_get_property_value_length (reply))
                       : g_bytes_new_static ("", 0);
}
#else
static inline GBytes *
clipboard_read (const char *kind)
{
  return g_bytes_new_static ("", 0);
}
#endif
