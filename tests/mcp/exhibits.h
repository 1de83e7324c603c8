/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the official conformance suite wants to find in a server: tools, resources and prompts with
 * given names and answers. They are in no program that is installed. */

#pragma once

#include "app/mcp/server.h"

/* (transfer full): @text is JSON of ours. */
JsonObject *exhibit_parse (const char *text);

/* A result with one text; @text is escaped. */
JsonObject *exhibit_new_text (const char *text);

/* Tools that ask the client of the old era something, or take their time. */
gboolean exhibit_talks (PelServer *server, PelRequest *request, const char *name);

/* Tools and a prompt that want input before they answer, in the new era. */
gboolean exhibit_wants_input (PelRequest *request, const char *name);
