/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Whether an executable (a path or a base name) runs what others write: a shell, a language, a
 * browser engine for applications. What is true of it is true of every script, so no rule that
 * names it can mean one of them. */
gboolean pel_interpreter_is (const char *executable);
