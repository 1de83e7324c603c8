/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-window-private.h"
#include "x11-reply.h"

#include <stdlib.h>
#include <string.h>
#include <xkbcommon/xkbcommon.h>

#define SHOW_MS 20000 /* machines are noisy; nothing waits longer than it must */

typedef struct
{
  PelTestWindow                    *window;
  xcb_connection_t                 *connection;
  xcb_screen_t                     *screen;
  xcb_window_t                      id;
  xcb_get_keyboard_mapping_reply_t *mapping;
  gboolean                          is_mapped;
} X11Window;

/* clang-format off */
static const struct { guint button; int right; int down; } wheels[] = {
  { 4, 0, -1 }, { 5, 0, 1 }, { 6, -1, 0 }, { 7, 1, 0 },
};
/* clang-format on */

static void
x11_close (gpointer backend)
{
  X11Window *self = backend;

  free (self->mapping);
  xcb_disconnect (self->connection);
  g_free (self);
}

static void
record_press (X11Window *self, guint button)
{
  for (gsize i = 0; i < G_N_ELEMENTS (wheels); i++)
    {
      if (wheels[i].button != button)
        continue;
      pel_test_window_record (self->window, "wheel %d,%d", wheels[i].right, wheels[i].down);
      return;
    }
  pel_test_window_record (self->window, "press %u", button);
}

static void
record_key (X11Window *self, const char *word, const xcb_key_press_event_t *event)
{
  const xcb_keysym_t *symbols = xcb_get_keyboard_mapping_keysyms (self->mapping);
  guint               first = xcb_get_setup (self->connection)->min_keycode;
  guint               level = (event->state & XCB_MOD_MASK_SHIFT) != 0 ? 1 : 0;
  const xcb_keysym_t *of_key =
      symbols + (event->detail - first) * self->mapping->keysyms_per_keycode;
  xcb_keysym_t symbol = of_key[level] != XKB_KEY_NoSymbol ? of_key[level] : of_key[0];
  char         name[64] = "";

  xkb_keysym_get_name (symbol, name, sizeof name);
  pel_test_window_record (self->window, "%s %s", word, name);
}

static void
handle (X11Window *self, const xcb_generic_event_t *event)
{
  const xcb_button_press_event_t  *button = (const void *) event;
  const xcb_motion_notify_event_t *motion = (const void *) event;

  switch (event->response_type & 0x7f)
    {
    case XCB_MAP_NOTIFY:
      self->is_mapped = TRUE;
      break;
    case XCB_FOCUS_IN:
      pel_test_window_record (self->window, "focus");
      break;
    case XCB_MOTION_NOTIFY:
      pel_test_window_record (self->window, "move %d,%d", motion->event_x, motion->event_y);
      break;
    case XCB_BUTTON_PRESS:
      record_press (self, button->detail);
      break;
    case XCB_BUTTON_RELEASE:
      if (button->detail < 4 || button->detail > 7)
        pel_test_window_record (self->window, "release %u", button->detail);
      break;
    case XCB_KEY_PRESS:
      record_key (self, "key", (const void *) event);
      break;
    case XCB_KEY_RELEASE:
      record_key (self, "lifted", (const void *) event);
      break;
    default:
      break;
    }
}

static gboolean
x11_pump (gpointer backend, gint64 end, GError **error)
{
  X11Window           *self = backend;
  xcb_generic_event_t *event = pel_x11_next_event (self->connection, end);

  if (event == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the X server sends nothing");
      return FALSE;
    }
  handle (self, event);
  free (event);
  return TRUE;
}

/* As the background, so that no one ever has to draw again. */
static void
set_background (X11Window *self)
{
  xcb_pixmap_t    pixmap = xcb_generate_id (self->connection);
  xcb_gcontext_t  gc = xcb_generate_id (self->connection);
  PelTestWindow  *window = self->window;
  xcb_rectangle_t all = { 0, 0, (guint16) window->width, (guint16) window->height };
  guint32         colour = self->screen->black_pixel;

  xcb_create_pixmap (self->connection,
                     self->screen->root_depth,
                     pixmap,
                     self->id,
                     all.width,
                     all.height);
  xcb_create_gc (self->connection, gc, pixmap, XCB_GC_FOREGROUND, &colour);
  xcb_poly_fill_rectangle (self->connection, pixmap, gc, 1, &all);
  for (guint i = 0; i < window->patches->len; i++)
    {
      const PelTestPatch *patch = &g_array_index (window->patches, PelTestPatch, i);
      xcb_rectangle_t     area = {
            (gint16) patch->x, (gint16) patch->y, (guint16) patch->width, (guint16) patch->height
      };

      xcb_change_gc (self->connection, gc, XCB_GC_FOREGROUND, &patch->rgb);
      xcb_poly_fill_rectangle (self->connection, pixmap, gc, 1, &area);
    }
  xcb_change_window_attributes (self->connection, self->id, XCB_CW_BACK_PIXMAP, &pixmap);
  xcb_free_gc (self->connection, gc);
  xcb_free_pixmap (self->connection, pixmap);
}

