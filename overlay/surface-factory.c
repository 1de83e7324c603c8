/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/surface-factory.h"

#if HAVE_WAYLAND
#include "overlay/layer-shell-surface.h"
#endif
#if HAVE_X11
#include "overlay/x11-surface.h"
#endif
#include "services/base/error.h"

#include <glib/gi18n.h>

/* clang-format off */
static PelSurface *(*const makers[PEL_PLATFORM_WAYLAND + 1]) (GError **error) = {
#if HAVE_X11
  [PEL_PLATFORM_X11]     = pel_x11_surface_new,
#endif
#if HAVE_WAYLAND
  [PEL_PLATFORM_WAYLAND] = pel_layer_shell_surface_new,
#endif
};
/* clang-format on */

PelSurface *
pel_surface_new (PelPlatformKind platform, GError **error)
{
  if (makers[platform] != NULL)
    return makers[platform](error);
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use a build of Pellucid for this window system"),
                 _ ("This build of Pellucid cannot draw over this desktop"));
  return NULL;
}
