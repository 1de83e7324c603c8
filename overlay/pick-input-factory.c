/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-input-factory.h"

#if HAVE_WAYLAND
#include "overlay/layer-pick-input.h"
#endif
#if HAVE_X11
#include "overlay/x11-pick-input.h"
#endif
#include "services/base/error.h"

#include <glib/gi18n.h>

/* clang-format off */
static PelPickInput *(*const makers[PEL_PLATFORM_WAYLAND + 1]) (GError **error) = {
#if HAVE_X11
  [PEL_PLATFORM_X11]     = pel_x11_pick_input_new,
#endif
#if HAVE_WAYLAND
  [PEL_PLATFORM_WAYLAND] = pel_layer_pick_input_new,
#endif
};
/* clang-format on */

PelPickInput *
pel_pick_input_new (PelPlatformKind platform, GError **error)
{
  if (makers[platform] != NULL)
    return makers[platform](error);
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use a build of Pellucid for this window system"),
                 _ ("This build of Pellucid cannot pick on this desktop"));
  return NULL;
}
