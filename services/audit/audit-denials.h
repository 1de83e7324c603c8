/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* How many denials of one program get a line of their own within a minute. */
#define PEL_AUDIT_DENIALS_PER_MINUTE 30

/**
 * PelAuditDenials:
 *
 * Keeps who is refused over and over from filling the log, and with that from pushing out what it
 * did before: beyond so many in a minute denials are only counted. The clock is given:
 * microseconds that never go back.
 */
typedef struct _PelAuditDenials PelAuditDenials;

PelAuditDenials *pel_audit_denials_new (void);
void             pel_audit_denials_free (PelAuditDenials *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAuditDenials, pel_audit_denials_free)

/* TRUE: this one gets a line. FALSE: it was counted. */
gboolean pel_audit_denials_take (PelAuditDenials *self, const char *who, gint64 now);

/* Reports what was counted, for each program, and forgets it. */
typedef void (*PelAuditDenialsFunc) (const char *who, guint64 count, gpointer user_data);
void pel_audit_denials_tell (PelAuditDenials *self, PelAuditDenialsFunc func, gpointer user_data);
