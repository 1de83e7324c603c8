/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/overlay-support.h"

#include <string.h>

#define ALL ((PelFeature) -1)

/* clang-format off */
static const struct { PelPlatformKind kind; PelFeature features; const char *refusal, *remedy; } cases[] = {
  { PEL_PLATFORM_X11,     ALL,                                                 NULL },
  { PEL_PLATFORM_X11,     PEL_FEATURE_INPUT_SHAPE | PEL_FEATURE_ALPHA_WINDOWS, NULL },
  { PEL_PLATFORM_X11,     ALL & ~PEL_FEATURE_COMPOSITOR,                       NULL },
  { PEL_PLATFORM_X11,     ALL & ~PEL_FEATURE_LAYER_SHELL,                      NULL },
  { PEL_PLATFORM_X11,     ALL & ~PEL_FEATURE_INPUT_SHAPE,                      "SHAPE", "SHAPE" },
  { PEL_PLATFORM_X11,     ALL & ~PEL_FEATURE_ALPHA_WINDOWS,                    "transparent visual", "Composite" },
  { PEL_PLATFORM_X11,     0,                                                   "SHAPE", "SHAPE" },
  { PEL_PLATFORM_WAYLAND, ALL,                                                 NULL },
  { PEL_PLATFORM_WAYLAND, PEL_FEATURE_LAYER_SHELL,                             NULL },
  { PEL_PLATFORM_WAYLAND, ALL & ~PEL_FEATURE_LAYER_SHELL,                      "layer-shell", "GNOME" },
  { PEL_PLATFORM_WAYLAND, PEL_FEATURE_INPUT_SHAPE | PEL_FEATURE_ALPHA_WINDOWS, "layer-shell", "GNOME" },
};
/* clang-format on */

static void
test_refuse_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PelPlatform platform = { .kind = cases[i].kind, .features = cases[i].features };
      const char *remedy = NULL;
      const char *refusal = pel_overlay_support_refuse (&platform, &remedy);

      g_test_message ("row %" G_GSIZE_FORMAT ": %s", i, refusal);
      if (cases[i].refusal == NULL)
        {
          g_assert_null (refusal);
          g_assert_null (remedy);
          continue;
        }
      g_assert_nonnull (refusal);
      g_assert_nonnull (strstr (refusal, cases[i].refusal));
      g_assert_nonnull (remedy);
      g_assert_nonnull (strstr (remedy, cases[i].remedy));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overlay-support/refuse/rows", test_refuse_rows);
  return g_test_run ();
}
