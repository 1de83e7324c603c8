/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/pipeline/photo.h"

/* A small picture of an element and a little around it, as a PNG for the person who is asked about
 * it. Fails as photos do, and with PEL_ERROR_NOT_VISIBLE where its place is not known; whoever asks
 * does without it then. Does not take long: after a second and a half it has failed. */
void    pel_crop_take_async (const PelPhotoStudio *studio,
                             PelSnapshot          *snapshot,
                             PelElementId          id,
                             GAsyncReadyCallback   callback,
                             gpointer              user_data);
GBytes *pel_crop_take_finish (GAsyncResult *result, GError **error);
