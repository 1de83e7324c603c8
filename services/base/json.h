/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* The only way in for JSON of others: strict, bounded, then json-glib. Never NULL on success. */
JsonNode *pel_json_parse (const char *text, gssize length, GError **error);

/* The same for a peer that nests deeper than callers may. */
JsonNode *pel_json_parse_deep (const char *text, gssize length, guint max_depth, GError **error);

/* The same for one that also says more at once. */
JsonNode *pel_json_parse_large (
    const char *text, gssize length, guint max_depth, gsize max_bytes, GError **error);

/* As pel_json_parse(), for a text that must be an object. */
JsonObject *pel_json_parse_object (const char *text, gssize length, GError **error);

typedef enum
{
  PEL_JSON_COMPACT,
  PEL_JSON_PRETTY,
} PelJsonLayout;

/* What is written is read back as the same by pel_json_parse(); a number that JSON does not know is
 * written as null. Object members keep their order. */
char *pel_json_to_string (JsonNode *node, PelJsonLayout layout);

/* A member that is null where @value is NULL. */
void pel_json_set_string_or_null (JsonObject *object, const char *name, const char *value);

/* (transfer full): @strings ends in NULL. */
JsonArray *pel_json_array_new_strings (char **strings);

/* (transfer full): takes @object. */
JsonNode *pel_json_take_object (JsonObject *object);
JsonNode *pel_json_take_array (JsonArray *array);
