/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

/* All of a regular file of at most @max_bytes, with a NUL behind it; what is no such file is an
 * error of the domain G_FILE_ERROR, and never waited for. @ret_stat may be NULL: whose the file
 * that was read is. */
char *pel_small_file_read (
    const char *path, gsize max_bytes, gsize *ret_length, struct stat *ret_stat, GError **error);
