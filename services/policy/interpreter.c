/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/interpreter.h"

#include <string.h>

/* Names, which may be followed by a version: “python3.11”, “lua5.4”, “node-20”. */
static const char *const names[] = {
  "ash",    "bash",
  "bun",    "busybox",
  "bwrap",  "csh",
  "dash",   "deno",
  "dotnet", "electron",
  "elvish", "env",
  "fish",   "gjs",
  "guile",  "java",
  "js",     "julia",
  "ksh",    "lua",
  "luajit", "mksh",
  "mono",   "nodejs",
  "node",   "nu",
  "octave", "perl",
  "php",    "pwsh",
  "pypy",   "python",
  "R",      "ruby",
  "sbcl",   "sh",
  "tclsh",  "tcsh",
  "toybox", "ts-node",
  "wine",   "wine-preloader",
  "wine64", "wine64-preloader",
  "wish",   "yash",
  "zsh",
};

static gboolean
is_version (const char *text)
{
  for (; *text != '\0'; text++)
    if (!g_ascii_isdigit (*text) && *text != '.' && *text != '-')
      return FALSE;
  return TRUE;
}

gboolean
pel_interpreter_is (const char *executable)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (executable != NULL, TRUE);

  name = g_path_get_basename (executable);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i]) && is_version (name + strlen (names[i])))
      return TRUE;
  return FALSE;
}
