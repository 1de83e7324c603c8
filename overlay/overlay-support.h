/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

/* Why no overlay is possible on @platform, in a translated sentence, and what to do about it; NULL
 * where one is. An overlay that would catch clicks is none: without a way to let them through,
 * nothing is shown at all. */
const char *pel_overlay_support_refuse (const PelPlatform *platform, const char **ret_remedy);
