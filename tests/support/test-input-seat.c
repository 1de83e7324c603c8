/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-input-private.h"

#include <gio/gunixsocketaddress.h>
#include <string.h>

#define TIMEOUT_S   10 /* the seat itself gives up on the compositor after five */
#define EVDEV_SHIFT 8  /* xkb numbers keys as X does */

typedef struct
{
  char              *path;
  struct xkb_keymap *keymap;
} SeatInput;

/* clang-format off */
static const struct { guint button; guint code; } buttons[] = {
  { 1, 0x110 }, { 2, 0x112 }, { 3, 0x111 }, { 8, 0x113 }, { 9, 0x114 },
};
/* clang-format on */

static void
set_keymap (SeatInput *self, const char *layout)
{
  struct xkb_rule_names names = { "evdev", "pc105", layout, "", "" };
  struct xkb_context   *context = xkb_context_new (XKB_CONTEXT_NO_FLAGS);

  g_clear_pointer (&self->keymap, xkb_keymap_unref);
  self->keymap = xkb_keymap_new_from_names (context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
  xkb_context_unref (context);
}

static gpointer
seat_open (GError **error)
{
  const char *dir = g_getenv ("PEL_DESKTOP_DIR");
  SeatInput  *self;

  if (dir == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "not inside a test desktop");
      return NULL;
    }
  self = g_new0 (SeatInput, 1);
  self->path = g_build_filename (dir, "seat.sock", NULL);
  set_keymap (self, "us");
  return self;
}

static void
seat_close (gpointer backend)
{
  SeatInput *self = backend;

  g_free (self->path);
  xkb_keymap_unref (self->keymap);
  g_free (self);
}

static gboolean
ask_seat (SeatInput *self, const char *line, GError **error)
{
  g_autoptr (GSocketClient)     client = g_socket_client_new ();
  g_autoptr (GSocketAddress)    address = g_unix_socket_address_new (self->path);
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (GDataInputStream)  in = NULL;
  g_autofree char              *answer = NULL;
  GOutputStream                *out;

  g_socket_client_set_timeout (client, TIMEOUT_S);
  connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, error);
  if (connection == NULL)
    return FALSE;
  out = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  in = g_data_input_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  if (!g_output_stream_write_all (out, line, strlen (line), NULL, NULL, error))
    return FALSE;
  answer = g_data_input_stream_read_line (in, NULL, NULL, error);
  if (g_strcmp0 (answer, "ok") == 0)
    return TRUE;
  if (error == NULL || *error == NULL)
    g_set_error (error,
                 G_IO_ERROR,
                 G_IO_ERROR_FAILED,
                 "the seat said: %s",
                 answer != NULL ? answer : "nothing");
  return FALSE;
}

static gboolean
ask_numbers (SeatInput *self, const char *command, double first, double second, GError **error)
{
  char             a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *line = g_strdup_printf ("%s %s %s\n",
                                           command,
                                           g_ascii_dtostr (a, sizeof a, first),
                                           g_ascii_dtostr (b, sizeof b, second));

  return ask_seat (self, line, error);
}

static gboolean
seat_move (gpointer backend, double x, double y, GError **error)
{
  return ask_numbers (backend, "move", x, y, error);
}

static gboolean
seat_button (gpointer backend, guint button, gboolean is_pressed, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      if (buttons[i].button == button)
        return ask_numbers (backend, "button", buttons[i].code, is_pressed, error);
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is no button %u", button);
  return FALSE;
}

static gboolean
seat_wheel (gpointer backend, int right, int down, GError **error)
{
  return ask_numbers (backend, "wheel", right, down, error);
}

static gboolean
seat_key (gpointer backend, guint code, gboolean is_pressed, GError **error)
{
  return ask_numbers (backend, "key", code, is_pressed, error);
}

static gboolean
seat_find_key (gpointer backend, xkb_keysym_t symbol, guint *ret_code, gboolean *ret_shift)
{
  SeatInput    *self = backend;
  xkb_keycode_t last = xkb_keymap_max_keycode (self->keymap);

  for (xkb_level_index_t level = 0; level < 2; level++)
    {
      for (xkb_keycode_t code = xkb_keymap_min_keycode (self->keymap); code <= last; code++)
        {
          const xkb_keysym_t *symbols;
          int n = xkb_keymap_key_get_syms_by_level (self->keymap, code, 0, level, &symbols);

          if (n != 1 || symbols[0] != symbol)
            continue;
          *ret_code = code - EVDEV_SHIFT;
          *ret_shift = level == 1;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
seat_set_layout (gpointer backend, const char *layout, GError **error)
{
  g_autofree char *line = g_strdup_printf ("layout %s\n", layout);

  if (!ask_seat (backend, line, error))
    return FALSE;
  set_keymap (backend, layout);
  return TRUE;
}

static gboolean
seat_wake (gpointer backend, GError **error)
{
  return ask_seat (backend, "wake\n", error);
}

const PelTestInputBackend pel_test_input_seat = {
  seat_open, seat_close,    seat_move,       seat_button, seat_wheel,
  seat_key,  seat_find_key, seat_set_layout, seat_wake,
};
