/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy-parser.h"

#include "services/base/error.h"
#include "services/base/json-validator.h"
#include "services/base/json.h"
#include "services/base/redactor.h"
#include "services/base/small-file.h"
#include "services/policy/policy-spot.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#define MAX_DEPTH 8
#define MAX_RULES 1000
#define MAX_LIMIT 100000

static gboolean
read_enabled (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;

  return pel_policy_read_boolean (spot, node, &layer->enabled, error);
}

static gboolean
read_default (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;
  PelDecision     decision;

  if (!pel_policy_read_decision (spot, node, &decision, error))
    return FALSE;
  layer->defaults[spot.number] = decision;
  return TRUE;
}

static gboolean
read_defaults (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  static const PelPolicyMember members[] = {
    { "read", read_default, PEL_ACCESS_READ },
    { "capture", read_default, PEL_ACCESS_CAPTURE },
    { "point", read_default, PEL_ACCESS_POINT },
    { "act", read_default, PEL_ACCESS_ACT },
    { "coordinates", read_default, PEL_ACCESS_COORDINATES },
    { NULL },
  };

  return pel_policy_read_members (spot, node, members, data, error);
}

static gboolean
check_is_list (PelPolicySpot spot, JsonNode *node, GError **error)
{
  return JSON_NODE_HOLDS_ARRAY (node) ||
         pel_policy_spot_fail (spot, FALSE, NULL, error, _ ("this must be a list"));
}

/* A list of strings, each of which @add checks. */
static gboolean
read_texts (
    PelPolicySpot spot, JsonNode *node, PelPolicyReadFunc add, char ***ret_texts, GError **error)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (!pel_policy_read_each_string (spot, node, add, texts, error))
    return FALSE;
  g_ptr_array_add (texts, NULL);
  *ret_texts = (char **) g_ptr_array_free (g_steal_pointer (&texts), FALSE);
  return TRUE;
}

static gboolean
read_allowed (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;

  return check_is_list (spot, node, error) &&
         pel_policy_read_globs (spot, node, &layer->allowed_windows, error);
}

static gboolean
read_blocked (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;

  return check_is_list (spot, node, error) &&
         pel_policy_read_globs (spot, node, &layer->blocked_windows, error);
}

static gboolean
add_folder (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  const char *folder;

  if (!pel_policy_read_string (spot, node, &folder, error))
    return FALSE;
  if (!g_str_equal (folder, PEL_POLICY_PICTURES) && folder[0] != '/' &&
      !g_str_has_prefix (folder, "~/"))
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 NULL,
                                 error,
                                 _ ("this must be a path that starts with “/” or “~/”, or “%s”"),
                                 PEL_POLICY_PICTURES);
  g_ptr_array_add (data, g_strdup (folder));
  return TRUE;
}

static gboolean
read_folders (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;

  return check_is_list (spot, node, error) &&
         read_texts (spot, node, add_folder, &layer->allowed_folders, error);
}

static gboolean
read_limit (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;
  gint64          number = -1;

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    number = json_node_get_int (node);
  if (number < 1 || number > MAX_LIMIT)
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 _ ("Use “deny” in “default” to forbid it"),
                                 error,
                                 _ ("this must be a whole number between 1 and %d"),
                                 MAX_LIMIT);
  layer->limits[spot.number] = number;
  return TRUE;
}

static gboolean
read_limits (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  static const PelPolicyMember members[] = {
    { "captures_per_minute", read_limit, PEL_LIMIT_CAPTURES },
    { "actions_per_minute", read_limit, PEL_LIMIT_ACTIONS },
    { "picks_per_minute", read_limit, PEL_LIMIT_PICKS },
    { NULL },
  };

  return pel_policy_read_members (spot, node, members, data, error);
}

static gboolean
read_rules (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;
  JsonArray      *array;

  if (!check_is_list (spot, node, error))
    return FALSE;
  array = json_node_get_array (node);
  if (json_array_get_length (array) > MAX_RULES)
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 NULL,
                                 error,
                                 _ ("there are %u rules; at most %u are allowed"),
                                 json_array_get_length (array),
                                 MAX_RULES);
  layer->rules = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_policy_rule_free);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      PelPolicyRule *rule = pel_policy_read_rule (pel_policy_spot_step (spot, i),
                                                  json_array_get_element (array, i),
                                                  error);

      if (rule == NULL)
        return FALSE;
      g_ptr_array_add (layer->rules, rule);
    }
  return TRUE;
}

static gboolean
read_log_reads (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;

  return pel_policy_read_boolean (spot, node, &layer->log_reads, error);
}

