/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/window/x11-query.h"

#include <string.h>

/* clang-format off */
static const struct { const char *resources; double scale; } cases[] = {
  { "",                                                     1    },
  { "Xft.dpi:\t96\n",                                       1    },
  { "Xft.dpi:\t144\n",                                      1.5  },
  { "Xft.dpi: 192",                                         2    },
  { "Xft.dpi:120",                                          1.25 },
  { "Xft.dpi:\t108.0\nXft.hinting:\t1\n",                   1.125 },
  { "Xcursor.size:\t24\nXft.antialias:\t1\nXft.dpi:\t144\n", 1.5 },
  { "Xft.dpi:\t96\nXft.dpi:\t192\n",                        2    },
  { "Xft.dpi:\t24\n",                                       0.25 },
  { "Xft.dpi:\t960\n",                                      10   },
  { "Xft.dpi:\t23\n",                                       1    },
  { "Xft.dpi:\t961\n",                                      1    },
  { "Xft.dpi:\t0\n",                                        1    },
  { "Xft.dpi:\t-144\n",                                     1    },
  { "Xft.dpi:\tnan\n",                                      1    },
  { "Xft.dpi:\tinf\n",                                      1    },
  { "Xft.dpi:\tlarge\n",                                    1    },
  { "Xft.dpi:",                                             1    },
  { "MyXft.dpi:\t144\n",                                    1    },
  { "Xft.dpis:\t144\n",                                     1    },
  { "! Xft.dpi:\t144\n",                                    1    },
};
/* clang-format on */

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = g_strescape (cases[i].resources, NULL);

      g_test_message ("%s", shown);
      g_assert_cmpfloat (pel_x11_scale_from_resources (cases[i].resources,
                                                       strlen (cases[i].resources)),
                         ==,
                         cases[i].scale);
    }
}

/* A property of the X server has no NUL at its end, and may have some inside. */
static void
test_length_is_kept (void)
{
  static const char text[] = "Xft.dpi:\t1441";
  g_autofree char  *exact = g_memdup2 (text, strlen ("Xft.dpi:\t144"));

  g_assert_cmpfloat (pel_x11_scale_from_resources (exact, strlen ("Xft.dpi:\t144")), ==, 1.5);
  g_assert_cmpfloat (pel_x11_scale_from_resources ("\0Xft.dpi:\t144", 13), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/x11-scale/rows", test_rows);
  g_test_add_func ("/x11-scale/length-is-kept", test_length_is_kept);
  return g_test_run ();
}
