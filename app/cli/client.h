/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

typedef void (*PelClientProgressFunc) (double fraction, const char *message);

/* Calls a tool in the session, which is started where it is not running. Always gives an envelope
 * (as the session does), also for what goes wrong on the way to it, within the call's deadline
 * plus a little that lets the session say its own word first. SIGINT and SIGTERM cancel. Runs a
 * main loop: for a program that does nothing else. */
JsonObject *
pel_client_call (const PelTool *tool, JsonObject *arguments, PelClientProgressFunc progress);
