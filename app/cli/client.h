/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* What is heard of a call under way. Both (nullable). */
typedef struct
{
  void (*progress) (double fraction, const char *message);
  gboolean (*event) (const char *json); /* FALSE: enough */
} PelClientListener;

/* Calls a tool in the session, which is started where it is not running. Always gives an envelope
 * (as the session does), also for what goes wrong on the way to it, within the call's deadline
 * plus a little that lets the session say its own word first; of a call without a deadline the
 * first event must come in time. SIGINT and SIGTERM cancel. Runs a main loop: for a program that
 * does nothing else. */
JsonObject *
pel_client_call (const PelTool *tool, JsonObject *arguments, const PelClientListener *listener);
