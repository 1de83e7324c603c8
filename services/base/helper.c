/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/helper.h"

#include <string.h>
#include <unistd.h>

/* (transfer full) (nullable): the folder of the program that runs. */
static char *
dup_own_folder (void)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);

  return own != NULL ? g_path_get_dirname (own) : NULL;
}

char *
pel_helper_dup_neighbour_path (const char *program)
{
  g_autofree char *folder = dup_own_folder ();
  g_autofree char *path = folder != NULL ? g_build_filename (folder, program, NULL) : NULL;

  return path != NULL && access (path, X_OK) == 0 ? g_steal_pointer (&path) : NULL;
}

/* (transfer full): what stands before the folders of this installation: nothing, unless its tree
 * was moved (DESTDIR). */
static char *
dup_root (void)
{
  static const char *const folders[] = { PEL_BINDIR, PEL_LIBEXECDIR };
  g_autofree char         *own = dup_own_folder ();

  for (gsize i = 0; own != NULL && i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_suffix (own, folders[i]))
      return g_strndup (own, strlen (own) - strlen (folders[i]));
  return g_strdup ("");
}

static char *
find (const char *program, const char *installed_folder)
{
  char            *neighbour = pel_helper_dup_neighbour_path (program);
  g_autofree char *root = neighbour == NULL ? dup_root () : NULL;

  return neighbour != NULL ? neighbour
                           : g_strdup_printf ("%s%s/%s", root, installed_folder, program);
}

char *
pel_helper_dup_path (const char *program)
{
  return find (program, PEL_LIBEXECDIR);
}

char *
pel_helper_dup_client_path (void)
{
  return find ("pellucid", PEL_BINDIR);
}
