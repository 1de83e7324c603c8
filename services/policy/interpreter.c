/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/interpreter.h"

#include <string.h>

/* Names of files, as the kernel reports them. A version may follow, and then a variant:
 * “python3.11”, “node-20”, “gjs-console”, “wine64-preloader”. */
static const char *const names[] = {
  "ash",    "bash",    "beam.smp", "bun",    "busybox", "bwrap",  "csh",   "dash",
  "deno",   "dotnet",  "electron", "elvish", "env",     "fish",   "gjs",   "guile",
  "java",   "js",      "julia",    "ksh",    "lua",     "luajit", "mksh",  "mono",
  "nodejs", "node",    "nu",       "octave", "perl",    "php",    "pwsh",  "pypy",
  "python", "R",       "ruby",     "sbcl",   "sh",      "swipl",  "tclsh", "tcsh",
  "toybox", "ts-node", "wine",     "wish",   "yash",    "zsh",
};

/* How the names of many programs begin that run the same language. */
static const char *const families[] = { "emacs", "qml" };

static gboolean
is_version_or_variant (const char *text)
{
  text += strspn (text, "0123456789.");
  return *text == '\0' || *text == '-';
}

gboolean
pel_interpreter_is (const char *executable)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (executable != NULL, TRUE);

  name = g_path_get_basename (executable);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i]) && is_version_or_variant (name + strlen (names[i])))
      return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_str_has_prefix (name, families[i]))
      return TRUE;
  return FALSE;
}
