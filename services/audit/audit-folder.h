/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* The folder of the log and its files, opened so that no one else is let in: no symbolic link, no
 * second name of a file, nothing that belongs to another user; 0700 and 0600. All of it may block.
 * Errors are PEL_ERROR_DENIED, except that what is not there is G_IO_ERROR_NOT_FOUND. */

#define PEL_AUDIT_KEY_FILE  "key"
#define PEL_AUDIT_LOCK_FILE "lock"

/* Images that the policy requires to be kept. */
#define PEL_AUDIT_FRAMES_FOLDER "frames"

typedef enum
{
  PEL_AUDIT_FOLDER_CREATE,
  PEL_AUDIT_FOLDER_EXISTING,
} PelAuditFolderMode;

/* A descriptor to close, or -1. */
int pel_audit_folder_open (const char *path, PelAuditFolderMode mode, GError **error);

/* The same for a file in it; @flags as for open(). */
int pel_audit_folder_open_file (int folder_fd, const char *name, int flags, GError **error);

/* (transfer full): all names in it, in order; see PelAuditManifest for those that are the log's. */
GPtrArray *pel_audit_folder_list (int folder_fd, GError **error);

/* "audit-00000012.jsonl", and back; 0 for a name of another kind. */
char *pel_audit_folder_dup_name (guint number);
guint pel_audit_folder_get_number (const char *name);

/* The file in which a first key waits to be taken away. */
char    *pel_audit_folder_dup_first_key_name (const char *key_name);
gboolean pel_audit_folder_is_first_key (const char *name);

/* (transfer full): what a small file holds, at most @max_bytes of it. */
char *pel_audit_folder_read (int folder_fd, const char *name, gsize max_bytes, GError **error);

/* Overwrites what a small file holds, in place: what it held before is gone. */
gboolean
pel_audit_folder_overwrite (int folder_fd, const char *name, const char *text, GError **error);

/* What a file holds outlives a loss of power; that it is there does once the folder is synced. */
gboolean pel_audit_folder_sync_file (int folder_fd, const char *name, GError **error);

/* An error that says what failed, from errno. */
void pel_audit_folder_set_error (GError **error, const char *name, int error_number);
