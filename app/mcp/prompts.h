/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/server.h"

void pel_prompts_handle_list (PelServer *server, PelRequest *request);
void pel_prompts_handle_get (PelServer *server, PelRequest *request);

/* Whether @prompt has an argument @argument that names a window. */
gboolean pel_prompts_takes_window (const char *prompt, const char *argument);
gboolean pel_prompts_has (const char *prompt);
