/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/content.h"

static JsonObject *
begin (const char *type)
{
  JsonObject *block = json_object_new ();

  json_object_set_string_member (block, "type", type);
  return block;
}

JsonObject *
pel_content_new_text (const char *text)
{
  JsonObject *block = begin ("text");

  json_object_set_string_member (block, "text", text);
  return block;
}

JsonObject *
pel_content_new_encoded_image (const char *base64, const char *mime_type)
{
  JsonObject *block = begin ("image");

  json_object_set_string_member (block, "data", base64);
  json_object_set_string_member (block, "mimeType", mime_type);
  return block;
}

JsonObject *
pel_content_new_image (GBytes *bytes, const char *mime_type)
{
  g_autofree char *base64 =
      g_base64_encode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  return pel_content_new_encoded_image (base64, mime_type);
}

JsonObject *
pel_content_new_snapshot_link (const char *snapshot_id)
{
  JsonObject      *block = begin ("resource_link");
  g_autofree char *uri = g_strconcat ("ui://snapshot/", snapshot_id, NULL);

  json_object_set_string_member (block, "uri", uri);
  json_object_set_string_member (block, "name", snapshot_id);
  json_object_set_string_member (block, "mimeType", "text/plain");
  return block;
}

JsonObject *
pel_content_new_result (JsonArray *content, JsonObject *structured, gboolean is_error)
{
  JsonObject *result = json_object_new ();

  json_object_set_array_member (result, "content", content);
  if (structured != NULL)
    json_object_set_object_member (result, "structuredContent", structured);
  if (is_error)
    json_object_set_boolean_member (result, "isError", TRUE);
  return result;
}
