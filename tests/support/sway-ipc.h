/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

/* The message types of sway's IPC that tests use. */
typedef enum
{
  PEL_SWAY_RUN_COMMAND = 0,
  PEL_SWAY_GET_OUTPUTS = 3,
  PEL_SWAY_GET_TREE = 4,
  PEL_SWAY_GET_VERSION = 7,
} PelSwayMessage;

/* One question over a connection of its own, at most five seconds. @socket_path: NULL for SWAYSOCK.
 * (transfer full) */
JsonNode *pel_sway_call (const char    *socket_path,
                         PelSwayMessage message,
                         const char    *payload,
                         GError       **error);

/* Runs a command as swaymsg does and fails when sway says that it failed. */
gboolean pel_sway_command (const char *command, GError **error);
