/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/photo.h"

/**
 * PelPhotoCamera:
 *
 * A camera for those who know no policy: its pictures are photos, so that what is private is
 * painted over. Where the windows are not as a shot says any more, it fails with
 * PEL_ERROR_NOT_STABLE.
 */
#define PEL_TYPE_PHOTO_CAMERA (pel_photo_camera_get_type ())
G_DECLARE_FINAL_TYPE (PelPhotoCamera, pel_photo_camera, PEL, PHOTO_CAMERA, GObject)

PelCamera *pel_photo_camera_new (const PelPhotoStudio *studio);
