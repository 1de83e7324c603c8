/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/era.h"

#include <glib/gi18n.h>

#define VERSION_KEY      PEL_META_PREFIX "protocolVersion"
#define CAPABILITIES_KEY PEL_META_PREFIX "clientCapabilities"
#define CLIENT_KEY       PEL_META_PREFIX "clientInfo"
#define LOG_LEVEL_KEY    PEL_META_PREFIX "logLevel"

/* The newest first. */
static const char *const legacy_versions[] = {
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
};

/* What belongs to the old way even before it has begun. */
static const char *const opening_methods[] = { "initialize", "ping", NULL };

const char *
pel_era_negotiate (const char *requested)
{
  for (gsize i = 0; i < G_N_ELEMENTS (legacy_versions); i++)
    if (g_strcmp0 (requested, legacy_versions[i]) == 0)
      return legacy_versions[i];
  return legacy_versions[0];
}

JsonArray *
pel_era_list_versions (void)
{
  JsonArray *array = json_array_new ();

  json_array_add_string_element (array, PEL_ERA_MODERN_VERSION);
  for (gsize i = 0; i < G_N_ELEMENTS (legacy_versions); i++)
    json_array_add_string_element (array, legacy_versions[i]);
  return array;
}

static void
refuse_version (const char *requested, JsonObject **ret_data, GError **error)
{
  *ret_data = json_object_new ();
  json_object_set_array_member (*ret_data, "supported", pel_era_list_versions ());
  json_object_set_string_member (*ret_data, "requested", requested);
  g_set_error (error,
               PEL_RPC_ERROR,
               PEL_RPC_UNSUPPORTED_VERSION,
               _ ("Unsupported protocol version in _meta: only %s is supported"),
               PEL_ERA_MODERN_VERSION);
}

static gboolean
read_modern (JsonObject *meta, PelTerms *ret_terms, JsonObject **ret_data, GError **error)
{
  const char *version = pel_message_get_string (meta, VERSION_KEY);
  JsonObject *client = pel_message_get_object (meta, CLIENT_KEY);
  JsonObject *capabilities = pel_message_get_object (meta, CAPABILITIES_KEY);

  if (version == NULL)
    {
      g_set_error (error,
                   PEL_RPC_ERROR,
                   PEL_RPC_INVALID_PARAMS,
                   _ ("_meta: %s must be a string"),
                   VERSION_KEY);
      return FALSE;
    }
  if (!g_str_equal (version, PEL_ERA_MODERN_VERSION))
    {
      refuse_version (version, ret_data, error);
      return FALSE;
    }
  if (capabilities == NULL)
    {
      g_set_error (error,
                   PEL_RPC_ERROR,
                   PEL_RPC_INVALID_PARAMS,
                   _ ("_meta: %s is missing"),
                   CAPABILITIES_KEY);
      return FALSE;
    }
  ret_terms->era = PEL_ERA_MODERN;
  ret_terms->client_capabilities = capabilities;
  ret_terms->client_name = client != NULL ? pel_message_get_string (client, "name") : NULL;
  ret_terms->log_level = pel_message_get_string (meta, LOG_LEVEL_KEY);
  return TRUE;
}

gboolean
pel_era_read (const PelMessage *message,
              gboolean          is_initialized,
              PelTerms         *ret_terms,
              JsonObject      **ret_data,
              GError          **error)
{
  JsonObject      *meta = pel_message_get_object (message->params, "_meta");
  PelTerms         terms = { .era = PEL_ERA_LEGACY };
  JsonNode        *token = meta != NULL ? json_object_get_member (meta, "progressToken") : NULL;
  gboolean         is_opening = g_strv_contains (opening_methods, message->method);
  g_autofree char *token_key = pel_message_id_to_key (token);

  *ret_data = NULL;
  if (token_key != NULL)
    terms.progress_token = token;
  if (meta != NULL && json_object_has_member (meta, VERSION_KEY))
    {
      if (!read_modern (meta, &terms, ret_data, error))
        return FALSE;
    }
  else if (!is_initialized && !is_opening)
    {
      g_set_error (error,
                   PEL_RPC_ERROR,
                   PEL_RPC_INVALID_PARAMS,
                   _ ("Send “initialize” first, or set the version in _meta: %s"),
                   VERSION_KEY);
      return FALSE;
    }
  *ret_terms = terms;
  return TRUE;
}
