/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/camera.h"
#include "services/element/element-source.h"
#include "services/policy/policy-store.h"
#include "services/window/window-source.h"

/* What pictures are taken with. Borrowed: it outlives every photo. */
typedef struct
{
  PelWindowSource  *windows; /* (nullable) if they are not reported */
  PelCamera        *camera;
  PelPolicyStore   *policy;
  PelElementSource *elements; /* (nullable): with it, windows are as private as what they hold */
} PelPhotoStudio;

/**
 * PelPhoto:
 *
 * A picture, and what it is of.
 */
typedef struct
{
  PelImage       *image;
  PelDesktop     *desktop; /* as it was before and after */
  PelWindow      *window;  /* (nullable) in it: that it is of alone */
  PelPhysicalRect rect;    /* what the image shows */
} PelPhoto;

void pel_photo_free (PelPhoto *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPhoto, pel_photo_free)

/* Says what of @desktop is to be in the picture: fills window, rect and with_cursor of @shot. FALSE
 * with an error where there is no such thing. Called again where the windows have changed. */
typedef gboolean (*PelPhotoAimFunc) (gpointer    data,
                                     PelDesktop *desktop,
                                     PelShot    *shot,
                                     GError    **error);

/* Takes one of what is there now. What the policy keeps private is painted over: where it is, is
 * looked up before and after, and where that has changed meanwhile, the picture is taken again.
 *
 * Without windows there is only a picture of everything, and none where anything may be private:
 * the aim is not asked, and the desktop is one monitor as large as the picture.
 *
 * Fails as the aim and the camera do, with PEL_ERROR_BLOCKED_WINDOW for a picture of a private
 * window, and with PEL_ERROR_NOT_STABLE where private windows do not stand still. */
void      pel_photo_take_async (const PelPhotoStudio *studio,
                                PelPhotoAimFunc       aim,
                                gpointer              data,
                                GCancellable         *cancellable,
                                GAsyncReadyCallback   callback,
                                gpointer              user_data);
PelPhoto *pel_photo_take_finish (GAsyncResult *result, GError **error);
