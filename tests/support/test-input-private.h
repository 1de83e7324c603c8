/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "test-input.h"

#include <xkbcommon/xkbcommon.h>

/* What a kind of desktop must do for the hands. Key codes are its own. */
typedef struct
{
  gpointer (*open) (GError **error);
  void (*close) (gpointer backend);
  gboolean (*move) (gpointer backend, double x, double y, GError **error);
  gboolean (*button) (gpointer backend, guint button, gboolean is_pressed, GError **error);
  gboolean (*wheel) (gpointer backend, int right, int down, GError **error);
  gboolean (*key) (gpointer backend, guint code, gboolean is_pressed, GError **error);
  gboolean (*find_key) (gpointer     backend,
                        xkb_keysym_t symbol,
                        guint       *ret_code,
                        gboolean    *ret_shift);
  gboolean (*set_layout) (gpointer backend, const char *layout, GError **error);
  gboolean (*wake) (gpointer backend, GError **error); /* (nullable) */
} PelTestInputBackend;

extern const PelTestInputBackend pel_test_input_x11;
extern const PelTestInputBackend pel_test_input_seat;
