/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

typedef void (*PelProgressFunc) (double fraction, const char *message, gpointer user_data);

/**
 * PelToolCall:
 *
 * One call of a tool on its way: arguments are checked, the handler runs, and the answer is put in
 * its envelope. The deadline is kept here: a call is answered when it has passed, whatever its
 * handler does.
 */
typedef struct
{
  const PelTool        *tool;
  const PelToolContext *context;
  JsonObject           *arguments;
  PelProgressFunc       progress; /* (nullable) */
  gpointer              progress_data;
} PelToolCall;

/* @arguments: JSON text of an object, "" for none. The result is always an envelope, also for
 * errors: {status, driver, data | error, elapsed_ms}. */
void  pel_tool_call_async (const PelToolContext *context,
                           const char           *name,
                           const char           *arguments,
                           PelProgressFunc       progress,
                           gpointer              progress_data,
                           GCancellable         *cancellable,
                           GAsyncReadyCallback   callback,
                           gpointer              user_data);
char *pel_tool_call_finish (GAsyncResult *result);

/* For handlers: the call that @task is about. */
PelToolCall *pel_tool_call_get (GTask *task);
void         pel_tool_call_report (PelToolCall *self, double fraction, const char *message);

/* The deadline of a call with these arguments. */
guint pel_tool_call_get_timeout_ms (const PelTool *tool, JsonObject *arguments);

/* The envelope of an error; @driver may be NULL. */
JsonObject *pel_tool_error_to_json (const GError *error);
