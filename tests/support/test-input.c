/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-input.h"

#include "config.h"
#include "test-input-private.h"

#include <string.h>

#define MAX_CHORD 6

struct PelTestInput
{
  const PelTestInputBackend *vtable;
  gpointer                   backend;
};

/* clang-format off */
static const struct { const char *name; xkb_keysym_t symbol; } modifiers[] = {
  { "alt",   XKB_KEY_Alt_L     },
  { "ctrl",  XKB_KEY_Control_L },
  { "shift", XKB_KEY_Shift_L   },
  { "super", XKB_KEY_Super_L   },
};
/* clang-format on */

static const PelTestInputBackend *
choose_backend (void)
{
#if HAVE_WAYLAND
  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    return &pel_test_input_seat;
#endif
#if HAVE_X11
  if (g_getenv ("DISPLAY") != NULL)
    return &pel_test_input_x11;
#endif
  return NULL;
}

PelTestInput *
pel_test_input_new (GError **error)
{
  const PelTestInputBackend *vtable = choose_backend ();
  PelTestInput              *self;
  gpointer                   backend;

  if (vtable == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "no display to send input to");
      return NULL;
    }
  backend = vtable->open (error);
  if (backend == NULL)
    return NULL;
  self = g_new0 (PelTestInput, 1);
  self->vtable = vtable;
  self->backend = backend;
  return self;
}

void
pel_test_input_free (PelTestInput *self)
{
  if (self == NULL)
    return;

  self->vtable->close (self->backend);
  g_free (self);
}

gboolean
pel_test_input_move (PelTestInput *self, double x, double y, GError **error)
{
  return self->vtable->move (self->backend, x, y, error);
}

gboolean
pel_test_input_press (PelTestInput *self, guint button, GError **error)
{
  return self->vtable->button (self->backend, button, TRUE, error);
}

gboolean
pel_test_input_release (PelTestInput *self, guint button, GError **error)
{
  return self->vtable->button (self->backend, button, FALSE, error);
}

gboolean
pel_test_input_click (PelTestInput *self, guint button, GError **error)
{
  return pel_test_input_press (self, button, error) && pel_test_input_release (self, button, error);
}

gboolean
pel_test_input_wheel (PelTestInput *self, int right, int down, GError **error)
{
  return self->vtable->wheel (self->backend, right, down, error);
}

/* Presses all in order and releases them in the opposite one, also when one press failed. */
static gboolean
strike (PelTestInput *self, const xkb_keysym_t *symbols, guint n_symbols, GError **error)
{
  guint    codes[MAX_CHORD + 1];
  guint    n_codes = 0;
  guint    n_pressed = 0;
  gboolean is_good = TRUE;

  for (guint i = 0; i < n_symbols; i++)
    {
      guint    code, shift_code;
      gboolean needs_shift, unused;

      /* A key without a symbol would match the symbol that nothing has. */
      if (symbols[i] == XKB_KEY_NoSymbol ||
          !self->vtable->find_key (self->backend, symbols[i], &code, &needs_shift) ||
          !self->vtable->find_key (self->backend, XKB_KEY_Shift_L, &shift_code, &unused))
        {
          g_set_error (error,
                       G_IO_ERROR,
                       G_IO_ERROR_NOT_FOUND,
                       "no key for symbol 0x%x",
                       symbols[i]);
          return FALSE;
        }
      if (needs_shift)
        codes[n_codes++] = shift_code;
      codes[n_codes++] = code;
    }
  while (is_good && n_pressed < n_codes)
    is_good = self->vtable->key (self->backend, codes[n_pressed++], TRUE, error);
  while (n_pressed > 0)
    is_good =
        self->vtable->key (self->backend, codes[--n_pressed], FALSE, is_good ? error : NULL) &&
        is_good;
  return is_good;
}

static xkb_keysym_t
symbol_from_name (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (modifiers); i++)
    {
      if (strcmp (modifiers[i].name, name) == 0)
        return modifiers[i].symbol;
    }
  return xkb_keysym_from_name (name, XKB_KEYSYM_NO_FLAGS);
}

gboolean
pel_test_input_chord (PelTestInput *self, const char *chord, GError **error)
{
  g_auto (GStrv) names = g_strsplit (chord, "+", -1);
  guint          n_names = g_strv_length (names);
  xkb_keysym_t   symbols[MAX_CHORD];

  /* Only the last may need Shift, for which there is room. */
  if (n_names == 0 || n_names > MAX_CHORD)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "“%s” is no chord", chord);
      return FALSE;
    }
  for (guint i = 0; i < n_names; i++)
    symbols[i] = symbol_from_name (names[i]);
  return strike (self, symbols, n_names, error);
}

static gboolean
turn_key (PelTestInput *self, const char *name, gboolean is_pressed, GError **error)
{
  guint    code;
  gboolean needs_shift;

  if (!self->vtable->find_key (self->backend, symbol_from_name (name), &code, &needs_shift))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no key for “%s”", name);
      return FALSE;
    }
  return self->vtable->key (self->backend, code, is_pressed, error);
}

gboolean
pel_test_input_hold (PelTestInput *self, const char *name, GError **error)
{
  return turn_key (self, name, TRUE, error);
}

gboolean
pel_test_input_lift (PelTestInput *self, const char *name, GError **error)
{
  return turn_key (self, name, FALSE, error);
}

gboolean
pel_test_input_set_layout (PelTestInput *self, const char *layout, GError **error)
{
  return self->vtable->set_layout (self->backend, layout, error);
}

gboolean
pel_test_input_wake (PelTestInput *self, GError **error)
{
  return self->vtable->wake == NULL || self->vtable->wake (self->backend, error);
}

gboolean
pel_test_input_type (PelTestInput *self, const char *text, GError **error)
{
  for (const char *c = text; *c != '\0'; c++)
    {
      xkb_keysym_t symbol = *c == '\n' ? XKB_KEY_Return : xkb_utf32_to_keysym ((guint8) *c);

      if (!strike (self, &symbol, 1, error))
        return FALSE;
    }
  return TRUE;
}
