/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-keymap.h"

#include "services/base/error.h"

#include <glib/gi18n.h>
#include <xcb/xkb.h>
#include <xkbcommon/xkbcommon-x11.h>

#define CHANGES (XCB_XKB_EVENT_TYPE_NEW_KEYBOARD_NOTIFY | XCB_XKB_EVENT_TYPE_MAP_NOTIFY)
#define MAP_PARTS                                                                           \
  (XCB_XKB_MAP_PART_KEY_TYPES | XCB_XKB_MAP_PART_KEY_SYMS | XCB_XKB_MAP_PART_MODIFIER_MAP | \
   XCB_XKB_MAP_PART_EXPLICIT_COMPONENTS | XCB_XKB_MAP_PART_VIRTUAL_MODS |                   \
   XCB_XKB_MAP_PART_VIRTUAL_MOD_MAP)

/* What all events of the extension begin with. */
typedef struct
{
  guint8 response_type;
  guint8 kind;
} XkbEvent;

void
pel_x11_keymap_attend (PelX11Connection *connection)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);

  if (!pel_x11_connection_has_extension (connection, &xcb_xkb_id))
    return;
  xcb_discard_reply (xcb,
                     xcb_xkb_use_extension (xcb, XCB_XKB_MAJOR_VERSION, XCB_XKB_MINOR_VERSION)
                         .sequence);
  xcb_discard_reply (xcb,
                     xcb_xkb_per_client_flags (xcb,
                                               XCB_XKB_ID_USE_CORE_KBD,
                                               XCB_XKB_PER_CLIENT_FLAG_DETECTABLE_AUTO_REPEAT,
                                               XCB_XKB_PER_CLIENT_FLAG_DETECTABLE_AUTO_REPEAT,
                                               0,
                                               0,
                                               0)
                         .sequence);
  xcb_xkb_select_events (xcb,
                         XCB_XKB_ID_USE_CORE_KBD,
                         CHANGES,
                         /* clear= */ 0,
                         /* selectAll= */ CHANGES,
                         MAP_PARTS,
                         MAP_PARTS,
                         NULL);
}

gboolean
pel_x11_keymap_is_changed (PelX11Connection *connection, const xcb_generic_event_t *event)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  const XkbEvent   *xkb = (const void *) event;

  return pel_x11_connection_has_extension (connection, &xcb_xkb_id) &&
         (event->response_type & 0x7f) == xcb_get_extension_data (xcb, &xcb_xkb_id)->first_event &&
         (xkb->kind == XCB_XKB_NEW_KEYBOARD_NOTIFY || xkb->kind == XCB_XKB_MAP_NOTIFY);
}

static struct xkb_keymap *
ask (xcb_connection_t *xcb)
{
  struct xkb_context *context;
  struct xkb_keymap  *keymap;
  int32_t             device;

  if (xcb_connection_has_error (xcb) ||
      !xkb_x11_setup_xkb_extension (xcb,
                                    XKB_X11_MIN_MAJOR_XKB_VERSION,
                                    XKB_X11_MIN_MINOR_XKB_VERSION,
                                    XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS,
                                    NULL,
                                    NULL,
                                    NULL,
                                    NULL))
    return NULL;
  device = xkb_x11_get_core_keyboard_device_id (xcb);
  if (device < 0)
    return NULL;
  context = xkb_context_new (XKB_CONTEXT_NO_DEFAULT_INCLUDES | XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  if (context == NULL)
    return NULL;
  xkb_context_set_log_level (context, XKB_LOG_LEVEL_CRITICAL);
  keymap = xkb_x11_keymap_new_from_device (context, xcb, device, XKB_KEYMAP_COMPILE_NO_FLAGS);
  xkb_context_unref (context);
  return keymap;
}

static GError *
explain (gboolean is_broken)
{
  GError *error = NULL;

  if (is_broken)
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   NULL,
                   _ ("The X server closed the connection"));
  else
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Start the X server with the XKEYBOARD extension"),
                   _ ("The X server does not report the keyboard layout"));
  return error;
}

static void
load_in_thread (GTask *task, gpointer unused, gpointer display, GCancellable *cancellable)
{
  xcb_connection_t  *xcb = xcb_connect (display, NULL);
  struct xkb_keymap *keymap = ask (xcb);
  gboolean           is_broken = xcb_connection_has_error (xcb) != 0;

  xcb_disconnect (xcb);
  if (keymap != NULL)
    g_task_return_pointer (task, pel_pick_keys_new (keymap), (GDestroyNotify) pel_pick_keys_free);
  else
    g_task_return_error (task, explain (is_broken));
}

void
pel_x11_keymap_load_async (GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_x11_keymap_load_async);
  g_task_set_task_data (task, g_strdup (g_getenv ("DISPLAY")), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_in_thread);
}

PelPickKeys *
pel_x11_keymap_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
