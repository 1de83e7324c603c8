/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/helper.h"

#include <unistd.h>

char *
pel_helper_dup_neighbour_path (const char *program)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = own != NULL ? g_path_get_dirname (own) : NULL;
  g_autofree char *path = folder != NULL ? g_build_filename (folder, program, NULL) : NULL;

  return path != NULL && access (path, X_OK) == 0 ? g_steal_pointer (&path) : NULL;
}

static char *
find (const char *program, const char *installed_folder)
{
  char *neighbour = pel_helper_dup_neighbour_path (program);

  return neighbour != NULL ? neighbour : g_build_filename (installed_folder, program, NULL);
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
