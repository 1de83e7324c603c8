/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/camera.h"

/**
 * PelFakeCamera:
 *
 * Takes pictures of nothing, in one colour, and tells what it was to take one of.
 */
#define PEL_TYPE_FAKE_CAMERA (pel_fake_camera_get_type ())
G_DECLARE_FINAL_TYPE (PelFakeCamera, pel_fake_camera, PEL, FAKE_CAMERA, GObject)

struct _PelFakeCamera
{
  GObject parent_instance;
  guint32 pixel;
  char   *shot; /* (nullable) the last: “100,50 400×300 window w1 hides w2” */
  guint   n_taken;
  void (*meanwhile) (gpointer data); /* (nullable) what happens while it is taken */
  gpointer data;
  gboolean is_stuck; /* what it is to take now is not taken before it is given up */
  guint    n_stuck;  /* how many wait for that */
  guint    n_unrest; /* so many times more, windows move too fast */
};

PelFakeCamera *pel_fake_camera_new (guint32 pixel);