static void
set_properties (X11Window *self)
{
  const char   *name = self->window->name;
  const guint32 undecorated[5] = { 2, 0, 0, 0, 0 };
  const guint32 user_position[18] = { 1 };
  xcb_atom_t    motif = pel_x11_intern (self->connection, "_MOTIF_WM_HINTS");
  g_autofree char *class = g_strdup_printf ("%s%c%s", name, 0, name);

  xcb_change_property (self->connection,
                       XCB_PROP_MODE_REPLACE,
                       self->id,
                       motif,
                       motif,
                       32,
                       5,
                       undecorated);
  xcb_change_property (self->connection,
                       XCB_PROP_MODE_REPLACE,
                       self->id,
                       XCB_ATOM_WM_NORMAL_HINTS,
                       XCB_ATOM_WM_SIZE_HINTS,
                       32,
                       18,
                       user_position);
  xcb_change_property (self->connection,
                       XCB_PROP_MODE_REPLACE,
                       self->id,
                       XCB_ATOM_WM_NAME,
                       XCB_ATOM_STRING,
                       8,
                       strlen (name),
                       name);
  xcb_change_property (self->connection,
                       XCB_PROP_MODE_REPLACE,
                       self->id,
                       XCB_ATOM_WM_CLASS,
                       XCB_ATOM_STRING,
                       8,
                       2 * strlen (name) + 2,
                       class);
}

static gboolean
show (X11Window *self, GError **error)
{
  const xcb_setup_t *setup = xcb_get_setup (self->connection);
  guint32            mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_FOCUS_CHANGE |
                 XCB_EVENT_MASK_POINTER_MOTION | XCB_EVENT_MASK_BUTTON_PRESS |
                 XCB_EVENT_MASK_BUTTON_RELEASE | XCB_EVENT_MASK_KEY_PRESS |
                 XCB_EVENT_MASK_KEY_RELEASE;
  gint64 end = g_get_monotonic_time () + SHOW_MS * 1000;

  self->mapping =
      pel_x11_await (self->connection,
                     xcb_get_keyboard_mapping (self->connection,
                                               setup->min_keycode,
                                               setup->max_keycode - setup->min_keycode + 1)
                         .sequence,
                     error);
  if (self->mapping == NULL)
    return FALSE;
  self->screen = xcb_setup_roots_iterator (setup).data;
  self->id = xcb_generate_id (self->connection);
  xcb_create_window (self->connection,
                     XCB_COPY_FROM_PARENT,
                     self->id,
                     self->screen->root,
                     0,
                     0,
                     (guint16) self->window->width,
                     (guint16) self->window->height,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     XCB_COPY_FROM_PARENT,
                     XCB_CW_EVENT_MASK,
                     &mask);
  set_background (self);
  set_properties (self);
  xcb_map_window (self->connection, self->id);
  while (!self->is_mapped)
    {
      if (!x11_pump (self, end, error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
x11_open (PelTestWindow *window, GError **error)
{
  X11Window *self = g_new0 (X11Window, 1);

  self->window = window;
  self->connection = pel_x11_connect (error);
  if (self->connection == NULL)
    {
      g_free (self);
      return NULL;
    }
  if (show (self, error))
    return self;
  x11_close (self);
  return NULL;
}

static gboolean
is_at (X11Window *self, int x, int y)
{
  xcb_translate_coordinates_reply_t *at =
      pel_x11_await (self->connection,
                     xcb_translate_coordinates (self->connection,
                                                self->id,
                                                self->screen->root,
                                                0,
                                                0)
                         .sequence,
                     NULL);
  gboolean is_there = at != NULL && at->dst_x == x && at->dst_y == y;

  free (at);
  return is_there;
}

static gboolean
x11_place (gpointer backend, int x, int y, double unused, GError **error)
{
  X11Window *self = backend;
  gint64     end = g_get_monotonic_time () + SHOW_MS * 1000;
  guint32    position[] = { (guint32) x, (guint32) y };

  xcb_configure_window (self->connection,
                        self->id,
                        XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y,
                        position);
  /* The window manager moves it, and tells when it has. */
  while (!is_at (self, x, y))
    {
      if (!x11_pump (self, end, error))
        return FALSE;
    }
  return TRUE;
}

const PelTestWindowBackend pel_test_window_x11 = { x11_open, x11_close, x11_place, x11_pump };
