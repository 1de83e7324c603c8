/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/strict-log.h"

#include <glib.h>

typedef struct
{
  const char    *name, *domain;
  GLogLevelFlags level;
  gboolean       is_asked, is_fatal;
} Case;

/* clang-format off */
static const Case cases[] = {
  { "ours",           "pellucid-services", G_LOG_LEVEL_WARNING,  TRUE,  TRUE  },
  { "ours-message",   "pellucid-services", G_LOG_LEVEL_MESSAGE,  TRUE,  FALSE },
  { "ours-not-asked", "pellucid-services", G_LOG_LEVEL_WARNING,  FALSE, FALSE },
  { "other",          "GVFS",              G_LOG_LEVEL_WARNING,  TRUE,  FALSE },
  { "other-critical", "Gtk",               G_LOG_LEVEL_CRITICAL, TRUE,  TRUE  },
};
/* clang-format on */

/* In a process of its own, and with what G_DEBUG=fatal-criticals does instead of what g_test_init
 * () does, which makes every warning fatal. */
static void
test_log (gconstpointer data)
{
  const Case *row = data;

  if (g_test_subprocess ())
    {
      if (row->is_asked)
        g_setenv ("PEL_FATAL_WARNINGS", "1", TRUE);
      else
        g_unsetenv ("PEL_FATAL_WARNINGS");
      pel_strict_log_init ();
      g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
      g_log_structured (row->domain, row->level, "MESSAGE", "structured");
      g_log (row->domain, row->level, "plain");
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  if (row->is_fatal)
    g_test_trap_assert_failed ();
  else
    g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/strict-log/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_log);
    }
  return g_test_run ();
}
