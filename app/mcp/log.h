/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

/* Log messages for clients that ask for them. They contain no text of an application. */
typedef enum
{
  PEL_LOG_SESSION_STARTED,
  PEL_LOG_SESSION_ENDED,
  PEL_LOG_CALL_WAITS, /* for the person */
  PEL_LOG_CALL_REFUSED,
  PEL_LOG_ANSWER_CUT,
  PEL_N_LOG_EVENTS
} PelLogEvent;

/* From “debug” on; PEL_LOG_SILENT for what is no level. */
typedef int PelLogLevel;
#define PEL_LOG_SILENT G_MAXINT

PelLogLevel pel_log_level_from_string (const char *level);

PelLogLevel pel_log_get_level (PelLogEvent event);

/* Whether an error of this code is a refusal: of the policy, or of the person. */
gboolean pel_log_is_refusal (const char *code);

/* (transfer full): the params of “notifications/message”. @tool and @code: (nullable). */
JsonObject *pel_log_new_params (PelLogEvent event, const char *tool, const char *code);
