/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* Which files of the folder belong to the log: those that its writer named here before it made
 * them. A file of another program is none of them, whatever it is called: it is neither read nor
 * removed. A log that was begun without a manifest has the files that are called like its own. All
 * of it may block. Errors are those of the folder. */

#define PEL_AUDIT_MANIFEST_FILE "manifest"

/* (transfer full): the names of the files of the log that are there, the oldest first. */
GPtrArray *pel_audit_manifest_list_files (int folder_fd, GError **error);

/* (transfer full): the same of those in which a first key waits to be taken away. */
GPtrArray *pel_audit_manifest_list_first_keys (int folder_fd, GError **error);

/* (transfer full): what else is there under a name like theirs: someone else put it there. */
GPtrArray *pel_audit_manifest_list_strays (int folder_fd, GError **error);

/* Before the file is made. It writes nothing if the name is there. */
gboolean pel_audit_manifest_add (int folder_fd, const char *name, GError **error);

/* After the files were removed. */
gboolean pel_audit_manifest_remove (int folder_fd, const GPtrArray *names, GError **error);
