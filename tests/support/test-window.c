/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-window.h"

#include "config.h"
#include "test-window-private.h"

#include <string.h>

static const PelTestWindowBackend *
choose_backend (void)
{
#if HAVE_WAYLAND
  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    return &pel_test_window_wayland;
#endif
#if HAVE_X11
  if (g_getenv ("DISPLAY") != NULL)
    return &pel_test_window_x11;
#endif
  return NULL;
}

PelTestWindow *
pel_test_window_new (const char         *name,
                     int                 width,
                     int                 height,
                     const PelTestPatch *patches,
                     gsize               n_patches,
                     GError            **error)
{
  g_autoptr (PelTestWindow) self = g_new0 (PelTestWindow, 1);

  self->name = g_strdup (name);
  self->width = width;
  self->height = height;
  self->patches = g_array_new (FALSE, FALSE, sizeof (PelTestPatch));
  if (n_patches > 0)
    g_array_append_vals (self->patches, patches, n_patches);
  self->events = g_string_new ("\n");
  self->vtable = choose_backend ();
  if (self->vtable == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "no display to show a window on");
      return NULL;
    }
  self->backend = self->vtable->open (self, error);
  return self->backend != NULL ? g_steal_pointer (&self) : NULL;
}

void
pel_test_window_free (PelTestWindow *self)
{
  if (self == NULL)
    return;

  if (self->backend != NULL)
    self->vtable->close (self->backend);
  g_array_unref (self->patches);
  g_string_free (self->events, TRUE);
  g_free (self->name);
  g_free (self);
}

gboolean
pel_test_window_place (PelTestWindow *self, int x, int y, double scale, GError **error)
{
  return self->vtable->place (self->backend, x, y, scale, error);
}

void
pel_test_window_tell_modifiers (PelTestWindow *self)
{
  self->tells_modifiers = TRUE;
}

gboolean
pel_test_window_expect (PelTestWindow *self, const char *event, int timeout_ms)
{
  g_autofree char *line = g_strconcat ("\n", event, "\n", NULL);
  gint64           end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;

  while (strstr (self->events->str, line) == NULL)
    {
      if (!self->vtable->pump (self->backend, end, NULL))
        return FALSE;
    }
  return TRUE;
}

const char *
pel_test_window_get_events (PelTestWindow *self)
{
  return self->events->str + 1;
}

void
pel_test_window_forget (PelTestWindow *self)
{
  g_string_assign (self->events, "\n");
}

void
pel_test_window_record (PelTestWindow *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->events, format, arguments);
  va_end (arguments);
  g_string_append_c (self->events, '\n');
}
