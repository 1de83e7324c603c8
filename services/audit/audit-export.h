/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-extent.h"

/* Writes all of a log into one new file, line after line: since the chain goes through all files,
 * that is a log as well, and can be verified anywhere. A file that is there is left alone. Blocks.
 */
gboolean pel_audit_export (const PelAuditExtent *extent,
                           const char           *path,
                           GCancellable         *cancellable,
                           GError              **error);

/* (transfer full): the first key that waits in the folder, as text, which is then not there any
 * more; NULL with an error. Only what was not yet taken away can be. Blocks. */
char *pel_audit_take_first_key (PelAuditPlace *place, GError **error);
