/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/overlay-check.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

gboolean
pel_overlay_check (const PelToolContext *context, PelDesktop *desktop, GError **error)
{
  const char   *remedy = NULL;
  const char   *refusal = context->refuse_overlay (pel_desktop_get_platform (desktop), &remedy);
  const GError *obstacle = pel_region_registry_get_obstacle (context->regions);

  if (refusal != NULL)
    {
      pel_set_error (error, PEL_ERROR_CAPABILITY_UNAVAILABLE, remedy, "%s", refusal);
      return FALSE;
    }
  if (obstacle == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (obstacle));
  return FALSE;
}
