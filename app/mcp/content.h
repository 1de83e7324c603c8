/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* Blocks of content as MCP has them. All (transfer full); objects and arrays are taken. */
JsonObject *pel_content_new_text (const char *text);
JsonObject *pel_content_new_image (GBytes *bytes, const char *mime_type);
JsonObject *pel_content_new_encoded_image (const char *base64, const char *mime_type);
JsonObject *pel_content_new_snapshot_link (const char *snapshot_id);

/* The result of a call; @structured is left out where it is NULL. */
JsonObject *pel_content_new_result (JsonArray *content, JsonObject *structured, gboolean is_error);
