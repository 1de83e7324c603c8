/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/scene.h"

#include <cairo.h>

/* (transfer full): the pixels that may be others in @after than in @before, in either mode of the
 * painter. NULL stands for a scene with nothing in it. Scenes of another size or scale differ
 * everywhere. */
cairo_region_t *pel_scene_diff (const PelScene *before, const PelScene *after);
