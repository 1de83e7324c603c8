/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-input.h"
#include "services/window/desktop.h"

/* Begins to catch at once, on the display of the environment. Fails with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE where that cannot be reached, or is none that this build
 * knows. */
PelPickInput *pel_pick_input_new (PelPlatformKind platform, GError **error);
