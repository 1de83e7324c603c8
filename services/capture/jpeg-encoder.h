/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

#include <gio/gio.h>

/* (transfer full): see pel_image_encode(). @quality: 1 to 100. */
GBytes *pel_jpeg_encode (PelImage *image, int quality, GCancellable *cancellable, GError **error);
