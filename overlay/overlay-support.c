/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/overlay-support.h"

#include <glib/gi18n.h>

/* clang-format off */
static const struct { PelPlatformKind kind; PelFeature needed; const char *refusal; } rows[] = {
  { PEL_PLATFORM_X11,     PEL_FEATURE_INPUT_SHAPE,
    N_ ("The X server lacks the SHAPE extension: an overlay would catch every click") },
  { PEL_PLATFORM_X11,     PEL_FEATURE_ALPHA_WINDOWS,
    N_ ("The X server has no transparent visual for an overlay") },
  { PEL_PLATFORM_WAYLAND, PEL_FEATURE_LAYER_SHELL,
    N_ ("The compositor does not offer layer-shell, so that no overlay can be put above all windows") },
};
/* clang-format on */

const char *
pel_overlay_support_refuse (const PelPlatform *platform)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].kind == platform->kind && !(platform->features & rows[i].needed))
      return _ (rows[i].refusal);
  return NULL;
}
