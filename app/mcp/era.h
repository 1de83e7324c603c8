/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/message.h"

/* The two ways in which MCP is spoken. */
typedef enum
{
  PEL_ERA_LEGACY = 1 << 0, /* until 2025-11-25: “initialize” opens a session */
  PEL_ERA_MODERN = 1 << 1, /* from 2026-07-28 on: every request says everything itself */
  PEL_ERA_BOTH = PEL_ERA_LEGACY | PEL_ERA_MODERN,
} PelEra;

#define PEL_ERA_MODERN_VERSION "2026-07-28"
#define PEL_META_PREFIX        "io.modelcontextprotocol/"

/* How one request is to be understood. A value; what it points to belongs to the message. */
typedef struct
{
  PelEra      era;
  JsonNode   *progress_token;      /* (nullable) */
  JsonObject *client_capabilities; /* (nullable) of the modern era */
  const char *client_name;         /* (nullable) what the client calls itself */
  const char *log_level;           /* (nullable) of the modern era */
} PelTerms;

/* Decided for every request: it names its version, or belongs to the session that “initialize” has
 * opened. FALSE with a PEL_RPC_ERROR; @ret_data (transfer full) (nullable): what goes with it. */
gboolean pel_era_read (const PelMessage *message,
                       gboolean          is_initialized,
                       PelTerms         *ret_terms,
                       JsonObject      **ret_data,
                       GError          **error);

/* Of “initialize”: the version that is asked for where we know it, else the newest we know. */
const char *pel_era_negotiate (const char *requested);

/* (transfer full): all that we know, the newest first. */
JsonArray *pel_era_list_versions (void);
