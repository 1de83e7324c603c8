/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/overlay-support.h"

#include <glib/gi18n.h>

/* clang-format off */
static const struct { PelPlatformKind kind; PelFeature needed; const char *refusal, *remedy; } rows[] = {
  { PEL_PLATFORM_X11,     PEL_FEATURE_INPUT_SHAPE,
    N_ ("The X server lacks the SHAPE extension: an overlay would intercept every click"),
    N_ ("Start the X server with the SHAPE extension; everything else works without the overlay") },
  { PEL_PLATFORM_X11,     PEL_FEATURE_ALPHA_WINDOWS,
    N_ ("The X server has no transparent visual for the overlay"),
    N_ ("Start the X server with a depth of 24 and the Composite extension; everything else works without the overlay") },
  { PEL_PLATFORM_WAYLAND, PEL_FEATURE_LAYER_SHELL,
    N_ ("The compositor does not support layer-shell, so no overlay can be shown above all windows"),
    N_ ("Use Sway, labwc, Wayfire, Hyprland or KDE Plasma, or GNOME in an X11 session; everything else works without the overlay") },
};
/* clang-format on */

const char *
pel_overlay_support_refuse (const PelPlatform *platform, const char **ret_remedy)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].kind == platform->kind && !(platform->features & rows[i].needed))
      {
        *ret_remedy = _ (rows[i].remedy);
        return _ (rows[i].refusal);
      }
  return NULL;
}
