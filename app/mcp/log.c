/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/log.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

#define LOGGER "pellucid"

/* Of MCP, the least first. */
static const char *const levels[] = { "debug", "info",     "notice", "warning",
                                      "error", "critical", "alert",  "emergency" };

/* clang-format off */
static const struct { const char *name; const char *level; const char *words; } events[] = {
  [PEL_LOG_SESSION_STARTED] = { "session_started", "info",    N_ ("The session is running") },
  [PEL_LOG_SESSION_ENDED]   = { "session_ended",   "warning", N_ ("The session has ended; the next call starts a new one") },
  [PEL_LOG_CALL_WAITS]      = { "call_waits",      "notice",  N_ ("Waiting for the person to approve the call") },
  [PEL_LOG_CALL_REFUSED]    = { "call_refused",    "warning", N_ ("The policy or the person denied the call") },
  [PEL_LOG_ANSWER_CUT]      = { "answer_cut",      "notice",  N_ ("The result was truncated") },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (events) == PEL_N_LOG_EVENTS);

PelLogLevel
pel_log_level_from_string (const char *level)
{
  for (gsize i = 0; i < G_N_ELEMENTS (levels); i++)
    if (g_strcmp0 (levels[i], level) == 0)
      return i;
  return PEL_LOG_SILENT;
}

PelLogLevel
pel_log_get_level (PelLogEvent event)
{
  return pel_log_level_from_string (events[event].level);
}

gboolean
pel_log_is_refusal (const char *code)
{
  static const PelErrorCode codes[] = {
    PEL_ERROR_DENIED,       PEL_ERROR_APPROVAL_REQUIRED, PEL_ERROR_APPROVAL_DENIED,
    PEL_ERROR_RATE_LIMITED, PEL_ERROR_BLOCKED_WINDOW,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_strcmp0 (pel_error_code_to_string (codes[i]), code) == 0)
      return TRUE;
  return FALSE;
}

JsonObject *
pel_log_new_params (PelLogEvent event, const char *tool, const char *code)
{
  JsonObject *params = json_object_new ();
  JsonObject *data = json_object_new ();

  json_object_set_string_member (params, "level", events[event].level);
  json_object_set_string_member (params, "logger", LOGGER);
  json_object_set_string_member (data, "event", events[event].name);
  json_object_set_string_member (data, "message", _ (events[event].words));
  if (tool != NULL)
    json_object_set_string_member (data, "tool", tool);
  if (code != NULL)
    json_object_set_string_member (data, "code", code);
  json_object_set_object_member (params, "data", data);
  return params;
}
