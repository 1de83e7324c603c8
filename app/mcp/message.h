/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

/* What JSON-RPC and MCP call what goes wrong with a message. */
typedef enum
{
  PEL_RPC_PARSE_ERROR = -32700,
  PEL_RPC_INVALID_REQUEST = -32600,
  PEL_RPC_METHOD_NOT_FOUND = -32601,
  PEL_RPC_INVALID_PARAMS = -32602,
  PEL_RPC_INTERNAL_ERROR = -32603,
  PEL_RPC_RESOURCE_NOT_FOUND = -32002,  /* until 2025-11-25 */
  PEL_RPC_MISSING_CAPABILITY = -32021,  /* from 2026-07-28 on */
  PEL_RPC_UNSUPPORTED_VERSION = -32022, /* from 2026-07-28 on */
  PEL_RPC_BUSY = -31999, /* ours, outside of what the standards keep for themselves */
} PelRpcCode;

#define PEL_RPC_ERROR (pel_rpc_error_quark ())
GQuark pel_rpc_error_quark (void);

typedef enum
{
  PEL_MESSAGE_REQUEST,
  PEL_MESSAGE_NOTIFICATION,
  PEL_MESSAGE_RESPONSE, /* to a request of ours */
} PelMessageKind;

/**
 * PelMessage:
 *
 * One message of JSON-RPC as it came: checked before any parser saw it, one object, with an id that
 * is a text or a whole number.
 */
typedef struct
{
  PelMessageKind kind;
  JsonNode      *id;     /* NULL of a notification */
  char          *key;    /* unique for each id: 1 is not "1" */
  char          *method; /* NULL of a response */
  JsonObject    *params; /* never NULL: empty where there are none */
  JsonNode      *result; /* (nullable) of a response; NULL: it failed */
} PelMessage;

/* NULL with a PEL_RPC_ERROR. @ret_id (transfer full) (nullable): then the id, where it has one that
 * can be answered. */
PelMessage *pel_message_parse (const char *text, gsize length, JsonNode **ret_id, GError **error);
void        pel_message_free (PelMessage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelMessage, pel_message_free)

/* A key that is unique for @id, or NULL if it is not an id. */
char *pel_message_id_to_key (JsonNode *id);

/* Members of an object that we did not write: NULL if it is missing or of another type. */
const char *pel_message_get_string (JsonObject *object, const char *name);
JsonObject *pel_message_get_object (JsonObject *object, const char *name);
JsonArray  *pel_message_get_array (JsonObject *object, const char *name);

/* One line each, without its end. Objects are taken; @id (nullable) is not. */
char *pel_message_write_result (JsonNode *id, JsonObject *result);
char *pel_message_write_error (JsonNode *id, int code, const char *text, JsonObject *data);
char *pel_message_write_notification (const char *method, JsonObject *params);
char *pel_message_write_request (const char *id, const char *method, JsonObject *params);
