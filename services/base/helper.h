/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* The programs of Pellucid find each other next to themselves, as in a build folder or in
 * libexecdir; otherwise in the folder that Pellucid was configured with, moved as their own tree
 * was (DESTDIR). */

/* (transfer full): the path of one that is installed in libexecdir. */
char *pel_helper_dup_path (const char *program);

/* (transfer full): the path of “pellucid”, which is installed in bindir. */
char *pel_helper_dup_client_path (void);

/* (transfer full) (nullable): the path of @program if it is next to this one. */
char *pel_helper_dup_neighbour_path (const char *program);
