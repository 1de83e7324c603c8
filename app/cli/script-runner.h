/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

typedef enum
{
  PEL_SCRIPT_RUN,
  PEL_SCRIPT_CHECK, /* nothing is done */
} PelScriptManner;

/* Runs the commands of a file (“-”: of the standard input), one after the other, and tells of each
 * in one line; or looks whether they could be run. Gives the exit code.
 *
 * A script with a mistake in any line does not begin. It ends at the first command that fails, with
 * its exit code. What is checked is checked to its end: the code is that of the first mistake, and
 * 0 where some targets are only not there now. */
int pel_script_run (const char *path, PelScriptManner manner, gboolean is_json);
