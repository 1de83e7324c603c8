/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Fields that look like any other, but were given a text that is to be repeated nowhere: from then
 * on they are places for secrets, as long as they exist. For the thread of the main loop. */

#define PEL_SECRET_FIELDS_MAX 4096 /* then the programs that were the first are forgotten */

/* Before the text is there: it is not to be read even once. */
void pel_secret_fields_add (const char *bus_name, const char *path);

gboolean pel_secret_fields_contain (const char *bus_name, const char *path);

/* All of them, for tests. */
void pel_secret_fields_forget (void);
