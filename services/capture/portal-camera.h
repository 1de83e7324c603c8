/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/camera.h"

/**
 * PelPortalCamera:
 *
 * Pictures by the desktop portal, for compositors that show their pixels to no one else: of the
 * whole desktop, whatever the shot says, once the person has agreed in a dialog of the desktop's
 * own. The image is as large as the desktop makes it. Nothing is known of what is in it.
 */
#define PEL_TYPE_PORTAL_CAMERA (pel_portal_camera_get_type ())
G_DECLARE_FINAL_TYPE (PelPortalCamera, pel_portal_camera, PEL, PORTAL_CAMERA, GObject)

PelCamera *pel_portal_camera_new (GDBusConnection *session_bus);
