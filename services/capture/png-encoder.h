/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

#include <gio/gio.h>

/* (transfer full): see pel_image_encode(). */
GBytes *pel_png_encode (PelImage *image, GCancellable *cancellable, GError **error);
