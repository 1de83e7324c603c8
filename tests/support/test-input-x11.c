/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-input-private.h"
#include "x11-reply.h"

#include <stdlib.h>
#include <xcb/xtest.h>

typedef struct
{
  xcb_connection_t                 *connection;
  xcb_window_t                      root;
  xcb_get_keyboard_mapping_reply_t *mapping;
  guint                             first_code;
} X11Input;

static void
x11_close (gpointer backend)
{
  X11Input *self = backend;

  free (self->mapping);
  xcb_disconnect (self->connection);
  g_free (self);
}

static gboolean
read_mapping (X11Input *self, GError **error)
{
  const xcb_setup_t *setup = xcb_get_setup (self->connection);

  g_clear_pointer (&self->mapping, free);
  self->first_code = setup->min_keycode;
  self->mapping =
      pel_x11_await (self->connection,
                     xcb_get_keyboard_mapping (self->connection,
                                               setup->min_keycode,
                                               setup->max_keycode - setup->min_keycode + 1)
                         .sequence,
                     error);
  return self->mapping != NULL;
}

static gpointer
x11_open (GError **error)
{
  X11Input *self = g_new0 (X11Input, 1);

  self->connection = pel_x11_connect (error);
  if (self->connection == NULL)
    {
      g_free (self);
      return NULL;
    }
  self->root = xcb_setup_roots_iterator (xcb_get_setup (self->connection)).data->root;
  if (read_mapping (self, error))
    return self;
  x11_close (self);
  return NULL;
}

/* The server has done a request when it answers a later one. */
static gboolean
fake (X11Input *self, guint type, guint detail, int x, int y, GError **error)
{
  xcb_test_fake_input (self->connection, type, detail, XCB_CURRENT_TIME, self->root, x, y, 0);
  return pel_x11_sync (self->connection, error);
}

static gboolean
x11_move (gpointer backend, double x, double y, GError **error)
{
  return fake (backend, XCB_MOTION_NOTIFY, FALSE, (int) x, (int) y, error);
}

static gboolean
x11_button (gpointer backend, guint button, gboolean is_pressed, GError **error)
{
  return fake (backend, is_pressed ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, button, 0, 0, error);
}

static gboolean
turn (gpointer backend, guint button, int notches, GError **error)
{
  for (int i = 0; i < notches; i++)
    {
      if (!x11_button (backend, button, TRUE, error) || !x11_button (backend, button, FALSE, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
x11_wheel (gpointer backend, int right, int down, GError **error)
{
  return turn (backend, 4, -down, error) && turn (backend, 5, down, error) &&
         turn (backend, 6, -right, error) && turn (backend, 7, right, error);
}

static gboolean
x11_key (gpointer backend, guint code, gboolean is_pressed, GError **error)
{
  return fake (backend, is_pressed ? XCB_KEY_PRESS : XCB_KEY_RELEASE, code, 0, 0, error);
}

static gboolean
x11_find_key (gpointer backend, xkb_keysym_t symbol, guint *ret_code, gboolean *ret_shift)
{
  X11Input           *self = backend;
  const xcb_keysym_t *symbols = xcb_get_keyboard_mapping_keysyms (self->mapping);
  guint               per_code = self->mapping->keysyms_per_keycode;
  guint               n_codes =
      (guint) xcb_get_keyboard_mapping_keysyms_length (self->mapping) / MAX (per_code, 1);

  for (guint level = 0; level < MIN (per_code, 2); level++)
    {
      for (guint code = 0; code < n_codes; code++)
        {
          if (symbols[code * per_code + level] != symbol)
            continue;
          *ret_code = self->first_code + code;
          *ret_shift = level == 1;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
x11_set_layout (gpointer backend, const char *layout, GError **error)
{
  const char *argv[] = { "setxkbmap", layout, NULL };
  int         status = 0;

  return g_spawn_sync (NULL,
                       (char **) argv,
                       NULL,
                       G_SPAWN_SEARCH_PATH,
                       NULL,
                       NULL,
                       NULL,
                       NULL,
                       &status,
                       error) &&
         g_spawn_check_wait_status (status, error) && read_mapping (backend, error);
}

const PelTestInputBackend pel_test_input_x11 = {
  x11_open, x11_close, x11_move, x11_button, x11_wheel, x11_key, x11_find_key, x11_set_layout,
};
