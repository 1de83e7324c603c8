/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/camera.h"

/**
 * PelX11Camera:
 *
 * Pictures of an X screen. Where nothing of ours and nothing private can be seen, that of the root
 * window, as it is shown; else the windows put together without it, as they lie above each other.
 * Either way the server is held while it makes the picture, for as long as that takes, so that
 * everything in it is of one instant, and where the windows were then is known.
 */
#define PEL_TYPE_X11_CAMERA (pel_x11_camera_get_type ())
G_DECLARE_FINAL_TYPE (PelX11Camera, pel_x11_camera, PEL, X11_CAMERA, GObject)

PelCamera *pel_x11_camera_new (GError **error);
