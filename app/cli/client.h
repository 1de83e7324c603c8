/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* What is heard of a call under way. All (nullable). */
typedef struct
{
  void (*progress) (double fraction, const char *message);
  gboolean (*event) (const char *json); /* FALSE: enough */
  void (*file) (int fd);                /* that comes with the answer; it is closed afterwards */
} PelClientListener;

/**
 * PelClient:
 *
 * Calls tools in the session, one at a time, over one connection. SIGINT and SIGTERM cancel the
 * call that is under way, and every one after it. It runs a main loop: for a program that does
 * nothing else.
 */
typedef struct _PelClient PelClient;

PelClient *pel_client_new (void);
void       pel_client_free (PelClient *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelClient, pel_client_free)

/* Calls a tool in the session, which is started where it is not running. Always gives an envelope
 * (as the session does), also for what goes wrong on the way to it, within the call's deadline
 * plus a little that lets the session say its own word first; of a call without a deadline the
 * first event must come in time. (transfer full) */
JsonObject *pel_client_call (PelClient               *self,
                             const PelTool           *tool,
                             JsonObject              *arguments,
                             const PelClientListener *listener);
