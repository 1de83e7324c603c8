/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/consent.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/small-file.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define MAX_BYTES 4096
#define MEMBER    "automation"

/* Anything but the one word, in a file that is ours alone, is no consent. */
gboolean
pel_consent_load (const char *path)
{
  gsize                  length;
  struct stat            file;
  g_autofree char       *text = pel_small_file_read (path, MAX_BYTES, &length, &file, NULL);
  g_autoptr (JsonObject) object = NULL;
  JsonNode              *member;

  if (text == NULL || file.st_uid != geteuid () || (file.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return FALSE;
  object = pel_json_parse_object (text, length, NULL);
  member = object != NULL ? json_object_get_member (object, MEMBER) : NULL;
  return member != NULL && json_node_get_value_type (member) == G_TYPE_BOOLEAN &&
         json_node_get_boolean (member);
}

static gboolean
fail (const char *path, const char *reason, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_COMMAND_FAILED,
                 _ ("Free some space, or make the folder writable"),
                 _ ("Cannot save the consent in “%s”: %s"),
                 path,
                 reason);
  return FALSE;
}

gboolean
pel_consent_save (const char *path, gboolean consent, GError **error)
{
  g_autofree char     *folder = g_path_get_dirname (path);
  JsonObject          *object = json_object_new ();
  g_autoptr (JsonNode) node = pel_json_take_object (object);
  g_autofree char     *text = NULL;
  g_autoptr (GError)   reason = NULL;

  json_object_set_boolean_member (object, MEMBER, consent);
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return fail (path, g_strerror (errno), error);
  if (!g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &reason))
    return fail (path, reason->message, error);
  return TRUE;
}
