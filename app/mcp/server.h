/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/log.h"
#include "app/mcp/parking.h"
#include "app/mcp/profile.h"
#include "app/mcp/request.h"
#include "app/mcp/session-link.h"

#define PEL_SERVER_MAX_CALLS 32

typedef struct _PelServer PelServer;

/* What is offered beside the tools of the table: for tests of the protocol itself. All functions
 * are given @data; those that give a boolean say whether it is theirs. */
typedef struct
{
  void (*add_tools) (JsonArray *tools, gpointer data);
  gboolean (*call) (PelServer *server, PelRequest *request, const char *name, gpointer data);
  void (*add_resources) (JsonArray *resources, gpointer data);
  void (*add_templates) (JsonArray *templates, gpointer data);
  gboolean (*read) (PelRequest *request, const char *uri, gpointer data);
  void (*add_prompts) (JsonArray *prompts, gpointer data);
  gboolean (*get_prompt) (PelRequest *request, const char *name, gpointer data);
  gboolean (*complete) (PelRequest *request, JsonObject *ref, gpointer data);
  gpointer data;
} PelExtras;

/**
 * PelServer:
 *
 * The methods of MCP, over lines. It knows no file descriptor and no bus: lines are handed to it,
 * and what it says goes to its outlet.
 */

/* Takes @profile and @link. @extras (nullable) is borrowed. */
PelServer *pel_server_new (PelProfile      *profile,
                           PelSessionLink  *link,
                           const PelOutlet *outlet,
                           const PelExtras *extras);
void       pel_server_free (PelServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelServer, pel_server_free)

void pel_server_take_line (PelServer *self, const char *line, gsize length);
void pel_server_refuse_long_line (PelServer *self);

/* For the methods. */
const PelProfile *pel_server_get_profile (PelServer *self);
PelSessionLink   *pel_server_get_link (PelServer *self);
const PelExtras  *pel_server_get_extras (PelServer *self);       /* never NULL */
PelParking       *pel_server_get_parking (PelServer *self);      /* of calls */
GPtrArray        *pel_server_get_snapshot_ids (PelServer *self); /* of char, the newest last */
void              pel_server_remember_snapshot (PelServer *self, JsonObject *envelope);

/* Takes @params: to the client, unless it is slow. */
void pel_server_notify (PelServer *self, const char *method, JsonObject *params);

/* Logs to the client of @request, if it asked for such messages. @tool and @code: (nullable).
 */
void pel_server_log (
    PelServer *self, PelRequest *request, PelLogEvent event, const char *tool, const char *code);

/* Of the old era only: asks the client something. @answered is given its result, NULL where it
 * refused. Takes @params. (transfer full): the id of the request. */
typedef void (*PelAnswerFunc) (JsonObject *result, gpointer data);
char *pel_server_ask (PelServer     *self,
                      const char    *method,
                      JsonObject    *params,
                      PelAnswerFunc  answered,
                      gpointer       data,
                      GDestroyNotify free_data);

/* It need no longer be answered: the client is notified, and a later answer is dropped. */
void pel_server_call_off (PelServer *self, const char *id);

/* (nullable) What the client said of itself with “initialize”. */
JsonObject *pel_server_get_client_capabilities (PelServer *self);
