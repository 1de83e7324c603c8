/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/scene-builder.h"
#include "services/capture/image.h"

/* (transfer full): @image, which shows @rect of the virtual desktop, with what @request is about
 * drawn over it, as the overlay would show it there. A pure function. */
PelImage *pel_region_drawing_draw (const PelSceneRequest *request,
                                   PelImage              *image,
                                   const PelPhysicalRect *rect);
