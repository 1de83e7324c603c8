/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <sys/types.h>

/**
 * PelMcpClient:
 *
 * A client of `pellucid mcp` of the build: writes lines, reads lines, and keeps what was not asked
 * for. It reads only while it waits, so that a test can be slow on purpose. The server never
 * outlives it.
 */
typedef struct _PelMcpClient PelMcpClient;

typedef enum
{
  PEL_MCP_LEGACY, /* begins with “initialize” */
  PEL_MCP_MODERN,
} PelMcpEra;

/* @options (nullable): as in a shell. Fails the test where it does not start. */
PelMcpClient *pel_mcp_client_start (PelMcpEra era, const char *options);

/* The same with the path of “pellucid”, for who is not a test. It waits on the main context of the
 * thread that made it. */
PelMcpClient      *
pel_mcp_client_start_program (PelMcpEra era, const char *program, const char *options);
void pel_mcp_client_stop (PelMcpClient *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelMcpClient, pel_mcp_client_stop)

pid_t pel_mcp_client_get_pid (PelMcpClient *self);

/* As it is; blocks where the server does not read. */
void pel_mcp_client_write (PelMcpClient *self, const char *bytes, gsize length);

/* A request; its id. @params: JSON of an object, to which the new era's _meta is added. */
gint64 pel_mcp_client_send (PelMcpClient *self, const char *method, const char *params);
void   pel_mcp_client_notify (PelMcpClient *self, const char *method, const char *params);

/* (nullable) (transfer full): the answer to a request, as a whole; NULL where the time is up. */
JsonObject *pel_mcp_client_wait (PelMcpClient *self, gint64 id, int timeout_ms);

/* (transfer full): sends and waits; fails the test after half a minute. The first gives the
 * result, the second the whole message. */
JsonObject *pel_mcp_client_ask (PelMcpClient *self, const char *method, const char *params);
JsonObject *pel_mcp_client_try (PelMcpClient *self, const char *method, const char *params);

/* (transfer full): the result of a tool. */
JsonObject *pel_mcp_client_call (PelMcpClient *self, const char *tool, const char *arguments);

/* The first text in the result of a tool; whether it is one that failed. */
const char *pel_mcp_client_get_text (JsonObject *result);
gboolean    pel_mcp_client_is_error (JsonObject *result);

/* What came unasked with this method since the last time that they were forgotten: how many, and
 * the n-th of them, its params. */
guint       pel_mcp_client_count (PelMcpClient *self, const char *method);
JsonObject *pel_mcp_client_get_note (PelMcpClient *self, const char *method, guint n);
void        pel_mcp_client_forget (PelMcpClient *self);

/* Answers the n-th of those that were requests. @result: JSON. */
void pel_mcp_client_reply (PelMcpClient *self, const char *method, guint n, const char *result);

/* Reads until there are so many of them; FALSE where the time is up. */
gboolean
pel_mcp_client_wait_notes (PelMcpClient *self, const char *method, guint n, int timeout_ms);

/* Reads for so long, whatever comes. */
void pel_mcp_client_listen (PelMcpClient *self, int time_ms);

/* Bytes of the answer that was waited for last. */
gsize pel_mcp_client_get_n_bytes (PelMcpClient *self);

/* Ends its input, and waits until it has ended: how long that took in milliseconds, -1 where it did
 * not, or not well. */
gint64 pel_mcp_client_close (PelMcpClient *self, int timeout_ms);
