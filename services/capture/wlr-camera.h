/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/camera.h"

/* How what this program draws above all windows is taken away for a moment, and put back. All of it
 * is borrowed for as long as the camera lives. */
typedef struct
{
  void (*close_async) (gpointer data, GAsyncReadyCallback callback, gpointer user_data);
  void (*close_finish) (gpointer data, GAsyncResult *result);
  void (*open) (gpointer data);
  gpointer data;
} PelCurtain;

/**
 * PelWlrCamera:
 *
 * Pictures of the outputs of a wlroots compositor. It shows no single windows: those that lie above
 * one are in its picture, and what is private is painted over wherever its window lies. Where the
 * menus of a window are, no one tells; so there is no picture of a monitor on which a private
 * window has the keyboard.
 */
#define PEL_TYPE_WLR_CAMERA (pel_wlr_camera_get_type ())
G_DECLARE_FINAL_TYPE (PelWlrCamera, pel_wlr_camera, PEL, WLR_CAMERA, GObject)

/* @curtain: (nullable). */
PelCamera *pel_wlr_camera_new (const PelCurtain *curtain, GError **error);
