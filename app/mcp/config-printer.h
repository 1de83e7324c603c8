/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* (transfer full): what to put where so that the usual hosts start the server, as text. @command:
 * the path of “pellucid”; @options (nullable): what it is given after “mcp”. */
char *pel_config_print (const char *command, const char *const *options);
