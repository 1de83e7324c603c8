/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/settings.h"

static GSettingsSchema *
find_in (const char *folder)
{
  g_autoptr (GSettingsSchemaSource) source =
      g_settings_schema_source_new_from_directory (folder,
                                                   g_settings_schema_source_get_default (),
                                                   FALSE,
                                                   NULL);

  return source != NULL ? g_settings_schema_source_lookup (source, PEL_APP_ID, FALSE) : NULL;
}

/* Beside an executable that was not installed lies the build tree. */
static GSettingsSchema *
find_in_build_tree (void)
{
  g_autofree char *executable = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = executable != NULL ? g_path_get_dirname (executable) : NULL;
  g_autofree char *data = folder != NULL ? g_build_filename (folder, "..", "data", NULL) : NULL;

  return data != NULL ? find_in (data) : NULL;
}

GSettings *
pel_settings_new (void)
{
  GSettingsSchemaSource      *installed = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (installed != NULL)
    schema = g_settings_schema_source_lookup (installed, PEL_APP_ID, TRUE);
  if (schema == NULL)
    schema = find_in_build_tree ();
  if (schema == NULL) /* a prefix that is not in XDG_DATA_DIRS */
    schema = find_in (PEL_DATADIR "/glib-2.0/schemas");
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}