static gboolean
read_keep_frames (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;
  const char     *text;
  PelKeepFrames   keep;

  if (!pel_policy_read_string (spot, node, &text, error))
    return FALSE;
  if (!pel_keep_frames_from_string (text, &keep))
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 NULL,
                                 error,
                                 _ ("unknown value “%s”; use “none”, “hash” or “file”"),
                                 text);
  layer->keep_frames = keep;
  return TRUE;
}

static gboolean
read_terminals (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;
  const char     *text;
  PelTerminals    terminals;

  if (!pel_policy_read_string (spot, node, &text, error))
    return FALSE;
  if (!pel_terminals_from_string (text, &terminals))
    return pel_policy_spot_fail (spot,
                                 FALSE,
                                 NULL,
                                 error,
                                 _ ("unknown value “%s”; use “trust” or “verify”"),
                                 text);
  layer->terminals = terminals;
  return TRUE;
}

static gboolean
read_audit (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  static const PelPolicyMember members[] = {
    { "log_reads", read_log_reads },
    { "keep_frames", read_keep_frames },
    { NULL },
  };

  return pel_policy_read_members (spot, node, members, data, error);
}

static gboolean
add_redact (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  const char             *patterns[] = { NULL, NULL };
  g_autoptr (GError)      mistake = NULL;
  g_autoptr (PelRedactor) redactor = NULL;

  if (!pel_policy_read_string (spot, node, &patterns[0], error))
    return FALSE;
  redactor = pel_redactor_new (patterns, &mistake);
  if (redactor == NULL)
    return pel_policy_spot_fail (spot, FALSE, NULL, error, "%s", mistake->message);
  g_ptr_array_add (data, g_strdup (patterns[0]));
  return TRUE;
}

static gboolean
read_redact (PelPolicySpot spot, JsonNode *node, gpointer data, GError **error)
{
  PelPolicyLayer *layer = data;

  return check_is_list (spot, node, error) &&
         read_texts (spot, node, add_redact, &layer->redact, error);
}

static const PelPolicyMember members[] = {
  { "enabled", read_enabled },
  { "default", read_defaults },
  { "allowed_windows", read_allowed },
  { "blocked_windows", read_blocked },
  { "allowed_folders", read_folders },
  { "limits", read_limits },
  { "rules", read_rules },
  { "terminal", read_terminals },
  { "audit", read_audit },
  { "redact", read_redact },
  { NULL },
};

/* The validator says line and column in words. */
static JsonNode *
parse_json (const char *text, gsize length, const char *file, GError **error)
{
  g_autoptr (JsonNode) node =
      pel_json_parse_large (text, length, MAX_DEPTH, PEL_POLICY_MAX_BYTES, error);

  if (node == NULL && error != NULL)
    g_prefix_error (error, "%s: ", file != NULL ? file : "policy");
  return g_steal_pointer (&node);
}

PelPolicyLayer *
pel_policy_parse (const char *text, gsize length, const char *file, GError **error)
{
  g_autoptr (JsonNode)       node = parse_json (text, length, file, error);
  g_autoptr (PelPolicyLayer) layer = pel_policy_layer_new (file);
  PelPolicySpot              spot = { .text = text, .length = length, .file = file };

  if (node == NULL || !pel_policy_read_members (spot, node, members, layer, error))
    return NULL;
  return g_steal_pointer (&layer);
}

/* A group with the number of the user is that user's own: many systems make files for it. */
static gboolean
check_owner (const char *path, const struct stat *file, GError **error)
{
  gboolean is_ours = file->st_uid == geteuid () || file->st_uid == 0;
  gboolean is_open = (file->st_mode & S_IWOTH) != 0 ||
                     ((file->st_mode & S_IWGRP) != 0 && file->st_gid != file->st_uid);

  if (is_ours && !is_open)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Make it writable only by you: chmod go-w FILE"),
                 is_ours ? _ ("%s: other users can write to this file")
                         : _ ("%s: this file belongs to another user"),
                 path);
  return FALSE;
}

PelPolicyLayer *
pel_policy_layer_load (const char *path)
{
  g_autofree char   *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize              length;
  struct stat        file;
  PelPolicyLayer    *layer = NULL;

  text = pel_small_file_read (path, PEL_POLICY_MAX_BYTES, &length, &file, &error);
  if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR))
    return NULL;
  if (text != NULL && check_owner (path, &file, &error))
    layer = pel_policy_parse (text, length, path, &error);
  return layer != NULL ? layer : pel_policy_layer_new_bad (path, g_steal_pointer (&error));
}
