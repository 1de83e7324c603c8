/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* What the servers of a desktop below @dir get: a private home, and of the caller only what says
 * where programs are and which language to speak. (transfer full) */
char **pel_environment_new (const char *dir);

/* @desktop and what a test needs from its own caller besides: sanitizer and GLib settings, and the
 * names in @keep. (transfer full) */
char **pel_environment_for_command (char **desktop, const char *const *keep);
