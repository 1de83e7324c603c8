/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "test-window.h"

typedef struct
{
  gpointer (*open) (PelTestWindow *window, GError **error);
  void (*close) (gpointer backend);
  gboolean (*place) (gpointer backend, int x, int y, double scale, GError **error);
  gboolean (*pump) (gpointer backend, gint64 end, GError **error); /* FALSE when the time is up */
} PelTestWindowBackend;

struct PelTestWindow
{
  gboolean                    tells_modifiers;
  const PelTestWindowBackend *vtable;
  gpointer                    backend;
  char                       *name;
  int                         width, height;
  GArray                     *patches; /* of PelTestPatch */
  GString                    *events;
};

void pel_test_window_record (PelTestWindow *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

extern const PelTestWindowBackend pel_test_window_x11;
extern const PelTestWindowBackend pel_test_window_wayland;
