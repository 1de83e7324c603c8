/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-extent.h"

/* Which records are wanted. A value; what is NULL does not matter. */
typedef struct
{
  guint       last;   /* so many at most, the newest; not 0 */
  const char *since;  /* as in records; pel_audit_dup_since() makes one */
  const char *client; /* a part of it */
  const char *tool;   /* all of it, with * for anything */
} PelAuditQuery;

/* (transfer full): of JsonObject, the oldest first. What is no record is passed over: that is for
 * verifying. The newest files are read first, and no more of them than it takes. Blocks. */
GPtrArray *pel_audit_search (const PelAuditExtent *extent,
                             const PelAuditQuery  *query,
                             GCancellable         *cancellable,
                             GError              **error);

/* (transfer full): "2026-11-16", "2026-11-16T15:08", "2026-11-16T15:08:00Z", in the local zone
 * unless it says otherwise, or how long ago: "90s", "15m", "2h", "3d". @now: microseconds since
 * 1970. NULL with PEL_ERROR_INVALID_ARGUMENT for anything else. */
char *pel_audit_dup_since (const char *text, gint64 now, GError **error);
