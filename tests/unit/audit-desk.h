/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-verify.h"
#include "services/audit/audit-writer.h"

/* A log in a folder of its own, with a witness in another one. */
typedef struct
{
  char          *root, *folder;
  PelAuditPlace *place;
} AuditDesk;

void audit_desk_init (AuditDesk *self);
void audit_desk_clear (AuditDesk *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AuditDesk, audit_desk_clear)

/* What whoever verifies has in hand. */
typedef enum
{
  AUDIT_KEY = 1 << 0, /* the first one */
  AUDIT_WITNESS = 1 << 1,
  AUDIT_COUNT = 1 << 2, /* how far the key in the folder has moved on */
} AuditMeans;

/* Opens the log, adds @n records, closes it; returns the number of the last one. */
guint64 audit_desk_write (AuditDesk *self, guint n);

/* (transfer full): of a file in the folder of the log. */
char *audit_desk_dup_path (AuditDesk *self, const char *name);
char *audit_desk_read (AuditDesk *self, const char *name, gsize *ret_length);
void  audit_desk_put (AuditDesk *self, const char *name, const char *bytes, gsize length);

/* The person takes the first key away: (transfer full) where to. */
PelAuditKey audit_desk_take_key (AuditDesk *self);

/* @key is (nullable). */
PelAuditReport *audit_desk_verify (AuditDesk *self, const PelAuditKey *key);

PelAuditReport *audit_desk_verify_with (AuditDesk *self, const PelAuditKey *key, AuditMeans means);

/* (transfer full): the faults with their lines, as in "changed:3 cut:5"; "" for none. */
char *audit_desk_dup_faults (const PelAuditReport *report);
